#!/usr/bin/env bash
# Opens a report of every kind of experiment, and the given pages, in headless Chromium. Checks sizes, colours,
# overlapping text, sorting and filtering. Then plays whole games of each kind by clicks, by keyboard and by touch.
#
# Needs the release program and Chromium with its driver, which the script installs with apt-get if possible. It creates
# its own Python environment, target/browser, with selenium and a package that contains axe-core (MPL-2.0; it is used for
# the test only). If no browser is available, the script prints a message and exits with code 75, without testing.
#
#     scripts/browser/test.sh [PAGE …]
set -euo pipefail
pages=()
for page in "$@"; do
  pages+=("$(realpath "$page")")
done
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
program=${PORTOLAN:-$target/release/portolan}
environment=$target/browser

untested() {
  echo "no page was opened in a browser: $*" >&2
  exit 75
}
[ -x "$program" ] || untested "$program is missing; cargo build --release makes it"
if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || untested "Chromium and its driver are missing"
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    chromium chromium-driver fonts-dejavu-core; } >/dev/null 2>&1 || untested "apt-get does not install Chromium"
fi
if ! "$environment/bin/python" -c 'import selenium' 2>/dev/null; then
  rm -rf "$environment"
  python3 -m venv "$environment" &&
    "$environment/bin/pip" install --quiet --disable-pip-version-check 'selenium>=4.20,<5' ||
    untested "Python 3.10 or later with venv and the package selenium are needed"
fi
# The package contains axe.min.js; the browser automation that it wraps is not needed.
"$environment/bin/python" -c 'import axe_playwright_python' 2>/dev/null ||
  "$environment/bin/pip" install --quiet --disable-pip-version-check --no-deps 'axe-playwright-python==0.1.8' ||
  echo "axe-core is not available, so accessibility is checked without it" >&2
axe=$(find "$environment" -name axe.min.js | head -n 1)
# Send no statistics, and do not download another driver.
export SE_AVOID_STATS=true SE_OFFLINE=true

runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
scripts/browser/folders.sh "$program" "$runs"
"$environment/bin/python" scripts/browser/pages.py ${PORTOLAN_PICTURES:+--pictures "$PORTOLAN_PICTURES"} \
  "$runs"/*.html "$runs"/*/*.html ${pages[@]+"${pages[@]}"}
"$environment/bin/python" scripts/browser/games.py ${PORTOLAN_PICTURES:+--pictures "$PORTOLAN_PICTURES"} \
  ${axe:+--axe "$axe"} "$program"
