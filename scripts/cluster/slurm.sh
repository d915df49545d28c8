#!/usr/bin/env bash
# Submits the shards of an experiment as a Slurm job array.
set -euo pipefail

usage() {
  cat <<'END'
Submits the shards of an experiment as a Slurm job array, except shards that are complete, queued or
running.

usage: slurm.sh FILE --shards N --out DIR [options] [-- OPTIONS OF portolan run]

  --shards N         number of shards, at most 1000 (the default limit of Slurm)
  --out DIR          folder for the shards on a shared disk: DIR/shard=1, DIR/shard=2 …
  --at-once K        maximum number of shards at a time (default: no limit)
  --threads T        processors and threads of each shard (default: 1)
  --time LIMIT       time limit of a shard, such as 1:00:00 (default: that of the partition)
  --memory SIZE      memory of a shard (default: 500M)
  --partition NAME   partition (default: that of the cluster)
  --most M           largest array index that the cluster accepts (MaxArraySize - 1; default: 1000)
  --missing          print the command that submits the missing shards, and exit
  --portolan BIN     the program, on a shared disk (default: $PORTOLAN, or portolan in the PATH)
  --dry-run          print the job without submitting it

DIR/slurm-JOB_SHARD.log shows the progress of a shard, and `portolan merge DIR --check` the progress of the
run. If a node fails, Slurm puts its shard back into the queue. If a shard fails, run the same command
again, at any time: it submits the missing shards.

Exit code: 0 submitted, or all shards are complete or in the queue; 1 Slurm refused, a game
panicked, or (--missing) some shards are missing; 2 wrong usage.
END
}

# shellcheck disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/stage.sh"

file='' shards='' out='' at_once='' threads=1 limit='' memory=500M partition='' most=1000
missing='' dry=''
portolan=${PORTOLAN:-portolan}
more=() words=("$0" "$@")
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --dry-run) dry=yes; shift ;;
    --missing) missing=yes; shift ;;
    --) shift; more=("$@"); break ;;
    --shards | --out | --at-once | --threads | --time | --memory | --partition | --most | --portolan)
      [ $# -gt 1 ] || fail "$1 needs a value"
      case $1 in
        --shards) shards=$2 ;;
        --out) out=$2 ;;
        --at-once) at_once=$2 ;;
        --threads) threads=$2 ;;
        --time) limit=$2 ;;
        --memory) memory=$2 ;;
        --partition) partition=$2 ;;
        --most) most=$2 ;;
        --portolan) portolan=$2 ;;
      esac
      shift 2
      ;;
    -*) fail "unknown option $1; --help lists them" ;;
    *) [ -z "$file" ] || fail "two experiment files: $file and $1"; file=$1; shift ;;
  esac
done
[ -n "$file" ] || fail "no experiment file; see --help"
[[ $file != *.toml || -f $file ]] || fail "$file: no such file"
[ -n "$out" ] || fail "--out DIR is missing"
[[ $shards =~ ^[1-9][0-9]*$ ]] || fail "--shards: expected a number from 1"
[[ $most =~ ^[1-9][0-9]*$ ]] || fail "--most: expected a number from 1"
[[ $threads =~ ^[1-9][0-9]*$ ]] || fail "--threads: expected a number from 1"
[[ $at_once =~ ^([1-9][0-9]*)?$ ]] || fail "--at-once: expected a number from 1"
[ "$shards" -le "$most" ] ||
  fail "--shards $shards: more than the $most that an array may have; take fewer and longer shards, or" \
    "say with --most what \`scontrol show config | grep MaxArraySize\` allows"

can_play "$portolan" "$file" "${more[@]}"
portolan=$(realpath -s "$(command -v "$portolan")")

# Shards to play: all of them, unless some exist already.
mapfile -t wanted < <(seq 1 "$shards")
if compgen -G "$out/*/manifest.toml" >/dev/null; then
  code=0
  told=$("$portolan" merge "$out" --check --quiet 2>&1) || code=$?
  if [[ $told == *" all whole"* ]]; then
    echo "$told; to put them together:"
    echo "  $(printf '%q' "$portolan") merge $(printf '%q' "$out") --out results/$(basename "$file" .toml)"
    exit $code
  fi
  echo "$told" >&2
  IFS=, read -ra wanted < <(sed -n 's/^run again: //p' <<<"$told") || true
  [ ${#wanted[@]} -gt 0 ] || [ $code -eq 75 ] ||
    fail "these shards cannot be mended by playing some again"
fi
# Jobs of earlier calls have the same results folder.
mark="portolan $(realpath -m "$out")"
declare -A queued=()
if command -v squeue >/dev/null; then
  while read -r index comment; do
    [ "$comment" != "$mark" ] || queued[$index]=yes
  done < <(squeue --user "$(id -un)" --array --noheader --format '%K %k')
fi
left=()
for index in "${wanted[@]}"; do [ -n "${queued[$index]:-}" ] || left+=("$index"); done
if [ ${#left[@]} -eq 0 ]; then
  echo "all shards that are not whole yet are queued or running: nothing to submit"
  exit 0
fi
list=$(IFS=,; echo "${left[*]}")
[ ${#left[@]} -lt "$shards" ] || list="1-$shards"
if [ -n "$missing" ]; then
  echo "to submit shards $list of $shards:"
  printf '  '
  for word in "${words[@]}"; do [ "$word" = --missing ] || printf '%q ' "$word"; done
  echo
  exit 1
fi

name=$(basename "$file" .toml)
submit=(sbatch --array="$list${at_once:+%$at_once}" --requeue --open-mode=append --job-name="$name"
  --ntasks=1 --cpus-per-task="$threads" --mem="$memory" --comment="$mark"
  --output="$out/slurm-%A_%a.log"
  ${limit:+--time="$limit"} ${partition:+--partition="$partition"})
# Slurm sets the index of each job; all other values are fixed here.
script=$(
  echo '#!/bin/bash'
  # Wait while another process uses the folder.
  printf 'while %q run %q --threads %q' "$portolan" "$file" "$threads"
  # shellcheck disable=SC2016
  printf ' --shard "$SLURM_ARRAY_TASK_ID/%s" --out %q/shard="$SLURM_ARRAY_TASK_ID"' "$shards" "$out"
  [ ${#more[@]} -eq 0 ] || printf ' %q' "${more[@]}"
  # shellcheck disable=SC2016
  echo '; code=$?; [ $code -eq 75 ]; do sleep 30; done'
  # shellcheck disable=SC2016
  echo 'exit $code'
)
if [ -n "$dry" ]; then
  printf '%q ' "${submit[@]}"
  printf '<<END\n%s\nEND\n' "$script"
  exit 0
fi
command -v sbatch >/dev/null || fail "sbatch is not here: run this where jobs are submitted from"
mkdir -p "$out"
"${submit[@]}" <<<"$script" || exit 1
echo "how far it is: $(printf '%q' "$portolan") merge $(printf '%q' "$out") --check"
echo "the same command submits what failed, if anything did:"
printf '  '; printf '%q ' "${words[@]}"; echo
