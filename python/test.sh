#!/usr/bin/env bash
# Builds the package and tests it in its own environment, target/python. The script creates the environment again if it
# is missing or if the packages below have changed. Needs Python 3.10 or later and a package index; without them, the
# script prints a message and exits with code 75, without testing. It builds the module in the development profile, with
# assertions, and copies it into the environment. With --wheel, maturin builds a wheel and pip installs it.
#
#     python/test.sh [--wheel] [PYTEST OPTION …]
set -euo pipefail
cd "$(dirname "$0")/.."
environment=${CARGO_TARGET_DIR:-target}/python
packages=('maturin>=1.9,<2' 'numpy>=1.24' 'pytest>=8' 'pettingzoo>=1.24' 'gymnasium>=1.1' 'polars>=1' 'pandas>=2' 'duckdb>=1' 'scikit-learn>=1.4'
  'open_spiel>=1.6' 'joblib>=1.3' 'mypy>=1.10' 'nbclient>=0.10' 'ipykernel>=6' 'tqdm>=4.60' 'matplotlib>=3.6')
# PyTorch needs about 5 GB on some systems. The script skips the learning tests if the installation takes more than two
# minutes or less than 20 GB are free.
learners=('torch>=2.2' 'sb3-contrib>=2.3' 'dm-tree>=0.1')
if ! [ -x "$environment/bin/maturin" ] || [ "$(cat "$environment/packages" 2>&1)" != "${packages[*]}" ]; then
  rm -rf "$environment"
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' && python3 -m venv "$environment" &&
    "$environment/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}" || {
    rm -rf "$environment"
    echo "the Python package is not tested: Python 3.10 or later with venv and the packages of python/test.sh are needed" >&2
    exit 75
  }
  echo "${packages[*]}" >"$environment/packages"
  if [ "$(df -Pk "$environment" | awk 'END { print $4 }')" -gt 20000000 ]; then
    timeout 120 "$environment/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir "${learners[@]}" || true
  fi
  # Remove incomplete installations.
  "$environment/bin/python" -c 'import torch, sb3_contrib, tree' 2>/dev/null ||
    rm -rf "$environment"/lib/python*/site-packages/{torch,sb3_contrib,tree,dm_tree}{,-*}
fi
if [ "${1:-}" = --wheel ] || [ "$(uname)" != Linux ]; then
  [ "${1:-}" != --wheel ] || shift
  wheels=$(mktemp -d)
  trap 'rm -rf "$wheels"' EXIT
  "$environment/bin/maturin" build --locked --quiet --manifest-path python/Cargo.toml --out "$wheels"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheels"/*.whl
else
  # Build the whole workspace, so that all crates have the same features as in the other tests and are built only once.
  PYO3_BUILD_EXTENSION_MODULE=1 cargo build --locked --quiet --workspace --exclude portolan-benches --lib --bins --tests --examples
  package=$("$environment/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/portolan
  "$environment/bin/pip" uninstall --quiet --disable-pip-version-check --yes portolan 2>/dev/null
  rm -rf "$package"
  cp -R python/portolan "$package"
  cp "${CARGO_TARGET_DIR:-target}/debug/lib_portolan.so" "$package/_portolan.abi3.so"
fi
"$environment/bin/python" -m pytest -q -rs -c python/pyproject.toml --rootdir python python/tests "$@"
