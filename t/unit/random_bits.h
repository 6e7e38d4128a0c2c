/*
 * random_bits.h
 *		Random bits for tests: those of SEED in the environment, or of 1.
 */
#ifndef RANDOM_BITS_H
#define RANDOM_BITS_H

#include "unit.h"

static uint64 random_state;

/* xorshift64 */
static inline uint64
random_bits(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

/* A random number of up to "bits" bits, each length as likely. */
static inline uint64
random_up_to(int bits)
{
	random_bits();
	return random_state >> (64 - 1 - (random_state >> 3) % bits);
}

/* The setup of a test. */
static inline int
seed_random(void **state)
{
	const char *seed = getenv("SEED");

	(void) state;
	random_state = seed ? strtoull(seed, NULL, 10) : 1;
	print_message("# SEED=%llu\n", (unsigned long long) random_state);
	/* Neighbouring seeds far apart, and never the zero that stays zero. */
	random_state = (random_state << 1 | 1) * UINT64CONST(0x9E3779B97F4A7C15);
	return 0;
}

#endif							/* RANDOM_BITS_H */
