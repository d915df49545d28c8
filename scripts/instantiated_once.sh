#!/usr/bin/env bash
# Checks that the games are compiled only in the crate `builtin`, whose library contains the code of all games. No other
# library of the workspace may contain this code: a single inlined function would make every test program compile all
# games, which takes minutes. Needs `nm` and libraries that were built for the tests.
#
#     scripts/instantiated_once.sh FOLDER
#
# FOLDER is the folder of a profile, such as target/debug.
set -euo pipefail
if [ $# -ne 1 ] || [[ $1 == -* ]]; then
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
  [ "${1:-}" = --help ] && exit 0 || exit 2
fi
newest() { ls -t "$1"/deps/"$2"-*.rlib 2>/dev/null | head -n 1; }
# Defined functions `AnyGame::measure` in a library: one for each game that was compiled for it.
games() { nm -C "$1" 2>/dev/null | grep -c '[Tt] .*dyn_game::DynGame>::measure' || true; }

library=$(newest "$1" libportolan_builtin)
[ -n "$library" ] || { echo "no library of builtin in $1/deps; cargo test --no-run builds it" >&2; exit 1; }
[ "$(games "$library")" -eq 4 ] || { echo "builtin holds the code of $(games "$library") games instead of 4" >&2; exit 1; }
for name in libportolan libportolan_cli libportolan_report libportolan_study libportolan_testing; do
  library=$(newest "$1" "$name")
  [ -z "$library" ] || [ "$(games "$library")" -eq 0 ] || {
    echo "$library compiles games again; find the generic function that was inlined into it" >&2
    exit 1
  }
done
