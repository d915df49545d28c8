#!/usr/bin/env bash
# Plays the shards of an experiment with GNU parallel, on this machine or on several by ssh.
set -euo pipefail

usage() {
  cat <<'END'
Plays the shards of an experiment with GNU parallel, on this machine or on several by ssh.

usage: parallel.sh FILE --shards N --out DIR [options] [-- OPTIONS OF portolan run]

  --shards N         number of shards
  --out DIR          folder that the shards go to, as DIR/shard=1, DIR/shard=2 …
  --jobs J           shards at a time on each machine (default: one per processor)
  --threads T        threads of each shard (default: 1)
  --only LIST        play just these, such as 3,7: what `run again:` names
  --retries R        tries of a shard that fails (default: 3)
  --hosts LIST       machines for ssh, with commas between, such as 8/one,16/two,: (N/ is the number of
                     shards at a time, : is this machine); the folder of this command and DIR must be
                     on a disk that all of them have
  --copy             with --hosts: there is no such disk. The program, FILE and --with are copied by
                     rsync to a new folder in the home folder there, and the shards are copied back
  --with PATH        with --copy: copy this file or folder next to FILE, too; may be repeated
  --portolan BIN     the program (default: $PORTOLAN, or portolan in the PATH)
  --dry-run          print what would be run, and run nothing

Run the same command again after a kill: what is finished is not played again. At the end the shards
are checked; if some are missing or damaged, the command that plays them is printed.

Exit code: 0 all shards are there and whole, 1 some are not, 2 wrong usage.
END
}

fail() {
  echo "error: $*" >&2
  exit 2
}

file='' shards='' out='' jobs='' threads=1 only='' retries=3 hosts='' copy='' dry=''
portolan=${PORTOLAN:-portolan}
with=() more=() words=("$0" "$@")
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --dry-run) dry=yes; shift ;;
    --copy) copy=yes; shift ;;
    --) shift; more=("$@"); break ;;
    --shards | --out | --jobs | --threads | --only | --retries | --hosts | --with | --portolan)
      [ $# -gt 1 ] || fail "$1 needs a value"
      case $1 in
        --shards) shards=$2 ;;
        --out) out=$2 ;;
        --jobs) jobs=$2 ;;
        --threads) threads=$2 ;;
        --only) only=$2 ;;
        --retries) retries=$2 ;;
        --hosts) hosts=$2 ;;
        --with) with+=("$2") ;;
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
[[ $threads =~ ^[1-9][0-9]*$ ]] || fail "--threads: expected a number from 1"
[[ $retries =~ ^[1-9][0-9]*$ ]] || fail "--retries: expected a number from 1"
[[ $jobs =~ ^([1-9][0-9]*)?$ ]] || fail "--jobs: expected a number from 1"
[[ $only =~ ^([1-9][0-9]*(,[1-9][0-9]*)*)?$ ]] || fail "--only: expected numbers such as 3,7"
[ -z "$copy" ] || [ -n "$hosts" ] || fail "--copy is for --hosts"
[[ -z "$copy" || ,$hosts, != *,*:,* ]] || fail "--copy: this machine (:) cannot be among --hosts"
[ ${#with[@]} -eq 0 ] || [ -n "$copy" ] || fail "--with is for --copy"

[ -z "$copy" ] || out=$(realpath -m "$out")
if [ -n "$only" ]; then
  IFS=, read -ra indices <<<"$only"
else
  mapfile -t indices < <(seq 1 "$shards")
fi

command=(parallel --quote --retries "$retries" --tagstring 'shard {}')
# What a list asks for is played, whatever an earlier run has logged.
[ -n "$only" ] || command+=(--joblog "$out/joblog" --resume-failed)
[ -z "$jobs" ] || command+=(--jobs "$jobs")
[ -z "$hosts" ] || command+=(--sshlogin "$hosts")
[ ! -t 2 ] || command+=(--bar)
program=$portolan spec=$file target="$out/shard={}"
if [ -n "$copy" ]; then
  binary=$(command -v "$portolan") || fail "$portolan: no such program"
  # What stands after /./ is where a copied file is to be.
  place() { echo "$(cd "$(dirname "$1")" && pwd)/./$(basename "$1")"; }
  # A folder of its own, below the home folder there.
  there="portolan-$(date +%s)-$$"
  command+=(--workdir "$there" --basefile "$(place "$binary")" --basefile "$(place "$file")")
  # GNU parallel quotes names for the remote shell; rsync since 3.2.4 would do so once more.
  export RSYNC_OLD_ARGS=1
  for path in "${with[@]}"; do command+=(--basefile "$(place "$path")"); done
  command+=(--return 'shard={}')
  program="./$(basename "$binary")" spec=$(basename "$file") target='shard={}'
elif [ -n "$hosts" ]; then
  command+=(--workdir "$PWD")
fi
command+=("$program" run "$spec" --quiet --threads "$threads" --shard "{}/$shards" --out "$target")
command+=("${more[@]}" ":::" "${indices[@]}")

if [ -n "$dry" ]; then
  printf '%q ' "${command[@]}"
  echo
  echo "$(printf '%q' "$portolan") merge $(printf '%q' "$out") --check"
  exit 0
fi
parallel --version 2>/dev/null </dev/null | grep -q '^GNU parallel' ||
  fail "GNU parallel is not installed: apt-get install parallel, dnf install parallel, brew install parallel"
mkdir -p "$out"
status=0
# Shards that are copied back come to the folder that parallel runs in.
(if [ -n "$copy" ]; then cd "$out"; fi && "${command[@]}" >/dev/null) || status=$?
[ -z "$copy" ] || parallel --nonall --sshlogin "$hosts" rm -rf "$there"
[ $status -eq 0 ] || echo "GNU parallel ended with $status: some shards failed" >&2

if told=$("$portolan" merge "$out" --check 2>&1); then
  echo "$told; to put them together:"
  echo "  $(printf '%q' "$portolan") merge $(printf '%q' "$out") --out results/$(basename "$file" .toml)"
  exit 0
fi
echo "$told" >&2
again=$(sed -n 's/^run again: //p' <<<"$told")
[ -z "$again" ] || {
  # The same command, with another list and before what is meant for portolan.
  line=() skip=''
  for at in "${!words[@]}"; do
    word=${words[at]}
    [ "$word" != -- ] || break
    if [ -n "$skip" ]; then skip=''; elif [ "$word" = --only ]; then skip=yes; else line+=("$word"); fi
  done
  line+=(--only "$again")
  [ ${#more[@]} -eq 0 ] || line+=(-- "${more[@]}")
  echo "to play them again:"
  printf '  '; printf '%q ' "${line[@]}"; echo
}
exit 1
