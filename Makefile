# Thin wrappers; the work is in scripts/tasks.py, which also runs without make (and on Windows).
# make test ARGS="tests/urls -x" hands arguments on. Another Python: make setup PYTHON=python3.12
PYTHON ?= python3
ARGS ?=

.PHONY: help setup demo audit test check bench clean
help:
	@$(PYTHON) scripts/tasks.py
setup demo audit test check bench clean:
	@$(PYTHON) scripts/tasks.py $@ $(ARGS)
