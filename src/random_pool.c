/*
 * random_pool.c
 *		Fill a pool of random bits.  See random_pool.h for the guarantees.
 */
#include "c.h"

#include "random_pool.h"

/*
 * Replace the contents of the pool with fresh bits.  If there are none, empty
 * the pool and return false.
 */
bool
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
