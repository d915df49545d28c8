#!/bin/sh
# Runs a test program so that it prints the time of every test, which the stable test harness does only if it is told that
# unstable options may be used. Set it as the runner of cargo; other programs run unchanged.
#
#     scripts/timed_test.sh PROGRAM [ARGUMENT ...]
case $1 in
*/deps/*) RUSTC_BOOTSTRAP=1 exec "$@" -Z unstable-options --report-time ;;
*) exec "$@" ;;
esac
