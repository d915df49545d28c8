#!/bin/sh
# Runs a test program so that it prints the time of every test. The option is unstable, so the stable test harness accepts
# it only with RUSTC_BOOTSTRAP. Set the script as cargo's runner; other programs run unchanged.
#
#     scripts/timed_test.sh PROGRAM [ARGUMENT ...]
case $1 in
*/deps/*) RUSTC_BOOTSTRAP=1 exec "$@" -Z unstable-options --report-time ;;
*) exec "$@" ;;
esac
