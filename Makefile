# make site    build everything into site/          make test   install what tests need and run all of them
# make serve   look at it, reloading as you edit     make check  lint, formatting and content, without building
# make figures compute what is published again       make proofs the same, against what is committed
SHELL := /bin/bash
PY := .venv/bin/python
# Where make serve answers.
ADDRESS ?= 127.0.0.1:8000
# How many tests make test runs side by side; 0 is one after the other, in one process.
WORKERS ?= auto
# The time that builds write is the commit's, so that two builds of one commit are the same bytes.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null)
ifneq ($(SOURCE_DATE_EPOCH),)
export SOURCE_DATE_EPOCH
endif
# An empty address means the default one.
ifeq ($(SITE_URL),)
unexport SITE_URL
endif
export NO_MKDOCS_2_WARNING := 1
PIP := $(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: site serve test figures proofs bench check clean

site: .venv/site
	@$(PY) -m gen figures
	@$(PY) -m gen pages
	@$(PY) -m mkdocs build --strict
	@$(PY) -m gen finish
	@echo "The site is in site/. Look at it: make serve"

# watchmedo makes the pages again when something is saved, with the figures as they are, for those take minutes; mkdocs
# sees build/docs change and reloads the browser.
serve: .venv/site
	@! (exec 3<>/dev/tcp/$(subst :,/,$(ADDRESS))) 2>/dev/null || \
		{ echo "$(ADDRESS) is taken. Choose another: make serve ADDRESS=127.0.0.1:8001"; exit 1; }
	@$(PY) -m gen pages || test -e build/docs/index.md
	@.venv/bin/watchmedo shell-command --recursive --drop \
		--patterns='**/*.md;**/*.html;**/*.toml;**/*.py;**/*.svg;**/*.png;**/*.typ;**/*.txt' \
		--command='$(PY) -m gen pages' docs gen yachtlib & watcher=$$!; \
		trap "kill $$watcher" EXIT; \
		$(PY) -m mkdocs serve --livereload --watch gen/theme --dev-addr $(ADDRESS)

test: .venv/test
	@$(PY) tests/browser.py
	@$(PY) tests/node.py || $(PIP) -e '.[node]'
	@$(MAKE) --no-print-directory check site
	@$(PY) -m pytest --numprocesses=$(WORKERS)

figures: .venv/site
	@$(PY) -m gen figures --force

# Every figure again, against figures.json: minutes.
proofs: .venv/test
	@$(PY) -m pytest -m slow

bench: .venv/bench
	@$(PY) tests/benchmarks/speed.py $(if $(QUICK),--quick)

.venv/bench: .venv/test
	@$(PIP) -e '.[bench]'
	@touch $@

check: .venv/test
	@.venv/bin/ruff check --quiet . && .venv/bin/ruff format --quiet --check .
	@$(PY) -m gen check

clean:
	rm -rf build site .venv .pytest_cache .ruff_cache *.egg-info

# One environment; the tests' packages are added to it only by make test.
.venv/site: pyproject.toml constraints.txt
	@test -x $(PY) || python3 -m venv .venv || { rm -rf .venv; \
		echo "No virtual environment: install Python 3.11 or newer with venv (Debian: apt-get install python3-venv)"; exit 1; }
	@$(PIP) -e .
	@touch $@

.venv/test: .venv/site
	@$(PIP) -e '.[test]'
	@touch $@
