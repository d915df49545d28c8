#!/usr/bin/env bash
# Plays the shards of an experiment as an indexed Job of Kubernetes.
set -euo pipefail

usage() {
  cat <<'END'
Plays the shards of an experiment as an indexed Job of Kubernetes, from the template
kubernetes-job.yaml. Needs Kubernetes 1.33, or 1.29 with its defaults (backoffLimitPerIndex).

usage: kubernetes.sh FILE --shards N --out DIR --claim NAME [options] [-- OPTIONS OF portolan run]

FILE, DIR and the program are paths in a volume that the pods share, mounted as /work.

  --shards N         number of shards
  --out DIR          folder that the shards go to, as DIR/shard=1, DIR/shard=2 …
  --claim NAME       PersistentVolumeClaim with the experiment and the program; ReadWriteMany, if the
                     pods are to be on several nodes
  --at-once K        shards at a time (default: 10)
  --threads T        processors and threads of each shard (default: 1)
  --memory SIZE      memory of a shard (default: 500Mi)
  --image NAME       image with /bin/sh (default: debian:stable-slim; busybox is enough for a static
                     program)
  --name NAME        name of the Job (default: that of FILE)
  --portolan BIN     the program in the volume (default: ./portolan)
  --dry-run          print the Job, and start nothing

Afterwards, where the volume is mounted: portolan merge DIR --check names what is missing; delete the Job
and run the same command again, and what is finished is not played again.

Exit code: 0 the Job was handed over, 1 kubectl refused it, 2 wrong usage.
END
}

fail() {
  echo "error: $*" >&2
  exit 2
}

file='' shards='' out='' claim='' at_once=10 threads=1 memory=500Mi image=debian:stable-slim name=''
portolan=./portolan dry='' more=()
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --dry-run) dry=yes; shift ;;
    --) shift; more=("$@"); break ;;
    --shards | --out | --claim | --at-once | --threads | --memory | --image | --name | --portolan)
      [ $# -gt 1 ] || fail "$1 needs a value"
      case $1 in
        --shards) shards=$2 ;;
        --out) out=$2 ;;
        --claim) claim=$2 ;;
        --at-once) at_once=$2 ;;
        --threads) threads=$2 ;;
        --memory) memory=$2 ;;
        --image) image=$2 ;;
        --name) name=$2 ;;
        --portolan) portolan=$2 ;;
      esac
      shift 2
      ;;
    -*) fail "unknown option $1; --help lists them" ;;
    *) [ -z "$file" ] || fail "two experiment files: $file and $1"; file=$1; shift ;;
  esac
done
[ -n "$file" ] || fail "no experiment file; see --help"
[ -n "$out" ] || fail "--out DIR is missing"
[ -n "$claim" ] || fail "--claim NAME is missing"
for number in "--shards $shards" "--at-once $at_once" "--threads $threads"; do
  [[ $number =~ \ [1-9][0-9]*$ ]] || fail "${number%% *}: expected a number from 1"
done
name=${name:-$(basename "$file" .toml)}
[[ $name =~ ^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$ ]] ||
  fail "--name $name: a Job is called by small letters, digits and hyphens"
# These words stand in a shell command within YAML: keep to what means nothing to either.
for word in "$file" "$out" "$claim" "$memory" "$image" "$portolan" "${more[@]}"; do
  [[ $word =~ ^[-A-Za-z0-9_./=,:+@]+$ ]] || fail "'$word': only letters, digits and -_./=,:+@ can be passed on"
done

job=$(cat "$(dirname "$0")/kubernetes-job.yaml")
fill() { job=${job//"@$1@"/"$2"}; }
fill NAME "$name"
fill SHARDS "$shards"
fill AT_ONCE "$at_once"
fill THREADS "$threads"
fill MEMORY "$memory"
fill IMAGE "$image"
fill CLAIM "$claim"
fill PORTOLAN "$portolan"
fill FILE "$file"
fill OUT "$out"
fill MORE "${more[*]:+ ${more[*]}}"
if [ -n "$dry" ]; then
  echo "$job"
  exit 0
fi
command -v kubectl >/dev/null || fail "kubectl is not installed"
kubectl create -f - <<<"$job" || exit 1
