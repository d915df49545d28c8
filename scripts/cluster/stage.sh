# Functions shared by the shell scripts of this folder: check the program, and copy the files of an experiment.
# The scripts read this file with `source`; it is not a program.
# shellcheck shell=bash

fail() {
  echo "error: $*" >&2
  exit 2
}

# Exits if the program or the experiment cannot run on this machine, because the error would occur in every shard.
# `can_play PORTOLAN FILE [OPTIONS OF portolan run]`.
can_play() {
  local portolan=$1 file=$2
  shift 2
  command -v "$portolan" >/dev/null || fail "$portolan: no such program; name it with --portolan"
  "$portolan" --version >/dev/null || fail "$portolan: cannot be run here; build it for this machine"
  "$portolan" run "$file" --list-files "$@" >/dev/null || exit 2
}

# Copies the program and all files of an experiment, with their relative paths:
# `stage FOLDER PORTOLAN FILE [OPTIONS OF portolan run]`. Sets $here to the folder in FOLDER that replaces the current
# folder, $spec to the name of the experiment there, and $program to the name of the program.
stage() {
  local folder=$1 portolan=$2 file=$3 files path at up deepest=0 around begin
  shift 3
  # If the path is long, the second line names Python.
  begin=$(head -c 2000 -- "$(command -v "$portolan")" | tr -d '\0' | head -n 2)
  [[ $begin != '#!'*python* ]] ||
    fail "$portolan is a script of a Python environment and runs nowhere else; name a program of a release with --portolan"
  spec=$(realpath -ms --relative-to=. -- "$file")
  files=$("$portolan" run "$spec" --list-files "$@") || exit 2
  local places=()
  while IFS= read -r path; do
    # Experiments that ship with the program need no files.
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
  # Replicate as many parent folders as the files refer to.
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
