# Two commands matter: `make play` and `make test`. Each sets up whatever it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test slow wheel clean

play: $(VENV)/.ready-to-play
	$(BIN)/galda serve

test: $(VENV)/.ready-to-test
	scripts/browser.sh
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest -n auto

# Exhaustive runs that take minutes.
slow: $(VENV)/.ready-to-test
	$(BIN)/python -m pip install --quiet --editable '.[ray]'
	$(BIN)/pytest -m slow

# Wheels in dist/: a plain one, and one for this system with everything compiled.
wheel: $(VENV)/.ready-to-play
	$(BIN)/python scripts/wheel.py dist

$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Galda needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.ready-to-play: $(VENV)/.made pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.ready-to-test: $(VENV)/.made pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV)
