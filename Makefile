# `make serve` and `make test` are all most people need; `make` lists the rest.
# Kept to what GNU make 3.81 knows, the one macOS ships.

VENV ?= .venv
HOST ?= 127.0.0.1
PORT ?= 8000
PYTEST_ARGS ?=
SOAK ?= --seconds 600 --clients 32
FUZZ ?= --seconds 780
# A file's tests stay together, so what its fixtures make is made once.
SPREAD ?= -n auto --maxprocesses=4 --dist=loadfile

# The first Python of a locked version that really runs (version managers leave
# names behind that don't) and can make a virtual environment.
CANDIDATES := python3.13 python3.12 python3.11 python3 python
ABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
ifndef PYTHON
PYTHON = $(shell for p in $(CANDIDATES); do if $$p -c '$(ABLE)' >/dev/null 2>&1; then echo $$p; break; fi; done)
endif

BIN := $(VENV)/bin
# pip's cautions about root and its own age say nothing about this project.
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install --root-user-action=ignore
LOCKED := $(PIP) --require-hashes --no-build-isolation

# Stamps are named after the content that they stand for, so a lock that changes,
# in whatever way, installs once, and one that doesn't costs nothing.
# The place counts too: what is installed names it, and a checkout can move.
sum = $(shell { pwd; cat $(1); } 2>/dev/null | cksum | tr ' ' '-')
INSTALLED := $(VENV)/installed-$(call sum,requirements/build.txt requirements/runtime.txt pyproject.toml)
TESTABLE := $(VENV)/testable-$(call sum,requirements/build.txt requirements/test.txt pyproject.toml)

# Where the Python that an environment was made with is gone, what its stamps say is gone too.
$(shell test -x $(BIN)/python || rm -f $(VENV)/installed-* $(VENV)/testable-*)

# One lock for every system and every Python from 3.11 on. Only this target needs uv.
LOCKER := .venv-lock/bin/uv
COMPILE := UV_CUSTOM_COMPILE_COMMAND='make lock' $(LOCKER) pip compile --quiet $(LOCK_ARGS) \
	--universal --generate-hashes --python-version 3.11

.PHONY: help serve build test soak fuzz test-cluster pace lint lock clean
.DEFAULT_GOAL := help

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile

serve: build ## install, build the knowledge base, serve it (HOST, PORT)
	@exec $(BIN)/rosetta serve --host $(HOST) --port $(PORT)

# The command itself knows whether a source, the catalogue or the code has changed, and says so in half a second.
build: $(INSTALLED) ## install, and build the knowledge base where anything changed
	@$(BIN)/rosetta build

test: $(TESTABLE) ## install what the tests need, lint, test (PYTEST_ARGS)
	@clean=0; $(BIN)/ruff check --quiet . || clean=1; $(BIN)/python -m pytest $(SPREAD) $(PYTEST_ARGS) && exit $$clean

# Java 17 and Maven fetch and start the nodes; where they are missing the tests say so and are skipped.
test-cluster: $(TESTABLE) ## the second engine's tests, on three OpenSearch nodes on this machine (PYTEST_ARGS)
	@ROSETTA_CLUSTER=1 $(BIN)/python -m pytest -m cluster $(PYTEST_ARGS) tests/contracts tests/cluster

soak: $(TESTABLE) ## ten minutes of a server under load while snapshots are swapped (SOAK)
	@$(BIN)/python -m tests.endurance.soak $(SOAK)

fuzz: $(TESTABLE) ## every format, feed and archive fed what a fuzzer finds (FUZZ)
	@$(BIN)/python -m tests.endurance.fuzz $(FUZZ)

pace: $(TESTABLE) ## how long a phone on a slow network waits for pages of a server that runs (HOST, PORT)
	@$(BIN)/python -m tests.browser.pace http://$(HOST):$(PORT)

lint: $(TESTABLE) ## ruff alone
	@$(BIN)/ruff check --quiet .

lock: $(LOCKER) ## remake requirements/ from pyproject.toml (LOCK_ARGS=--upgrade for newer releases)
	@$(COMPILE) --group build --output-file requirements/build.txt
	@$(COMPILE) pyproject.toml --output-file requirements/runtime.txt
	@$(COMPILE) pyproject.toml --group test --constraint requirements/runtime.txt --output-file requirements/test.txt

clean: ## remove what the other targets made
	rm -rf .venv .venv-* data/build build dist *.egg-info .pytest_cache .ruff_cache .hypothesis
	find app ingest tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { \
		echo "No usable Python 3.11 or newer found (on Debian: apt install python3 python3-venv). Name one: make PYTHON=/path/to/python3" >&2; exit 2; }
	@"$(PYTHON)" -c '$(ABLE)' 2>/dev/null || { \
		echo "$(PYTHON) is older than 3.11 or cannot make a virtual environment (on Debian: apt install python3-venv)" >&2; exit 2; }
	@echo "Making $(VENV) with $(PYTHON)"
	@"$(PYTHON)" -m venv --clear $(VENV)

$(LOCKER):
	@"$(PYTHON)" -m venv .venv-lock
	@.venv-lock/bin/python -m pip --quiet --disable-pip-version-check install uv

# jieba comes as source only: the locked build tools go first and build it, not ones fetched at that moment.
$(INSTALLED): | $(VENV)/bin/python
	@echo "Installing locked dependencies"
	@$(LOCKED) -r requirements/build.txt
	@$(LOCKED) -r requirements/runtime.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@rm -f $(VENV)/installed-* && touch $@

$(TESTABLE): $(INSTALLED)
	@echo "Installing what the tests need"
	@$(LOCKED) -r requirements/test.txt
	@rm -f $(VENV)/testable-* && touch $@
