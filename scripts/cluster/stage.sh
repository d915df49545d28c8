# What shell scripts of this folder share: trying the program, and gathering what travels with an
# experiment. Read by them with `source`, and no program itself.
# shellcheck shell=bash

fail() {
  echo "error: $*" >&2
  exit 2
}

# Ends the script if the program cannot be run here, or cannot play that: what is wrong here would be wrong
# in every shard. `can_play PORTOLAN FILE [OPTIONS OF portolan run]`.
can_play() {
  local portolan=$1 file=$2
  shift 2
  command -v "$portolan" >/dev/null || fail "$portolan: no such program; name it with --portolan"
  "$portolan" --version >/dev/null || fail "$portolan: cannot be run here; build it for this machine"
  "$portolan" run "$file" --list-files "$@" >/dev/null || exit 2
}

# Copies the program and every file that an experiment is made of, in the places that they have to each
# other: `stage FOLDER PORTOLAN FILE [OPTIONS OF portolan run]`. The folder within FOLDER that stands for
# this one is left in $here, the name of the experiment there in $spec, that of the program in $program.
stage() {
  local folder=$1 portolan=$2 file=$3 files path at up deepest=0 around begin
  shift 3
  # Where the path is long, the second line names Python.
  begin=$(head -c 2000 -- "$(command -v "$portolan")" | tr -d '\0' | head -n 2)
  [[ $begin != '#!'*python* ]] ||
    fail "$portolan is a script of a Python environment and runs nowhere else; name a program of a release with --portolan"
  spec=$(realpath -ms --relative-to=. -- "$file")
  files=$("$portolan" run "$spec" --list-files "$@") || exit 2
  local places=()
  while IFS= read -r path; do
    # Nothing, of an experiment that ships with the program.
    [ -n "$path" ] || continue
    [[ $path != /* ]] ||
      fail "$path: $file names it from the root of this machine; name it from the folder of the file"
    at=$(realpath -ms --relative-to=. -- "$path")
    places+=("$at")
    for ((up = 0; ; up++)); do
      [[ $at == ../* ]] || break
      at=${at#../}
    done
    [ "$up" -le "$deepest" ] || deepest=$up
  done <<<"$files"
  # As many of the folders around this one as the files refer to.
  around=$(pwd -P)
  here=.
  for ((up = 0; up < deepest; up++)); do
    here=$(basename "$around")/$here
    around=$(dirname "$around")
  done
  program=./portolan-program
  mkdir -p "$folder/$here"
  for at in "${places[@]}"; do
    mkdir -p "$(dirname "$(realpath -ms -- "$folder/$here/$at")")"
    cp -L -- "$at" "$(realpath -ms -- "$folder/$here/$at")"
  done
  cp -L -- "$(command -v "$portolan")" "$folder/$here/$program"
}
