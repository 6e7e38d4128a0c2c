# Run make, make install, make installcheck; PG_CONFIG= names the PostgreSQL to
# build for.  scripts/test also installs what the build and the tests need, and
# runs the tests that installcheck does not.

EXTENSION = sequential_uuids sequential_uuids_opaque
# The directory of this file; a build outside the tree runs in another one.
here := $(dir $(lastword $(MAKEFILE_LIST)))
EXTVERSION := $(shell sed -n "s/^default_version *= *'\(.*\)'/\1/p" $(here)sequential_uuids.control)
# The part that both editions share is appended to this script.
script = sequential_uuids--1.0--2.0.sql
# With its directory; otherwise a build outside the tree would use a copy in the tree.
DATA_built = $(CURDIR)/$(script)
DATA = $(filter-out $(script),$(notdir $(wildcard $(here)sequential_uuids*--*.sql)))

MODULE_big = sequential_uuids
OBJS = sequential_uuids.o src/conditions.o src/conversion.o src/decoding.o src/opaque.o src/opaque_cycle.o \
	src/parameters.o src/random_pool.o src/secrets.o src/shuffle.o src/uuid_block.o
PG_CPPFLAGS = -DEXTVERSION='"$(EXTVERSION)"'

# helpers comes before all tests except install, since they use it; uninstall is
# last.  LEFT_OUT names tests to leave out.
REGRESS = $(filter-out $(LEFT_OUT),install helpers sequence time parameters cancel nextval_errors parallel defaults \
	serial interval types backfill decoding conditions errors advise index_report v7 v7_order free_bits from_v1 opaque opaque_errors plans upgrade uninstall)
TAP_TESTS = 1

UNIT_TESTS = t/unit/opaque_cycle_test t/unit/random_pool_test t/unit/shuffle_test t/unit/uuid_block_test t/unit/uuid_v7_test
EXTRA_CLEAN = $(UNIT_TESTS) $(UNIT_TESTS:=.o)

# Build no bitcode, so that PostgreSQL's JIT does not inline our functions but calls
# them.  Inlined code finds only what the library exports, not what its source files
# share.  A query that inlined such a function ended its session: "fatal llvm error:
# Program used external function 'report_range' which could not be resolved!".
override with_llvm = no

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

$(OBJS): $(wildcard $(here)src/*.h) sequential_uuids.control

# Bitcode left by an earlier installation, or by the older extension of this name.
.PHONY: remove-bitcode
remove-bitcode:
	$(if $(bitcodedir),rm -rf '$(DESTDIR)$(bitcodedir)/$(MODULE_big)' '$(DESTDIR)$(bitcodedir)/$(MODULE_big).index.bc')
install: remove-bitcode

$(DATA_built): $(here)$(script).in $(here)sql-only/advice.sql
	cat $^ >$@

# A build outside the tree does not have these directories yet.
$(shell mkdir -p src t/unit)

# The release archive for PGXN and the RPM: all committed files.
DISTVERSION := $(shell sed -n 's/^  "version": "\(.*\)",/\1/p' $(here)META.json)
.PHONY: dist
dist:
	git -C $(here) archive --format=zip --prefix=sequential_uuids-$(DISTVERSION)/ --output=$(CURDIR)/sequential_uuids-$(DISTVERSION).zip HEAD

# Tests of single source files, without a server; they need cmocka.
.PHONY: unitcheck
unitcheck: $(UNIT_TESTS)
	CMOCKA_MESSAGE_OUTPUT=TAP $(PROVE) --verbose --exec '' $(UNIT_TESTS)

# The server's hash functions, for programs that run without a server.
pgcommon = -L$(pkglibdir) -lpgcommon_shlib -lpgport_shlib $(filter -lcrypto,$(LIBS))
t/unit/opaque_cycle_test: src/opaque_cycle.o src/shuffle.o src/uuid_block.o
t/unit/random_pool_test: src/random_pool.o
t/unit/shuffle_test: src/shuffle.o
t/unit/uuid_block_test: src/uuid_block.o
$(UNIT_TESTS:=.o): $(wildcard $(here)t/unit/*.h $(here)src/*.h)
$(UNIT_TESTS:=.o): CPPFLAGS += -I$(srcdir) -DVECTORS='"$(srcdir)/t/vectors/"'
$(UNIT_TESTS): %: %.o
	$(CC) $(CFLAGS) -o $@ $(filter %.o,$^) $(LDFLAGS) -lcmocka $(pgcommon) -lm
