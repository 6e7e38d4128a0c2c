/* runs: every; majors: all; sanitizers: yes; architectures: all */
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
 * stands still and the tail has room.  Without room, or with a tail of a lower node,
 * ahead of the clock by one.
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
	{
		assert_int_equal(last->low, front | (random.low & tail_max));
		assert_int_equal(last->ordered,
						 before.ordered + (before.low >> TAIL_BITS(node_bits) == node || last->low < before.low));
	}
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

/*
 * A shift gives the time that it says, from any part of any microsecond, and keeps the
 * order: it always adds the same.
 */
static void
test_shift(void **state)
{
	(void) state;
	assert_int_equal(uuid_v7_microsecond_of(0), 0);
	assert_int_equal(uuid_v7_microsecond_of(3), 0);
	assert_int_equal(uuid_v7_microsecond_of(4), 1);
	assert_int_equal(uuid_v7_microsecond_of(MAX_UUID_V7_ORDERED), UUID_V7_END_OF_TIME - 1);
	assert_int_equal(uuid_v7_shift(0x1000, 999), 0x1FFC);
	for (int i = 0; i < 1000000; i++)
	{
		int64		microsecond = random_bits() % UUID_V7_END_OF_TIME;
		int64		shifted = random_bits() % (i % 2 == 0 ? UUID_V7_END_OF_TIME : 10000);
		int64		shift = shifted - microsecond;
		uint64		ordered = uuid_v7_ordered(microsecond);
		uint64		other = uuid_v7_ordered(random_bits() % (UUID_V7_END_OF_TIME - Max(shift, 0)) - Min(shift, 0));
		uint64		result = uuid_v7_shift(ordered, shift);

		assert_int_equal(uuid_v7_microsecond_of(ordered), microsecond);
		assert_int_equal(uuid_v7_microsecond_of(result), shifted);
		assert_true(result - uuid_v7_ordered(shifted) <= 1);
		assert_int_equal(uuid_v7_shift(other, shift) - other, result - ordered);
		assert_int_equal(uuid_v7_shift(ordered, 0), ordered);
	}
}

/* Ascending for any clock and node, first without nodes. */
static void
test_ascending(void **state)
{
	UuidV7		last = {0};
	uint64		clock = UINT64CONST(1) << 59;

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
		next(&last, clock, node, node_bits);
		assert_true(is_larger(&last, &before));
		assert_int_equal(last.low >> 62, 0);
		assert_int_equal(last.low >> TAIL_BITS(node_bits), node);
	}
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
		random.high = 1;
		random.low = tail_max;
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
		cmocka_unit_test_setup(test_shift, seed_random),
		cmocka_unit_test_setup(test_ascending, seed_random),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_fork),
		cmocka_unit_test(test_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
