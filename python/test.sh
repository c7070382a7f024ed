#!/usr/bin/env bash
# Builds the wheel, installs it in a fresh virtual environment, and runs its tests there: pytest, mypy, the notebooks and the
# chapter "From Python". PYTHON names the interpreter. Needs PyPI for maturin and for what tests use.
set -euo pipefail
cd "$(dirname "$0")"

python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m venv "$work/venv"
bin=$work/venv/bin
"$bin/pip" install --quiet --disable-pip-version-check -r tests/requirements.txt

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
"$bin/maturin" build --quiet --profile "${PROFILE:-release}" --locked --out "$work/wheels"
"$bin/pip" install --quiet --disable-pip-version-check --no-deps "$work"/wheels/*.whl
ls -s --block-size=K "$work"/wheels/*.whl | awk -F/ '{ print $1 $NF }' | sed "s|$work||"

# From another folder, so that the installed package is tested and not the one here. WRITE=1 writes what is generated.
export PYTHONPATH= LAYOUTS_SOURCE=$PWD
cd "$work"
"$bin/pytest" --quiet -p no:cacheprovider "$LAYOUTS_SOURCE/tests"
"$bin/mypy" --no-incremental --strict --package layouts
"$bin/mypy" --no-incremental --strict "$LAYOUTS_SOURCE/tests/typed.py"
