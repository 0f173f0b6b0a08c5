# Two commands matter: `make demo` and `make test`. Both set up what they need in .venv; `make help` lists the rest.
#
# PYTHON           the interpreter that makes .venv (3.11 or later)
# COVERAGE_FLOOR   per cent of lines and branches that each package in COVERED must reach
# PYTEST_WORKERS   test processes
# MUTANT_WORKERS   processes of `make mutation`
# PYTEST_ARGS      more arguments for pytest, such as `-k graph`

PYTHON         ?= python3
COVERAGE_FLOOR ?= 98
COVERED        := model graph gates decide
PYTEST_WORKERS ?= auto
MUTANT_WORKERS ?= 2
PYTEST_ARGS    ?=

BIN := .venv/bin
# The build backend runs in an environment of its own, which `pip install -c` does not reach: hence the variables.
PIP := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
       $(BIN)/python -m pip
INPUTS := pyproject.toml constraints.txt

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help setup demo test test-full lint style types contracts unit bench mutation schemas docs format lock clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/.dev ## Make .venv with everything that development needs

demo: .venv/.runtime ## Set up, then judge the bundled examples and show a whole run
	@$(BIN)/python -m planproof.demo

test: setup lint style types contracts unit ## Set up, then lint, formatting, types, import contracts, tests, coverage

test-full: export PLANPROOF_FULL = 1
test-full: test ## The same with the long forms of the tests

lint: .venv/.dev ## Lint
	@echo "== lint: ruff check"
	@$(BIN)/ruff check --quiet .

style: .venv/.dev ## Formatting
	@echo "== format: ruff format --check"
	@$(BIN)/ruff format --check --quiet . || { echo "not formatted as above: run 'make format'" >&2; exit 1; }

types: .venv/.dev ## Static types, pyright strict
	@echo "== types: basedpyright"
	@$(BIN)/basedpyright

contracts: .venv/.dev ## What may import what
	@echo "== contracts: lint-imports"
	@$(BIN)/lint-imports --no-cache

unit: .venv/.dev .venv/.postgres ## Tests, doctests and the coverage floor
	@echo "== tests: pytest"
	@$(BIN)/pytest -q -n $(PYTEST_WORKERS) --cov --cov-report= $(PYTEST_ARGS)
	@for part in $(COVERED); do \
	    echo "== coverage of planproof.$$part, at least $(COVERAGE_FLOOR) %"; \
	    $(BIN)/coverage report --fail-under=$(COVERAGE_FLOOR) \
	        --include="src/planproof/$$part.py,src/planproof/$$part/*" || exit 1; \
	done

bench: .venv/.bench ## Time and memory, side by side with two other tools
	@$(BIN)/python -m bench

schemas: .venv/.runtime ## Write the published JSON Schemas anew
	@mkdir -p schemas
	@for name in plan goal config; do \
	    $(BIN)/python -m planproof.cli schema $$name > schemas/.new && mv schemas/.new schemas/$$name.schema.json \
	        || { rm -f schemas/.new; exit 1; }; \
	done

mutation: .venv/.mutation ## Mutation testing of the graph and the decision; lists the survivors
	@rm -rf mutants
	@$(BIN)/mutmut run --max-children $(MUTANT_WORKERS)
	@echo "== survivors (each: an equivalent mutant, or a test that is missing)"
	@$(BIN)/mutmut results

docs: .venv/.runtime ## Write docs/rules anew from the rules
	@$(BIN)/python tools/docs.py

format: .venv/.dev ## Format the code and apply the linter's safe fixes
	@$(BIN)/ruff check --quiet --fix . || true
	@$(BIN)/ruff format .

lock: ## Write constraints.txt anew: the newest versions that pyproject.toml allows
	@rm -rf .cache/lock && mkdir -p .cache
	@$(PYTHON) tools/venv.py .cache/lock
	@.cache/lock/bin/python -m pip install -q --disable-pip-version-check hatchling editables -e '.[dev,bench,mutation]'
	@{ echo "# The exact versions that development and CI use. Written by 'make lock'; do not edit."; \
	   .cache/lock/bin/python -m pip freeze --exclude planproof | grep -E '^[A-Za-z0-9._-]+==[^ ]+$$'; } > .cache/constraints.txt
	@mv .cache/constraints.txt constraints.txt && rm -rf .cache/lock

clean: ## Remove .venv, caches and reports
	rm -rf .venv .cache .coverage .coverage.* .hypothesis .import_linter_cache .mutmut-cache .pytest_cache .ruff_cache \
	    build dist htmlcov mutants
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment: one stamp for each set of packages, older than its inputs means install again -------------------

.venv/bin/python:
	@$(PYTHON) tools/venv.py .venv

.venv/.runtime: .venv/bin/python $(INPUTS)
	@echo "== setup: packages of planproof"
	@$(PIP) install -q -e '.[loop]' && touch $@

.venv/.dev: .venv/bin/python $(INPUTS)
	@echo "== setup: packages of planproof and its development"
	@$(PIP) install -q -e '.[dev]' && touch $@ .venv/.runtime

# The tests start a server of their own, as another user than root, on a free port: only the programs have to be there.
.venv/.postgres: .venv/bin/python
	@if ! ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 && ! command -v initdb > /dev/null; then \
	    echo "== setup: PostgreSQL for the tests"; \
	    if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	        apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	            apt-get install -y -qq --no-install-recommends postgresql > /dev/null; \
	    else echo "no PostgreSQL here and no right to install it: its tests are skipped" >&2; fi; \
	fi; touch $@

.venv/.bench: .venv/bin/python $(INPUTS)
	@echo "== setup: packages of the benchmark"
	@$(PIP) install -q -e '.[bench]' && touch $@ .venv/.runtime

.venv/.mutation: .venv/.dev
	@echo "== setup: packages of mutation testing"
	@$(PIP) install -q -e '.[mutation]' && touch $@
