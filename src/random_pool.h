/*
 * random_pool.h
 *		Strong random bits, fetched a few kilobytes at a time.
 *
 * A pg_strong_random() call for 16 bytes costs several times as much as the rest
 * of a UUID, and a call for kilobytes costs hardly more.  So a backend fetches
 * kilobytes and hands them out in slices of 128 bits.
 *
 * Guarantees:
 *
 * - Every bit comes from pg_strong_random().  If that fails, random_pool_take()
 *	 fails and leaves the pool empty: the next call tries again.
 * - Each slice is handed out once, and then zeroed in the pool.
 * - Bits fetched under another process id are discarded, so that the two
 *	 processes after a fork() do not hand out the same bits.
 * - Bits fetched more than a second before or after the caller's "now" are
 *	 discarded.
 *
 * Limitations: a virtual machine restored from a snapshot can repeat bits that
 * were less than a second old, or older if its clock goes on as if it had not
 * been restored.  So can the library's own generator behind pg_strong_random().
 *
 * All "now" readings of a pool must come from the same clock, at the time of the
 * call; some milliseconds between them do not matter.  A RandomPool of zeros is
 * an empty pool.  Nothing here depends on a running server.  Include c.h before
 * this file.
 */
#ifndef RANDOM_POOL_H
#define RANDOM_POOL_H

#define RANDOM_POOL_SLICES	512 /* 8 kB */
#define RANDOM_POOL_MAX_AGE INT64CONST(1000000) /* microseconds */

typedef struct RandomSlice
{
	uint64		high;
	uint64		low;
} RandomSlice;

typedef struct RandomPool
{
	int			left;			/* slices not yet handed out */
	int			pid;			/* process that filled the pool */
	int64		filled_at;		/* microseconds, by the caller's clock */
	RandomSlice slices[RANDOM_POOL_SLICES];
} RandomPool;

/* Replace the contents with fresh bits.  If there are none, empty the pool and return false. */
static inline bool
random_pool_fill(RandomPool *pool, int pid, int64 now)
{
	pool->left = 0;
	if (!pg_strong_random(pool->slices, sizeof(pool->slices)))
		return false;

	pool->left = RANDOM_POOL_SLICES;
	pool->pid = pid;
	pool->filled_at = now;
	return true;
}

/*
 * Take 128 random bits out of the pool, or return false if there is no strong
 * randomness.  "pid" is the id of this process.  "now" is the time in
 * microseconds; the clock may count from any moment.
 */
static inline bool
random_pool_take(RandomPool *pool, int pid, int64 now, RandomSlice *taken)
{
	RandomSlice *slice;

	/* One unsigned comparison covers too old, too new and overflow. */
	if (unlikely(pool->left == 0 || pool->pid != pid ||
				 (uint64) now - (uint64) pool->filled_at + RANDOM_POOL_MAX_AGE >
				 2 * RANDOM_POOL_MAX_AGE))
	{
		if (!random_pool_fill(pool, pid, now))
			return false;
	}

	slice = &pool->slices[--pool->left];
	*taken = *slice;
	slice->high = 0;
	slice->low = 0;
	return true;
}

#endif							/* RANDOM_POOL_H */
