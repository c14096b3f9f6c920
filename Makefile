# Two commands matter: `make play` and `make test`. Each sets up whatever it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

INSTALL = $(BIN)/python -m pip install --quiet --editable
# What pip does for a package that is not editable: else the first start would, while one waits.
TO_BYTECODE = $(BIN)/python -m compileall -q src/galda
UNREACHABLE = { echo "pip could not install what is needed; it must reach a package index" >&2; exit 1; }

.PHONY: play test slow lab hooks hooks-installed scripts lock wheel docs pictures clean

play: $(VENV)/.ready-to-play
	$(BIN)/galda serve

test: $(VENV)/.ready-to-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	scripts/browser.sh & browser=$$!; $(BIN)/mypy; typed=$$?; wait $$browser && exit $$typed
	$(BIN)/pytest -n auto --dist loadgroup

# Exhaustive runs that take minutes.
slow: $(VENV)/.ready-to-test
	$(INSTALL) '.[dev-slow]' || $(UNREACHABLE)
	$(BIN)/pytest -m slow

# Each experiment once, on something small (lab/README.md); no part of `make test`.
lab: $(VENV)/.ready-to-test
	$(BIN)/mypy lab
	$(BIN)/pytest -n auto --dist loadgroup lab

# What is checked at every commit once `make hooks-installed` has run: .pre-commit-config.yaml.
hooks: $(VENV)/.ready-to-test
	$(BIN)/pre-commit run --all-files

hooks-installed: $(VENV)/.ready-to-test
	$(BIN)/pre-commit install

# The page's scripts: style, types and unit tests; needs node and npm.
scripts: node_modules/.ready
	npx eslint
	npx tsc
	node --test tests/scripts/

node_modules/.ready: package.json
	npm install --no-package-lock --no-audit --no-fund --silent
	touch $@

# What the container installs, with hashes: the newest versions that pyproject.toml allows.
lock: $(VENV)/.made
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --upgrade pyproject.toml deploy/building.in --extra postgres \
	    --python-version 3.12 --python-platform x86_64-manylinux_2_28 --generate-hashes \
	    --no-header --no-annotate --output-file deploy/requirements.lock

# Wheels in dist/: a plain one, and one for this system with everything compiled.
wheel: $(VENV)/.ready-to-play
	$(BIN)/python scripts/wheel.py dist

# The documentation as a site, on this computer; it is made anew when a page changes.
docs: $(VENV)/.ready-to-write
	$(BIN)/mkdocs serve

# The pictures of the README, from the real thing.
pictures: $(VENV)/.ready-to-test
	$(INSTALL) '.[dev-slow]' || $(UNREACHABLE)
	scripts/browser.sh
	$(BIN)/python scripts/pictures.py

$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Galda needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.ready-to-play: $(VENV)/.made pyproject.toml
	$(INSTALL) '.[table]' || $(UNREACHABLE)
	$(TO_BYTECODE)
	touch $@

$(VENV)/.ready-to-test: $(VENV)/.made pyproject.toml
	$(INSTALL) '.[dev]' || $(UNREACHABLE)
	$(TO_BYTECODE)
	touch $@

$(VENV)/.ready-to-write: $(VENV)/.made pyproject.toml
	$(INSTALL) '.[docs]' || $(UNREACHABLE)
	touch $@

clean:
	rm -rf $(VENV)
