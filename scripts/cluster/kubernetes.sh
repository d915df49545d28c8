#!/usr/bin/env bash
# Plays the shards of an experiment as an indexed Job of Kubernetes.
set -euo pipefail

usage() {
  cat <<'END'
Plays the shards of an experiment as an indexed Job of Kubernetes, from the template
kubernetes-job.yaml. Needs Kubernetes 1.33, or 1.29 with its defaults (backoffLimitPerIndex).

usage: kubernetes.sh FILE --shards N --out DIR --claim NAME [options] [-- OPTIONS OF portolan run]

FILE, DIR and the program are paths in a volume that the pods share, mounted as /work.

  --shards N         number of shards, 100000 at most
  --out DIR          folder for the shards: DIR/shard=1, DIR/shard=2 …
  --claim NAME       PersistentVolumeClaim with the experiment and the program; ReadWriteMany, if the
                     pods are to run on several nodes
  --fill             first copy the program, FILE and all that it is made of (inherited files, bots,
                     component data) from here to the volume, through a temporary pod
  --at-once K        shards at a time (default: 10), 10000 at most
  --threads T        processors and threads of each shard (default: 1)
  --memory SIZE      memory of a shard, with its unit (default: 500Mi)
  --image NAME       image with /bin/sh and grep, and tar for --fill (default: debian:stable-slim; busybox
                     is enough for a static program); Dockerfile makes one that has the program, too
  --name NAME        name of the Job (default: that of FILE)
  --portolan BIN     the program in the volume, or in the image by its whole path (default: ./portolan);
                     with --fill the one that is copied (default: $PORTOLAN, or portolan in the PATH), which
                     must run both here and there
  --dry-run          print the Job without starting it

Pods run as nobody (65534) and may write to the volume only. Afterwards, where the volume is mounted:
portolan merge DIR --check names what is missing; delete the Job and run the same command again, and what is
finished is not played again.

Exit code: 0 the Job was handed over, 1 kubectl refused it, 2 wrong usage.
END
}

# shellcheck disable=SC1091
source "$(dirname "${BASH_SOURCE[0]}")/stage.sh"

file='' shards='' out='' claim='' at_once=10 threads=1 memory=500Mi image=debian:stable-slim name=''
portolan='' fill='' dry='' more=()
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --dry-run) dry=yes; shift ;;
    --fill) fill=yes; shift ;;
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
  [[ $number =~ \ [1-9][0-9]{0,8}$ ]] || fail "${number%% *}: expected a number from 1"
done
# Above these limits, Kubernetes requires a limit on failed shards, and many simultaneous pods become slow.
[ "$shards" -le 100000 ] ||
  fail "--shards $shards: an indexed Job has 100000 at most here; take fewer and longer shards"
[ "$at_once" -le 10000 ] || fail "--at-once $at_once: expected 10000 at most"
# A number without a unit would be bytes, and m means thousandths of a byte.
[[ $memory =~ ^[1-9][0-9]*(\.[0-9]+)?(k|M|G|T|Ki|Mi|Gi|Ti)$ ]] ||
  fail "--memory $memory: expected a size with its unit, such as 500Mi or 2Gi"
name=${name:-$(basename "$file" .toml)}
# The name of a pod ends with the number of its shard and has at most 63 characters.
longest=$((62 - ${#shards}))
[[ $name =~ ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$ && ${#name} -le $longest ]] ||
  fail "--name $name: a Job is called by small letters, digits and hyphens, here $longest at most"
[[ $claim =~ ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$ ]] ||
  fail "--claim $claim: a claim is called by small letters, digits, hyphens and dots"
here=. spec=$file program=${portolan:-./portolan}
if [ -n "$fill" ]; then
  portolan=${portolan:-${PORTOLAN:-portolan}}
  [[ $file != *.toml || -f $file ]] || fail "$file: no such file"
  can_play "$portolan" "$file" "${more[@]}"
  staged=$(mktemp -d)
  trap 'rm -rf "$staged"' EXIT
  stage "$staged" "$portolan" "$file" "${more[@]}"
fi
# These words are part of a shell command within YAML and must not contain special characters of either.
for word in "$spec" "$here" "$out" "$image" "$program" "${more[@]}"; do
  [[ $word =~ ^[-A-Za-z0-9_./=,:+@]+$ ]] || fail "'$word': only letters, digits and -_./=,:+@ can be passed on"
done

filled() { # TEMPLATE NAME
  local text word
  text=$(cat "$(dirname "${BASH_SOURCE[0]}")/$1")
  for word in "NAME=$2" "SHARDS=$shards" "AT_ONCE=$at_once" "THREADS=$threads" "MEMORY=$memory" \
    "IMAGE=$image" "CLAIM=$claim" "PORTOLAN=$program" "FILE=$spec" "HERE=$here" "OUT=$out" \
    "MORE=${more[*]:+ ${more[*]}}"; do
    text=${text//"@${word%%=*}@"/"${word#*=}"}
  done
  echo "$text"
}
job=$(filled kubernetes-job.yaml "$name")
if [ -n "$dry" ]; then
  echo "$job"
  exit 0
fi
command -v kubectl >/dev/null || fail "kubectl is not installed"
if [ -n "$fill" ]; then
  pod="$name-fill"
  kubectl create -f - <<<"$(filled kubernetes-volume.yaml "$pod")" || exit 1
  copied=yes
  kubectl wait --for=condition=Ready "pod/$pod" --timeout=300s || copied=''
  # The user `nobody` cannot set times and owners.
  [ -z "$copied" ] || { cd "$staged" && tar -cf - -- *; } |
    kubectl exec -i "$pod" -- tar -x -m -o -C /work -f - || copied=''
  kubectl delete pod "$pod" --wait=false
  [ -n "$copied" ] || { echo "error: the volume could not be filled" >&2; exit 1; }
fi
kubectl create -f - <<<"$job" || exit 1
