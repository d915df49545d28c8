#!/usr/bin/env bash
# Packs a built program with its completions and manual pages: portolan-VERSION-TARGET.tar.gz, .zip for Windows.
set -euo pipefail

usage() {
  cat <<'END'
Packs a built program with its completions and manual pages.

usage: pack.sh PROGRAM TARGET DIR

  PROGRAM   the program, which must run on this machine
  TARGET    target triple, such as x86_64-unknown-linux-gnu
  DIR       folder for the archive, which is created if missing

Prints the path of the archive: DIR/portolan-VERSION-TARGET.tar.gz, or .zip of a target that names windows.
Exit code: 0 success, 1 failure, 2 wrong usage.
END
}

case ${1:-} in --help | -h) usage; exit 0 ;; esac
[ $# -eq 3 ] || { usage >&2; exit 2; }
program=$1 target=$2 out=$3
[ -f "$program" ] || { echo "error: $program: no such file" >&2; exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=$("$program" --version | cut -d' ' -f2)
name=portolan-$version-$target
mkdir -p "$out"
out=$(cd "$out" && pwd)
staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
mkdir -p "$staged/$name/completions"
cp "$program" "$root"/README.md "$root"/CHANGELOG.md "$root"/LICENSE-APACHE "$root"/LICENSE-MIT "$staged/$name/"
program=$staged/$name/$(basename "$program")
chmod 755 "$program"
(
  cd "$staged/$name/completions"
  "$program" completions bash >portolan.bash
  "$program" completions zsh >_portolan
  "$program" completions fish >portolan.fish
  "$program" completions powershell >portolan.ps1
  "$program" completions elvish >portolan.elv
)
"$program" man --out "$staged/$name/man/man1" >/dev/null
case $target in
  *windows*) archive=$out/$name.zip ;;
  *) archive=$out/$name.tar.gz ;;
esac
rm -f "$archive"
case $archive in
  *.zip)
    # Git's bash for Windows has no zip.
    if command -v zip >/dev/null; then (cd "$staged" && zip -qr "$archive" "$name")
    else (cd "$staged" && 7z a -bso0 "$archive" "$name"); fi
    ;;
  *) tar -C "$staged" -czf "$archive" "$name" ;;
esac
echo "$archive"
