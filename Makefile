# Run make, make install, make installcheck; PG_CONFIG= names the PostgreSQL to
# build for.  scripts/test also installs what the build and the tests need, and
# runs the tests that installcheck does not.

EXTENSION = sequential_uuids advice/sequential_uuids_advice
# The directory of this file; a build outside the tree runs in another one.
here := $(dir $(lastword $(MAKEFILE_LIST)))
EXTVERSION := $(shell sed -n "s/^default_version *= *'\(.*\)'/\1/p" $(here)sequential_uuids.control)
DATA = $(notdir $(wildcard $(here)sequential_uuids*--*.sql))
# Under a name that make does not look up in the tree if it builds outside.
DATA_built = $(CURDIR)/advice/sequential_uuids_advice--1.0.sql

MODULE_big = sequential_uuids
OBJS = sequential_uuids.o src/column_default.o src/conditions.o src/conversion.o src/decoding.o \
	src/generate.o src/opaque.o src/parameters.o src/uuid_block.o
PG_CPPFLAGS = -DEXTVERSION='"$(EXTVERSION)"'
PG_CFLAGS = $(if $(GCC),-fvisibility=hidden)

# All tests of sql/.  helpers comes before all others except install, since they use it;
# uninstall is last.  LEFT_OUT names tests to leave out.
in_sql := $(sort $(basename $(notdir $(wildcard $(here)sql/*.sql))))
REGRESS = $(filter-out $(LEFT_OUT),install helpers $(filter-out install helpers uninstall,$(in_sql)) uninstall)
TAP_TESTS = 1

UNIT_TESTS = $(patsubst $(here)%.c,%,$(wildcard $(here)t/unit/*_test.c))
EXTRA_CLEAN = $(UNIT_TESTS) $(UNIT_TESTS:=.o)

# Build no bitcode: there is nothing to gain, and it would end sessions.
# - PostgreSQL's JIT inlines no function that touches a mutable file-local variable, as
#   nearly all of our generators do (function_inlinable() of its llvmjit_inline.cpp).
# - It inlines others, and then looks up by name what they call in other source files,
#   which is hidden: "fatal llvm error: Program used external function 'report_range' which
#   could not be resolved!".  A similar report:
#   https://postgr.es/m/18610-37bf303f904fede3%40postgresql.org
override with_llvm = no

PG_CONFIG ?= pg_config
# These targets need no PostgreSQL.
ifneq ($(filter-out advice report dist,$(or $(MAKECMDGOALS),all)),)
PGXS := $(shell $(PG_CONFIG) --pgxs)
# Without these, make would have nothing to do, and succeed.
ifeq ($(PGXS),)
$(error There is no $(PG_CONFIG). Say where it is: make PG_CONFIG=/usr/pgsql-18/bin/pg_config, also with sudo)
endif
endif
# Tests of sessions at the same time, in specs/.  They run with those above, if there is
# the program for them.
isolation_tester = $(wildcard $(dir $(PGXS))../test/isolation/pg_isolation_regress*)
ISOLATION := $(if $(REGRESS),$(if $(isolation_tester),$(basename $(notdir $(wildcard $(here)specs/*.spec)))))
include $(PGXS)

$(OBJS): $(wildcard $(here)src/*.h) sequential_uuids.control

# The script of advice, from files by what they do.
of_report := types model workload keys defaults kinds indexes columns report
of_advice := $(of_report) advise dependencies
advice_sources = $(foreach name,$(1),$(here)advice/src/$(name).sql)
.PHONY: advice
advice: $(DATA_built)
$(DATA_built): $(call advice_sources,$(of_advice)) $(here)Makefile
	mkdir -p $(@D)
	cat $(filter %.sql,$^) >$@
# A script that could not be written whole would count as made.
.DELETE_ON_ERROR:

# A report that needs no extension, from some of them.  It is committed, so that it can be
# downloaded; t/checks/lint/run compares it.
report_script = $(here)advice/report.sql
join_report = { cat $(call advice_sources,psql_begin); \
	cat $(call advice_sources,$(of_report)) | sed '1d; s/@extschema@/pg_temp/g'; cat $(call advice_sources,psql_end); }
.PHONY: report
report:
	@$(join_report) | cmp -s - $(report_script) || $(join_report) >$(report_script)
all: report

# Bitcode left by an earlier installation, or by the older extension of this name.
.PHONY: remove-bitcode
remove-bitcode:
	$(if $(bitcodedir),rm -rf '$(DESTDIR)$(bitcodedir)/$(MODULE_big)' '$(DESTDIR)$(bitcodedir)/$(MODULE_big).index.bc')
install: remove-bitcode

# A build outside the tree does not have these directories yet.  Without $(CURDIR), make
# would find those of the tree.
$(OBJS): | $(CURDIR)/src
$(UNIT_TESTS:=.o): | $(CURDIR)/t/unit
$(CURDIR)/src $(CURDIR)/t/unit:
	mkdir -p $@

# The release archive for PGXN and the RPM: all files of a commit.
COMMIT = HEAD
DISTNAME := sequential_uuids-$(shell sed -n 's/^  "version": "\(.*\)",/\1/p' $(here)META.json)
.PHONY: dist
dist:
	git -C $(here) archive --format=zip --prefix=$(DISTNAME)/ --output=$(CURDIR)/$(DISTNAME).zip $(COMMIT)

# Tests of single source files, without a server; they need cmocka.  A PostgreSQL that was
# configured without TAP tests names no prove.
.PHONY: unitcheck
unitcheck: $(UNIT_TESTS)
	CMOCKA_MESSAGE_OUTPUT=TAP $(or $(PROVE),prove) --verbose --exec '' $(UNIT_TESTS)

# The server's hash functions, for programs that run without a server.
pgcommon = -L$(pkglibdir) -lpgcommon_shlib -lpgport_shlib $(filter -lcrypto,$(LIBS))
t/unit/opaque_cycle_test: src/uuid_block.o
t/unit/uuid_block_test: src/uuid_block.o
$(UNIT_TESTS:=.o): $(wildcard $(here)t/unit/*.h $(here)src/*.h)
$(UNIT_TESTS:=.o): CPPFLAGS += -I$(srcdir) -DVECTORS='"$(srcdir)/t/vectors/"'
$(UNIT_TESTS): %: %.o
	$(CC) $(CFLAGS) -o $@ $(filter %.o,$^) $(LDFLAGS) -lcmocka $(pgcommon) -lm
