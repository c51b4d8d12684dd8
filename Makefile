# Everything a newcomer needs: `make run` and `make test`. Each target first makes or updates the virtual
# environment it uses, in .venv. Another Python: `make test PYTHON=python3.12`.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
NEEDS  := requirements.txt requirements-postgres.txt requirements-dev.txt
# Compiled once: the tests read the code hundreds of times, whatever this shell is told elsewhere.
unexport PYTHONDONTWRITEBYTECODE
# Processes that run pure tests side by side: one more than there are processors.
TESTERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)' 2>/dev/null || echo 3)
CLUSTER ?= together --shards 6 --servers 60 --matches 60 --at-once 2
SHELL  := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

.PHONY: help
help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: venv
venv: $(STAMP) ## Make or update the virtual environment, nothing else

$(STAMP): $(NEEDS)
	@command -v $(PYTHON) >/dev/null || { echo "Tidepool needs Python 3.11 or newer, and '$(PYTHON)' was not found." \
	  "Install one, or name it: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Tidepool needs Python 3.11 or" \
	  "newer; '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Name a newer one: make PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "'$(PYTHON)' cannot make virtual environments." \
	  "On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@# An environment made by a Python that is gone or too old is made anew.
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@echo "Installing what Tidepool needs into $(VENV) (about a minute) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes $(addprefix -r ,$(NEEDS))
	@touch $@

.PHONY: run
run: $(STAMP) ## Serve Discord (DISCORD_TOKEN set), or the demo page in a browser (not set)
	@$(BIN)/python bot.py

.PHONY: test
test: $(STAMP) ## The gate: all checks and tests that a change has to pass, in about ten minutes on two processors
	@$(BIN)/python -m tools.gate --testers $(TESTERS)

.PHONY: test-long
test-long: $(STAMP) ## All tests, or those of some places (ONLY="demo cogs/kit"), with nothing beside
	@$(BIN)/python -m tools.gate --whole --testers $(TESTERS) --only $(ONLY)

.PHONY: test-orders
test-orders: $(STAMP) ## The pure tests of the gate in a random order; SEED=… repeats one
	@$(BIN)/python -m pytest --gate=pure -n $(TESTERS) -p randomly --randomly-dont-reset-seed \
	  $(if $(SEED),--randomly-seed=$(SEED))

.PHONY: lint
lint: $(STAMP) ## Style, types and the borders between the folders
	@$(BIN)/python -m tools.checks

.PHONY: format
format: $(STAMP) ## Rewrite the code in the house style
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

.PHONY: bench
bench: $(STAMP) ## Measure engines, pictures, leaderboards, the bot under load and with 100,000 matches
	@$(BIN)/python -m tools.bench $(BENCH)

.PHONY: soak
soak: $(STAMP) ## 500 people, 1,000 matches, everything going wrong: nothing lost, stuck, doubled or leaked
	@$(BIN)/python -m tools.soak $(SOAK)

.PHONY: cluster
cluster: $(STAMP) ## Three bots, two databases, a proxy: a bot dies, one hangs, a database dies, and no move is lost
	@$(BIN)/python -m tools.cluster $(CLUSTER)

.PHONY: floods
floods: $(STAMP) ## One person floods the bot in all ways, and a bystander is answered meanwhile
	@$(BIN)/python -m tools.floods $(FLOODS)

.PHONY: image
image: $(STAMP) ## Build what the Dockerfile builds in a clean folder, downloads and all, and run the bot in it
	@$(BIN)/python -m pytest -m load tests/front_door/test_image.py

.PHONY: gallery
gallery: $(STAMP) ## Draw docs/gallery (all games in all themes) and the pictures of docs/rules anew
	@$(BIN)/python -m tools.gallery

.PHONY: listing
listing: $(STAMP) ## Draw docs/listing: icon, banner and, with Chromium, screenshots for Discord's App Directory
	@$(BIN)/python -m tools.listing

.PHONY: clean
clean: ## Remove the environment and all caches (never your data file, nor the demo's in var)
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache tests/failed
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
