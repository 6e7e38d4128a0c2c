/*
 * uuid_v7_test.c
 *		The order of UUIDv7 without a server, for clocks and random bits of all
 *		kinds.
 */
#include "random_bits.h"
#include "unit.h"

#include "src/uuid_v7.h"

#define TAIL_BITS(node_bits)	(62 - (node_bits))

/* The process, where there is one only. */
#define PID 1

static bool
is_larger(const UuidV7 *a, const UuidV7 *b)
{
	return a->ordered > b->ordered || (a->ordered == b->ordered && a->low > b->low);
}

/*
 * The next value: with a new tail where the clock goes on, and with a step where it
 * stands still and the tail has room.
 */
static void
next(UuidV7 *last, uint64 ordered, uint64 node, int node_bits)
{
	UuidV7		before = *last;
	RandomSlice random = {random_bits(), random_bits()};
	uint64		front = node << TAIL_BITS(node_bits);
	uint64		tail_max = (UINT64CONST(1) << TAIL_BITS(node_bits)) - 1;
	uint64		stepped = before.low + 1 + (random.high & PG_UINT32_MAX);

	assert_true(uuid_v7_next(last, PID, ordered, node, node_bits, &random));
	if (ordered > before.ordered)
		assert_true(last->ordered == ordered && last->low == (front | (random.low & tail_max)));
	else if (before.low >= front && stepped <= (front | tail_max))
		assert_true(last->ordered == before.ordered && last->low == stepped);
	else
		assert_int_equal(last->low, front | (random.low & tail_max));
}

/* What the RFC's example has, and both ends. */
static void
test_clock_reading(void **state)
{
	(void) state;
	assert_int_equal(uuid_v7_ordered(0), 0);
	assert_int_equal(uuid_v7_ordered(INT64CONST(0x017F22E279B0) * 1000), UINT64CONST(0x017F22E279B0000));
	assert_int_equal(uuid_v7_ordered(1), 4);
	assert_int_equal(uuid_v7_ordered(999), 0xFFB);
	assert_int_equal(uuid_v7_ordered(1000), 0x1000);
	assert_int_equal(uuid_v7_ordered(UUID_V7_END_OF_TIME - 1), MAX_UUID_V7_ORDERED - 4);
	assert_int_equal(uuid_v7_high(UINT64CONST(0x017F22E279B0CC3)), UINT64CONST(0x017F22E279B00CC3));
}

/* Ascending for any clock, and never ahead of the highest reading. */
static void
test_ascending(void **state)
{
	UuidV7		last = {0};
	uint64		clock = UINT64CONST(1) << 59;
	uint64		highest = 0;
	uint64		overflows = 0;

	(void) state;
	for (int i = 0; i < 1000000; i++)
	{
		UuidV7		before = last;
		int			node_bits = i < 500000 ? 0 : random_bits() % 17;
		uint64		node = random_bits() & ((1 << node_bits) - 1);

		switch (random_bits() % 4)
		{
			case 0:
				clock += random_bits() % 1000;
				break;
			case 1:
				clock -= random_bits() % 500;
				break;
		}
		highest = Max(highest, clock);
		next(&last, clock, node, node_bits);
		assert_true(is_larger(&last, &before));
		assert_int_equal(last.low >> 62, 0);
		assert_int_equal(last.low >> TAIL_BITS(node_bits), node);
		/* A change of node may step; no node does where its tail overflows. */
		if (i < 500000)
		{
			overflows += last.ordered > Max(highest, before.ordered);
			assert_true(last.ordered >= highest && last.ordered <= highest + overflows);
		}
	}
	/* One in some 5,000 runs, three in not one of 10^11. */
	assert_true(overflows <= 2);
}

/*
 * With one node the ordered bits are the highest reading, except for a few
 * tails that overflow, and no tail bit is fixed.
 */
static void
test_one_node(void **state)
{
	(void) state;
	for (int node_bits = 0; node_bits <= MAX_UUID_V7_NODE_BITS; node_bits++)
	{
		uint64		node = random_bits() & ((1 << node_bits) - 1);
		uint64		tail_mask = (UINT64CONST(1) << TAIL_BITS(node_bits)) - 1;
		uint64		ever_set = 0;
		uint64		ahead = 0;
		uint64		ever_clear = 0;
		UuidV7		last = {0};

		for (uint64 clock = 1; clock < 1000; clock++)
		{
			next(&last, clock, node, node_bits);
			ever_set |= last.low;
			ever_clear |= ~last.low;
			next(&last, clock - random_bits() % 2, node, node_bits);
			/* A tail of few bits may overflow, which takes one step. */
			assert_true(last.ordered >= clock && last.ordered <= clock + 1);
			ahead += last.ordered - clock;
		}
		assert_true(ahead <= 5);
		assert_int_equal(ever_set & tail_mask, tail_mask);
		assert_int_equal(ever_clear & tail_mask, tail_mask);
	}
}

/*
 * Each change to a lower node, and no other, goes ahead of a clock that stands
 * still.
 */
static void
test_change_of_node(void **state)
{
	UuidV7		last = {0};

	(void) state;
	next(&last, 5, 1, 1);
	for (int i = 1; i <= 1000; i++)
	{
		next(&last, 5, 0, 1);
		assert_int_equal(last.ordered, 5 + i);
		next(&last, 5, 1, 1);
		assert_int_equal(last.ordered, 5 + i);
	}
}

/* While the clock stands still, steps of 1 to 2^32. */
static void
test_steps(void **state)
{
	UuidV7		last = {.pid = PID,.ordered = 5,.low = 7};
	RandomSlice smallest = {0, 0};
	RandomSlice largest = {~UINT64CONST(0), 0};

	(void) state;
	assert_true(uuid_v7_next(&last, PID, 5, 0, 0, &smallest));
	assert_int_equal(last.ordered, 5);
	assert_int_equal(last.low, 8);
	assert_true(uuid_v7_next(&last, PID, 4, 0, 0, &largest));
	assert_int_equal(last.ordered, 5);
	assert_int_equal(last.low, 8 + (UINT64CONST(1) << 32));
	/* and a new tail when it goes on */
	assert_true(uuid_v7_next(&last, PID, 6, 0, 0, &largest));
	assert_int_equal(last.ordered, 6);
	assert_int_equal(last.low, 0);
}

/* A tail that overflows takes the ordered bits on by one. */
static void
test_overflow(void **state)
{
	(void) state;
	for (int node_bits = 0; node_bits <= MAX_UUID_V7_NODE_BITS; node_bits++)
	{
		uint64		tail_max = (UINT64CONST(1) << TAIL_BITS(node_bits)) - 1;
		uint64		front = node_bits == 0 ? 0 : UINT64CONST(1) << TAIL_BITS(node_bits);
		UuidV7		last = {.pid = PID,.ordered = 5,.low = front | (tail_max - 1)};
		RandomSlice random = {0, 3};

		assert_true(uuid_v7_next(&last, PID, 5, node_bits > 0, node_bits, &random));
		assert_int_equal(last.ordered, 5);
		assert_int_equal(last.low, front | tail_max);
		assert_true(uuid_v7_next(&last, PID, 5, node_bits > 0, node_bits, &random));
		assert_int_equal(last.ordered, 6);
		assert_int_equal(last.low, front | 3);
		/* also if the new tail is larger than the last one */
		last.low = front | (tail_max - 1);
		random = (RandomSlice) {1, tail_max};
		assert_true(uuid_v7_next(&last, PID, 5, node_bits > 0, node_bits, &random));
		assert_int_equal(last.ordered, 7);
		assert_int_equal(last.low, front | tail_max);
	}
}

/* What fork() leaves in the child starts anew there, and goes on in the parent. */
static void
test_fork(void **state)
{
	UuidV7		parent = {.pid = 2,.ordered = 5,.low = 7};
	RandomSlice random = {0, 1000};

	(void) state;
	for (uint64 clock = 3; clock <= 5; clock++)
	{
		UuidV7		child = parent;
		int			pid = clock % 2 == 0 ? 1 : 3;

		assert_true(uuid_v7_next(&child, pid, clock, 0, 0, &random));
		assert_int_equal(child.ordered, clock);
		assert_int_equal(child.low, 1000);
		/* once */
		assert_true(uuid_v7_next(&child, pid, clock, 0, 0, &random));
		assert_int_equal(child.ordered, clock);
		assert_int_equal(child.low, 1001);
	}
	assert_true(uuid_v7_next(&parent, 2, 5, 0, 0, &random));
	assert_int_equal(parent.ordered, 5);
	assert_int_equal(parent.low, 8);
}

/* At the end of time there is no next value, and the last one stays. */
static void
test_end(void **state)
{
	UuidV7		last = {.pid = PID,.ordered = MAX_UUID_V7_ORDERED,.low = (UINT64CONST(1) << 62) - 2};
	RandomSlice random = {0, 0};

	(void) state;
	assert_true(uuid_v7_next(&last, PID, 0, 0, 0, &random));
	assert_false(uuid_v7_next(&last, PID, 0, 0, 0, &random));
	assert_int_equal(last.ordered, MAX_UUID_V7_ORDERED);
	assert_int_equal(last.low, (UINT64CONST(1) << 62) - 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clock_reading),
		cmocka_unit_test_setup(test_ascending, seed_random),
		cmocka_unit_test_setup(test_one_node, seed_random),
		cmocka_unit_test_setup(test_change_of_node, seed_random),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_fork),
		cmocka_unit_test(test_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
