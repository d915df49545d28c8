#!/usr/bin/env bash
# Submits the shards of an experiment as a Slurm job array.
set -euo pipefail

usage() {
  cat <<'END'
Submits the shards of an experiment as a Slurm job array: those that are not there and whole yet.

usage: slurm.sh FILE --shards N --out DIR [options] [-- OPTIONS OF portolan run]

  --shards N         number of shards; at most 1000, what Slurm takes unless it is set up otherwise
  --out DIR          folder on a shared disk that the shards go to, as DIR/shard=1, DIR/shard=2 …
  --at-once K        shards at a time (default: as many as there is room for)
  --threads T        processors and threads of each shard (default: 1)
  --time LIMIT       time limit of a shard, such as 1:00:00 (default: that of the partition)
  --memory SIZE      memory of a shard (default: 500M)
  --partition NAME   partition (default: that of the cluster)
  --most M           largest index that the cluster takes in an array (MaxArraySize - 1; default: 1000)
  --missing          only print the command that submits what is missing, and submit nothing
  --portolan BIN     the program, on a shared disk (default: $PORTOLAN, or portolan in the PATH)
  --dry-run          print what would be submitted, and submit nothing

A shard whose node dies is put back into the queue by Slurm. A shard that fails is not: run the same
command again when the array has ended, and it submits what is missing.

Exit code: 0 submitted, or all shards are there and whole; 1 Slurm refused, or (--missing) some are
missing; 2 wrong usage.
END
}

fail() {
  echo "error: $*" >&2
  exit 2
}

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
[ -f "$file" ] || fail "$file: no such file"
[ -n "$out" ] || fail "--out DIR is missing"
[[ $shards =~ ^[1-9][0-9]*$ ]] || fail "--shards: expected a number from 1"
[[ $most =~ ^[1-9][0-9]*$ ]] || fail "--most: expected a number from 1"
[[ $threads =~ ^[1-9][0-9]*$ ]] || fail "--threads: expected a number from 1"
[[ $at_once =~ ^([1-9][0-9]*)?$ ]] || fail "--at-once: expected a number from 1"
[ "$shards" -le "$most" ] ||
  fail "--shards $shards: more than the $most that an array may have; take fewer and longer shards, or" \
    "say with --most what \`scontrol show config | grep MaxArraySize\` allows"

# What is still to be played: everything, unless there are shards already.
list="1-$shards"
if compgen -G "$out/*/manifest.toml" >/dev/null; then
  command -v "$portolan" >/dev/null || fail "$portolan: no such program"
  if told=$("$portolan" merge "$out" --check 2>&1); then
    echo "$told; to put them together:"
    echo "  $(printf '%q' "$portolan") merge $(printf '%q' "$out") --out results/$(basename "$file" .toml)"
    exit 0
  fi
  echo "$told" >&2
  list=$(sed -n 's/^run again: //p' <<<"$told")
  [ -n "$list" ] || fail "these shards cannot be mended by playing some again"
fi
if [ -n "$missing" ]; then
  echo "to submit shards $list of $shards:"
  printf '  '
  for word in "${words[@]}"; do [ "$word" = --missing ] || printf '%q ' "$word"; done
  echo
  exit 1
fi

name=$(basename "$file" .toml)
submit=(sbatch --array="$list${at_once:+%$at_once}" --requeue --open-mode=append --job-name="$name"
  --ntasks=1 --cpus-per-task="$threads" --mem="$memory" --output="$out/slurm-%A_%a.log"
  ${limit:+--time="$limit"} ${partition:+--partition="$partition"})
# Slurm tells each job its index; everything else is fixed here.
script=$(
  echo '#!/bin/bash'
  printf 'exec %q run %q --quiet --threads %q' "$portolan" "$file" "$threads"
  # shellcheck disable=SC2016
  printf ' --shard "$SLURM_ARRAY_TASK_ID/%s" --out %q/shard="$SLURM_ARRAY_TASK_ID"' "$shards" "$out"
  [ ${#more[@]} -eq 0 ] || printf ' %q' "${more[@]}"
  echo
)
if [ -n "$dry" ]; then
  printf '%q ' "${submit[@]}"
  printf '<<END\n%s\nEND\n' "$script"
  exit 0
fi
command -v sbatch >/dev/null || fail "sbatch is not here: run this where jobs are submitted from"
mkdir -p "$out"
"${submit[@]}" <<<"$script" || exit 1
echo "when the array has ended, submit what failed, if anything did, with the same command:"
printf '  '; printf '%q ' "${words[@]}"; echo
