#!/usr/bin/env bash
# Trains a network. The games of every round are played in parts that run in parallel, on this machine or on a cluster.
set -euo pipefail

usage() {
  cat <<'END'
Learns with the games of every round played in parts, side by side or by a cluster.

usage: learn.sh FILE --parts N --out DIR [options]

  --parts N          parts of the games of a round
  --out DIR          results folder; on a disk that all machines have
  --with COMMAND     what starts a part, such as `srun -n 1 -c 4` (default: nothing, all parts on this machine)
  --threads T        threads of each part (default: 1)
  --rounds R         maximum number of rounds (default: until the training is complete)
  --portolan BIN     the program (default: $PORTOLAN, or portolan in the PATH)
  --dry-run          print the commands without running them

Between two rounds, one process fits the network and plays missing games itself. Run the same command again after a kill:
complete rounds and parts are not repeated. The files are equal to those of `portolan learn FILE`, byte for byte.

Exit code: 0 the training or the requested rounds are complete; 1 failed; 2 wrong usage.
END
}

# shellcheck disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/stage.sh"

file='' parts='' out='' with='' threads=1 rounds='' dry=''
portolan=${PORTOLAN:-portolan}
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --dry-run) dry=yes; shift ;;
    --parts | --out | --with | --threads | --rounds | --portolan)
      [ $# -gt 1 ] || fail "$1 needs a value"
      case $1 in
        --parts) parts=$2 ;;
        --out) out=$2 ;;
        --with) with=$2 ;;
        --threads) threads=$2 ;;
        --rounds) rounds=$2 ;;
        --portolan) portolan=$2 ;;
      esac
      shift 2
      ;;
    -*) fail "unknown option $1; --help lists them" ;;
    *) [ -z "$file" ] || fail "two learning files: $file and $1"; file=$1; shift ;;
  esac
done
[ -n "$file" ] || fail "no learning file; see --help"
[[ $file != *.toml || -f $file ]] || fail "$file: no such file"
[ -n "$out" ] || fail "--out DIR is missing"
[[ $parts =~ ^[1-9][0-9]*$ ]] || fail "--parts: expected a number from 1"
[[ $threads =~ ^[1-9][0-9]*$ ]] || fail "--threads: expected a number from 1"
[[ $rounds =~ ^([1-9][0-9]*)?$ ]] || fail "--rounds: expected a number from 1"

# Split the command that starts a part at blanks.
read -ra starts <<<"$with"
learn=("$portolan" learn "$file" --out "$out" --quiet)
part() { echo "${starts[@]}" "${learn[@]}" --threads "$threads" --part "$1/$parts"; }
if [ -n "$dry" ]; then
  echo "${learn[@]}" --resume --rounds 0
  for ((index = 1; index <= parts; index++)); do part "$index"; done
  echo "${learn[@]}" --resume --rounds 1
  exit 0
fi

is_complete() { grep -qs '^status = "complete"' "$out/manifest.toml"; }
is_complete || "${learn[@]}" --resume --rounds 0
for ((round = 1; ; round++)); do
  if is_complete || { [ -n "$rounds" ] && [ "$round" -gt "$rounds" ]; }; then break; fi
  playing=()
  for ((index = 1; index <= parts; index++)); do
    "${starts[@]}" "${learn[@]}" --threads "$threads" --part "$index/$parts" </dev/null &
    playing+=($!)
  done
  for process in "${playing[@]}"; do
    wait "$process" || echo "warning: a part ended with $?: its games are played with the next step" >&2
  done
  "${learn[@]}" --resume --rounds 1
done
echo "learnt: $out"
