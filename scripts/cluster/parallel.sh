#!/usr/bin/env bash
# Plays the shards of an experiment with GNU parallel, on this machine or on several by ssh.
set -euo pipefail

usage() {
  cat <<'END'
Plays the shards of an experiment with GNU parallel, on this machine or on several by ssh.

usage: parallel.sh FILE --shards N --out DIR [options] [-- OPTIONS OF portolan run]

  --shards N         number of shards
  --out DIR          folder for the shards: DIR/shard=1, DIR/shard=2 …
  --jobs J           shards at a time on each machine (default: one per processor)
  --threads T        threads of each shard (default: 1)
  --only LIST        play only these shards, such as 3,7 (the list after `run again:`)
  --retries R        tries of a shard that fails (default: 3)
  --hosts LIST       machines for ssh, with commas between, such as 8/one,16/two,: (N/ is the number of
                     shards at a time, : is this machine); the folder of this command and DIR must be
                     on a disk that all of them have
  --copy             with --hosts: there is no such disk. The program, FILE and all that it is made of
                     (inherited files, bots, component data) are copied by rsync to a folder in the home
                     folder there; a shard is copied back and removed there as soon as it is done
  --portolan BIN     the program (default: $PORTOLAN, or portolan in the PATH)
  --dry-run          print the commands without running them

Run the same command again after a kill. It skips finished shards and waits for shards that another process
is playing. Unreachable hosts are not used. At the end, the script checks the shards and prints the command
that plays missing or damaged shards.

Exit code: 0 all shards are complete; 1 shards are missing or damaged, or a game panicked; 2 wrong usage.
END
}

# shellcheck disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/stage.sh"

file='' shards='' out='' jobs='' threads=1 only='' retries=3 hosts='' copy='' dry=''
portolan=${PORTOLAN:-portolan}
more=() words=("$0" "$@")
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --dry-run) dry=yes; shift ;;
    --copy) copy=yes; shift ;;
    --) shift; more=("$@"); break ;;
    --shards | --out | --jobs | --threads | --only | --retries | --hosts | --portolan)
      [ $# -gt 1 ] || fail "$1 needs a value"
      case $1 in
        --shards) shards=$2 ;;
        --out) out=$2 ;;
        --jobs) jobs=$2 ;;
        --threads) threads=$2 ;;
        --only) only=$2 ;;
        --retries) retries=$2 ;;
        --hosts) hosts=$2 ;;
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
[[ $threads =~ ^[1-9][0-9]*$ ]] || fail "--threads: expected a number from 1"
[[ $retries =~ ^[1-9][0-9]*$ ]] || fail "--retries: expected a number from 1"
[[ $jobs =~ ^([1-9][0-9]*)?$ ]] || fail "--jobs: expected a number from 1"
[[ $only =~ ^([1-9][0-9]*(,[1-9][0-9]*)*)?$ ]] || fail "--only: expected numbers such as 3,7"
[ -z "$copy" ] || [ -n "$hosts" ] || fail "--copy is for --hosts"
[[ -z "$copy" || ,$hosts, != *,*:,* ]] || fail "--copy: this machine (:) cannot be among --hosts"
can_play "$portolan" "$file" "${more[@]}"

[ -z "$copy" ] || out=$(realpath -m "$out")
if [ -n "$only" ]; then
  IFS=, read -ra indices <<<"$only"
else
  mapfile -t indices < <(seq 1 "$shards")
fi

# Detect unreachable hosts soon, and never prompt for a password.
export PARALLEL_SSH=${PARALLEL_SSH:-ssh -o BatchMode=yes -o ConnectTimeout=20}
# If SHELL is not set, as in services and CI, GNU parallel searches its parent processes for a shell, and may then run
# nothing on a host and report success.
printenv SHELL >/dev/null || export SHELL=$BASH
program=$portolan spec=$file target="$out/shard={}" folder=$PWD here=. push=()
if [ -n "$copy" ]; then
  staged=$(mktemp -d)
  trap 'rm -rf "$staged"' EXIT
  stage "$staged" "$portolan" "$file" "${more[@]}"
  # The name is the same for equal commands, so that shards resume there after a kill.
  what=$(
    cd "$staged"
    { find . -type f -print0 | sort -z | xargs -0 sha256sum; echo "$HOSTNAME $out $shards ${more[*]}"; } |
      sha256sum | cut -c 1-12
  )
  there="portolan-$(basename "$file" .toml)-$what"
  folder="$there/$here" target='shard={}'
  for path in "$staged"/*; do push+=(--basefile "$staged/./$(basename "$path")"); done
  # GNU parallel quotes names for the remote shell; rsync since 3.2.4 would quote them again.
  export RSYNC_OLD_ARGS=1
fi

# Waits while another process plays the shard. A complete shard is done even if some of its games panicked,
# because another attempt would give the same result.
# shellcheck disable=SC2016
play='
  folder=$1
  shift
  while "$@"; code=$?; [ $code -eq 75 ]; do sleep 5; done
  [ $code -ne 1 ] || ! grep -qs "^status = \"complete\"" "$folder/manifest.toml" || code=0
  exit $code'
play_on() { # HOSTS, or nothing for this machine
  command=(parallel --quote --retries "$retries" --tagstring 'shard {}')
  # Play the listed shards, even if the log of an earlier run contains them.
  [ -n "$only" ] || command+=(--joblog "$out/joblog" --resume-failed)
  [ -z "$jobs" ] || command+=(--jobs "$jobs")
  [ ! -t 2 ] || command+=(--bar)
  [ -z "$1" ] || command+=(--sshlogin "$1" --workdir "$folder")
  [ -z "$copy" ] || command+=(--return 'shard={}')
  command+=(sh -c "$play" sh "$target" "$program" run "$spec" --quiet --threads "$threads")
  command+=(--shard "{}/$shards" --out "$target" "${more[@]}" ":::" "${indices[@]}")
}
# Sets the command that must succeed on a host before it receives shards.
try_on() { # HOST
  try=(parallel --nonall --sshlogin "$1" --workdir "${there:-$folder}" "${push[@]}")
  try+=("cd" "$(printf '%q' "$here")" "&&" "$(printf '%q' "$program")" --version)
}

IFS=, read -ra asked <<<"$hosts"
if [ -n "$dry" ]; then
  for host in "${asked[@]}"; do
    try_on "$host"
    printf '%q ' "${try[@]}"
    echo
  done
  play_on "$hosts"
  printf '%q ' "${command[@]}"
  echo
  echo "$(printf '%q' "$portolan") merge $(printf '%q' "$out") --check"
  exit 0
fi
parallel --version 2>/dev/null </dev/null | grep -q '^GNU parallel' ||
  fail "GNU parallel is not installed: apt-get install parallel, dnf install parallel, brew install parallel"

# Prints the command of this call with another --only, before the options of portolan.
again() { # LIST, or no argument for the unchanged call
  local line=() skip='' word
  for word in "${words[@]}"; do
    if [ -z "$1" ]; then line+=("$word"); continue; fi
    [ "$word" != -- ] || break
    if [ -n "$skip" ]; then skip=''; elif [ "$word" = --only ]; then skip=yes; else line+=("$word"); fi
  done
  if [ -n "$1" ]; then
    line+=(--only "$1")
    [ ${#more[@]} -eq 0 ] || line+=(-- "${more[@]}")
  fi
  echo "to play them again:"
  printf '  '
  printf '%q ' "${line[@]}"
  echo
}

mkdir -p "$out"
for ((round = 1; ; round++)); do
  alive=()
  for host in "${asked[@]}"; do
    try_on "$host"
    if "${try[@]}" </dev/null >/dev/null; then
      alive+=("$host")
    else
      echo "warning: $host does not answer, or cannot run the program: its shards go to the others" >&2
    fi
  done
  if [ ${#asked[@]} -gt 0 ] && [ ${#alive[@]} -eq 0 ]; then
    echo "error: none of the hosts can play shards" >&2
    again "$only"
    exit 1
  fi
  play_on "$(IFS=,; echo "${alive[*]}")"
  status=0
  (
    # Shards are copied back to the working directory of parallel and moved to their previous folders.
    if [ -n "$copy" ]; then
      cd "$out"
      export PARALLEL_RSYNC_OPTS="-rlDzR --remove-source-files"
    fi
    "${command[@]}" >/dev/null
  ) || status=$?
  [ $status -eq 0 ] || echo "GNU parallel ended with $status: some shards failed" >&2
  code=0
  told=$("$portolan" merge "$out" --check --quiet 2>&1) || code=$?
  list=$(sed -n 's/^run again: //p' <<<"$told")
  # If a host fails while a shard is copied back, the shard is lost and parallel does not notice.
  if [ -z "$copy" ] || [ $status -ne 0 ] || [ -z "$list" ] || [ "$round" -ge "$retries" ]; then break; fi
  echo "shards $list were lost on the way: once more" >&2
  only=$list
  IFS=, read -ra indices <<<"$only"
done
if [ -n "$copy" ]; then
  for host in "${alive[@]}"; do
    parallel --nonall --sshlogin "$host" rm -rf "$there" </dev/null ||
      echo "warning: $host does not answer: ~/$there may still be there" >&2
  done
fi

if [[ $told == *" all whole"* ]]; then
  echo "$told; to put them together:"
  echo "  $(printf '%q' "$portolan") merge $(printf '%q' "$out") --out results/$(basename "$file" .toml)"
  exit "$code"
fi
echo "$told" >&2
# Shards that were never started have no files to list.
again "$list"
exit 1
