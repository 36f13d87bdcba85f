# The commands of a day; `just` lists them.

bin := ".venv/bin"

_default:
    @just --list

# Make the environment, with everything that the tests need.
setup:
    python3 -m venv .venv
    {{bin}}/pip install -e ".[test]"

# Run the tests, or those named: `just test tests/plugins -k hook`.
test *arguments:
    {{bin}}/pytest {{arguments}}

# Find what is wrong with the style.
lint:
    {{bin}}/ruff check .
    {{bin}}/ruff format --check .

# Put the style right where a machine can.
fmt:
    {{bin}}/ruff check --fix .
    {{bin}}/ruff format .

# Check the types.
types:
    {{bin}}/mypy --strict

# Run the examples of the pages and of the docstrings.
docs:
    {{bin}}/pytest tests/docs tests/test_doctests.py

# Build the documentation site into docs/_build, warnings as errors.
site:
    {{bin}}/pip install --quiet -e ".[docs]"
    {{bin}}/sphinx-build -W --keep-going -n -q -j auto docs docs/_build

# Write the pages of the games, the schemas and the references anew from the rules and models.
pages:
    {{bin}}/python docs/build_pages.py

# Measure random play beside the peers, which the extra "bench" installs.
bench:
    {{bin}}/pytest tests/benchmarks --numprocesses=0 --benchmark-enable --benchmark-only

# Everything that must hold before a change is taken.
ci:
    .ci/run
