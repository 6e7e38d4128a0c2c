/*
 * free_bits.c
 *		Takes the random bits out of UUIDs and judges them with judge.h; checks
 *		that all other bits are as expected.
 *
 *		free_bits counter SIZE COUNT VERSION
 *			keys of a counter that goes up from 0: the prefix is that of the
 *			counter's block
 *		free_bits constant BITS VERSION
 *			this many leading bits are the same as in the first key
 *		free_bits v7 [NODE NODE_BITS]
 *			ascending UUIDv7 of one process, with this node
 *
 * Standard input: COPY (SELECT uuid) ... (FORMAT binary).  Standard output: the
 * free bits, without gaps.  Standard error: the figures.
 *
 * The first UUIDv7 in a tick of the clock has a free tail; each one that follows
 * adds a step of 1 to 2^32.  So there are three streams: tails of keys alone in
 * their tick, tails of the first of several keys, and steps.
 *
 * Fails if a fixed bit is wrong, if a p-value is below one in ten million, or if
 * the input breaks off.
 */
#include <stdlib.h>
#include <string.h>

#include "judge.h"

#define LOW_BITS(n)		(((UINT64_C(1) << ((n) - 1)) << 1) - 1)	/* 1 to 64 of them */

#define VERSION_MASK	UINT64_C(0xF000)
#define VARIANT_BITS	2
#define STEP_BITS		32

static uint64_t uuids;

static void
fail(const char *what)
{
	fprintf(stderr, "free_bits: %s, at UUID %" PRIu64 "\n", what, uuids);
	exit(1);
}

/* --- Input and output ------------------------------------------------------ */

/* Read exactly this many bytes; return false at the end of the input. */
static bool
get(void *buffer, size_t size)
{
	size_t		got = fread(buffer, 1, size, stdin);

	if (got != size && got != 0)
		fail("the input breaks off");
	return got == size;
}

/* Bytes as a number, the first byte leftmost. */
static uint64_t
number_of(const unsigned char *bytes)
{
	uint64_t	number = 0;

	for (int i = 0; i < 8; i++)
		number = number << 8 | bytes[i];
	return number;
}

/* See "Binary Format" in PostgreSQL's documentation of COPY. */
static void
get_header(void)
{
	unsigned char header[19];

	if (!get(header, sizeof(header)) || memcmp(header, "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", sizeof(header)) != 0)
		fail("no binary COPY");
}

/* Get the next UUID; return false after the last one. */
static bool
get_uuid(Bits *uuid)
{
	unsigned char tuple[2];
	unsigned char field[20];

	if (!get(tuple, sizeof(tuple)))
		fail("the input breaks off");
	if (tuple[0] == 0xFF && tuple[1] == 0xFF)
		return false;
	if (tuple[0] != 0 || tuple[1] != 1 || !get(field, sizeof(field)) || memcmp(field, "\0\0\0\20", 4) != 0)
		fail("not one UUID in a row");
	uuid->high = number_of(field + 4);
	uuid->low = number_of(field + 12);
	return true;
}

/* Write the "n" rightmost bits of "bits", at most 64. */
static void
put_bits(uint64_t bits, int n)
{
	static uint64_t word;
	static int	filled;

	while (n > 0)
	{
		int			fits = n < 64 - filled ? n : 64 - filled;

		/* In two steps, since shifting by 64 is undefined. */
		word = word << 1 << (fits - 1) | (bits << (64 - n) >> (64 - fits));
		filled += fits;
		n -= fits;
		if (filled == 64)
		{
			if (fwrite(&word, sizeof(word), 1, stdout) != 1)
				fail("cannot write");
			filled = 0;
		}
	}
}

static void
check_version(Bits uuid, int version)
{
	if ((uuid.high >> 12 & 0xF) != (uint64_t) version)
		fail("another version");
	if (uuid.low >> (64 - VARIANT_BITS) != 2)
		fail("another variant");
}

/* --- Keys with a prefix of a block, or of a time --------------------------- */

/* The leading bits, 0 to 64 of them. */
static uint64_t
prefix_of(Bits uuid, int bits)
{
	return bits == 0 ? 0 : uuid.high >> (64 - bits);
}

/* "size" and "count" are 0 for a prefix that does not change. */
static bool
judge_prefixed(int prefix_bits, uint64_t size, uint64_t count, int version)
{
	static Stream keys;
	Bits		free_bits = {
		.high = prefix_bits == 64 ? 0 : LOW_BITS(64 - prefix_bits) & ~VERSION_MASK,
		.low = LOW_BITS(64 - VARIANT_BITS)
	};
	Bits		before = {0};
	Bits		uuid;
	uint64_t	prefix = 0;

	stream_init(&keys, "keys", free_bits, free_bits);
	while (get_uuid(&uuid))
	{
		if (size > 0)
			prefix = uuids / size % count;
		else if (uuids == 0)
			prefix = prefix_of(uuid, prefix_bits);
		if (prefix_of(uuid, prefix_bits) != prefix)
			fail("another prefix");
		check_version(uuid, version);
		if (prefix_bits < 64)
		{
			put_bits(uuid.high >> 16, 48 - prefix_bits);
			put_bits(uuid.high, 12);
		}
		put_bits(uuid.low, 64 - VARIANT_BITS);
		stream_add(&keys, uuid, before);
		before = uuid;
		uuids++;
	}
	return stream_judge(&keys);
}

/* --- UUIDv7 ---------------------------------------------------------------- */

static bool
judge_v7(uint64_t node, int node_bits)
{
	static Stream alone;
	static Stream first;
	static Stream steps;
	int			tail_bits = 64 - VARIANT_BITS - node_bits;
	Bits		tail_mask = {.low = LOW_BITS(tail_bits)};
	Bits		step_mask = {.low = LOW_BITS(STEP_BITS)};
	Bits		before_mask = {.high = step_mask.low, .low = tail_mask.low};
	Bits		uuid;
	Bits		last = {0};		/* the key before */
	Bits		before = {0};	/* its tail, behind the last step */
	Bits		head = {0};		/* the first key of this tick */
	Bits		before_head = {0};
	bool		is_alone = false;

	stream_init(&alone, "tails of keys alone in a tick of the clock", tail_mask, before_mask);
	stream_init(&first, "tails of the first of several keys", tail_mask, before_mask);
	stream_init(&steps, "steps to those that follow", step_mask, before_mask);
	while (get_uuid(&uuid))
	{
		check_version(uuid, 7);
		if (node_bits > 0 && (uuid.low & LOW_BITS(64 - VARIANT_BITS)) >> tail_bits != node)
			fail("another node");
		if (uuid.high == last.high)
		{
			Bits		step = {.low = uuid.low - last.low - 1};

			if (uuid.low <= last.low || step.low > step_mask.low)
				fail("a step that is not 1 to 2^32");
			if (is_alone)
				stream_add(&first, head, before_head);
			is_alone = false;
			put_bits(step.low, STEP_BITS);
			stream_add(&steps, step, before);
			before.high = step.low;
		}
		else
		{
			if (uuid.high < last.high)
				fail("a time before that of the last key");
			if (is_alone)
				stream_add(&alone, head, before_head);
			is_alone = true;
			put_bits(uuid.low, tail_bits);
			head = uuid;
			before_head = before;
		}
		before.low = uuid.low;
		last = uuid;
		uuids++;
	}
	return stream_judge(&alone) & stream_judge(&first) & stream_judge(&steps);
}

/* The length of the prefix for this many blocks: ceil(log2(count)) bits. */
static int
prefix_bits_of(uint64_t count)
{
	int			bits = 0;

	while ((UINT64_C(1) << bits) < count)
		bits++;
	return bits;
}

int
main(int argc, char **argv)
{
	const char *layout = argc > 1 ? argv[1] : "";
	uint64_t	numbers[3] = {0};
	bool		good;

	for (int i = 0; i < 3 && i + 2 < argc; i++)
		numbers[i] = strtoull(argv[i + 2], NULL, 10);
	get_header();
	if (strcmp(layout, "counter") == 0 && argc == 5)
		good = judge_prefixed(prefix_bits_of(numbers[1]), numbers[0], numbers[1], (int) numbers[2]);
	else if (strcmp(layout, "constant") == 0 && argc == 4)
		good = judge_prefixed((int) numbers[0], 0, 0, (int) numbers[1]);
	else if (strcmp(layout, "v7") == 0 && (argc == 2 || argc == 4))
		good = judge_v7(numbers[0], (int) numbers[1]);
	else
	{
		fprintf(stderr, "usage: free_bits counter SIZE COUNT VERSION | constant BITS VERSION | v7 [NODE NODE_BITS]\n");
		return 2;
	}
	if (fclose(stdout) != 0)
		fail("cannot write");
	return !good;
}
