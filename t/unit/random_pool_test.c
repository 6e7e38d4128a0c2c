/* runs: every; majors: all; sanitizers: yes; architectures: all */
/*
 * random_pool_test.c
 *		The random pool without a server, on a source that counts.
 */
#include "unit.h"

#include "src/random_pool.h"

#define SECOND INT64CONST(1000000)

/* The source: no word it gives is zero or given twice, until it fails. */
static uint64 last_word;
static int	calls;
static bool failing;

bool
pg_strong_random(void *buf, size_t len)
{
	uint64	   *words = buf;

	calls++;
	if (failing)
		return false;
	assert_int_equal(len % sizeof(uint64), 0);
	for (size_t i = 0; i < len / sizeof(uint64); i++)
		words[i] = ++last_word;
	return true;
}

static int
reset_source(void **state)
{
	(void) state;
	last_word = 0;
	calls = 0;
	failing = false;
	return 0;
}

static RandomSlice
take(RandomPool *pool, int pid, int64 now)
{
	RandomSlice slice = {0};

	assert_true(random_pool_take(pool, pid, now, &slice));
	return slice;
}

static void
test_each_slice_once(void **state)
{
	static RandomPool pool;
	static bool seen[10 * RANDOM_POOL_SLICES * 2 + 1];

	(void) state;
	for (int i = 0; i < 10 * RANDOM_POOL_SLICES; i++)
	{
		RandomSlice slice = take(&pool, 1, 0);

		assert_true(slice.high >= 1 && slice.high < lengthof(seen));
		assert_true(slice.low >= 1 && slice.low < lengthof(seen));
		assert_false(seen[slice.high]);
		seen[slice.high] = true;
		assert_false(seen[slice.low]);
		seen[slice.low] = true;
	}
	assert_int_equal(calls, 10);
	assert_int_equal(last_word, lengthof(seen) - 1);
}

static void
test_zeroed_when_handed_out(void **state)
{
	static RandomPool pool;

	(void) state;
	for (int taken = 1; taken <= RANDOM_POOL_SLICES; taken++)
	{
		int			zeroed = 0;

		take(&pool, 1, 0);
		for (int i = 0; i < RANDOM_POOL_SLICES; i++)
		{
			/* Both halves or neither. */
			assert_int_equal(pool.slices[i].high == 0, pool.slices[i].low == 0);
			zeroed += pool.slices[i].high == 0;
		}
		assert_int_equal(zeroed, taken);
	}
}

static void
test_dropped_on_new_process(void **state)
{
	static RandomPool parent;
	static RandomPool child;
	RandomSlice in_parent;
	RandomSlice in_child;

	(void) state;
	take(&parent, 1, 0);
	child = parent;				/* what fork() does */
	in_parent = take(&parent, 1, 0);
	assert_int_equal(calls, 1);
	in_child = take(&child, 2, 0);
	assert_int_equal(calls, 2);
	assert_int_not_equal(in_parent.high, in_child.high);
	assert_int_equal(child.left, RANDOM_POOL_SLICES - 1);
}

static void
check_age(int64 filled_at, int64 now, bool dropped)
{
	static RandomPool pool;

	memset(&pool, 0, sizeof(pool));
	take(&pool, 1, filled_at);
	calls = 0;
	take(&pool, 1, now);
	assert_int_equal(calls, dropped ? 1 : 0);
}

static void
test_dropped_after_a_second(void **state)
{
	static const int64 times[] = {
		PG_INT64_MIN + SECOND + 1, -SECOND, -1, 0, 1, SECOND,
		INT64CONST(1800000000000000), PG_INT64_MAX - SECOND - 1
	};

	(void) state;
	for (size_t i = 0; i < lengthof(times); i++)
	{
		check_age(times[i], times[i], false);
		check_age(times[i], times[i] + SECOND, false);
		check_age(times[i], times[i] + SECOND + 1, true);
		check_age(times[i], times[i] - SECOND, false);
		check_age(times[i], times[i] - SECOND - 1, true);
	}
	check_age(PG_INT64_MIN, 0, true);
	check_age(PG_INT64_MAX, 0, true);
	check_age(0, PG_INT64_MIN, true);
	check_age(0, PG_INT64_MAX, true);
}

static void
test_source_fails(void **state)
{
	static RandomPool pool;
	RandomSlice slice;

	(void) state;
	failing = true;
	assert_false(random_pool_take(&pool, 1, 0, &slice));
	assert_false(random_pool_take(&pool, 1, 0, &slice));
	assert_int_equal(calls, 2);

	failing = false;
	take(&pool, 1, 0);
	assert_int_equal(pool.left, RANDOM_POOL_SLICES - 1);

	/* What is too old stays unused even when nothing newer is to be had. */
	failing = true;
	assert_false(random_pool_take(&pool, 1, 2 * SECOND, &slice));
	assert_int_equal(pool.left, 0);
	assert_false(random_pool_take(&pool, 1, 0, &slice));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_each_slice_once, reset_source),
		cmocka_unit_test_setup(test_zeroed_when_handed_out, reset_source),
		cmocka_unit_test_setup(test_dropped_on_new_process, reset_source),
		cmocka_unit_test_setup(test_dropped_after_a_second, reset_source),
		cmocka_unit_test_setup(test_source_fails, reset_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
