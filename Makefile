# make site    build everything into site/          make test   install what tests need and run all of them
# make serve   look at it, reloading as you edit     make check  lint, formatting and the content, without building
SHELL := /bin/bash
PY := .venv/bin/python
# The time that builds write is the commit's, so that two builds of one commit are the same bytes.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
export NO_MKDOCS_2_WARNING := 1

.PHONY: site serve test figures bench check clean

site: .venv/site
	@$(PY) -m gen figures
	@$(PY) -m gen pages
	@$(PY) -m mkdocs build --strict
	@$(PY) -m gen finish
	@echo "The site is in site/. Look at it: make serve"

serve: .venv/site
	@$(PY) -m gen figures && $(PY) -m gen pages
	@.venv/bin/watchmedo shell-command --recursive --drop --patterns='*.md;*.html;*.toml;*.py;*.css;*.js;*.svg;*.png' \
		--command='$(PY) -m gen figures && $(PY) -m gen pages' docs gen yachtlib & watcher=$$!; \
		trap "kill $$watcher" EXIT; \
		$(PY) -m mkdocs serve --livereload --watch gen/theme

test: .venv/test
	@$(PY) tests/browser.py
	@$(MAKE) --no-print-directory site
	@$(PY) -m pytest

figures: .venv/site
	@$(PY) -m gen figures --force

bench: .venv/test
	@PYTHONPATH=. $(PY) tests/benchmarks/speed.py

check: .venv/test
	@.venv/bin/ruff check . && .venv/bin/ruff format --check .
	@$(PY) -m gen check

clean:
	rm -rf build site .venv

# One environment; the tests' packages are added to it only by make test.
.venv/site: pyproject.toml constraints.txt
	@test -x $(PY) || python3 -m venv .venv || { rm -rf .venv; echo "No virtual environment: install Python 3.11 or newer with venv (Debian: apt-get install python3-venv)"; exit 1; }
	@$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/test: .venv/site
	@$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@
