/*
 * first.c
 *		Make the address sanitizer's runtime set itself up before any other
 *		library of a server runs code.
 *
 * The server is not built with the sanitizer, so the runtime is preloaded, and
 * sets itself up at the first allocation.  If that comes from the constructor of
 * another library, as in Debian's PostgreSQL 15, the server later waits forever
 * for a lock in bindtextdomain().  This library is linked with -z initfirst, so
 * the dynamic linker runs its constructor before all others.
 */
#include <stdlib.h>

__attribute__((constructor))
static void
allocate(void)
{
	/* volatile, or the compiler would remove both calls. */
	void	   *volatile memory = malloc(1);

	free(memory);
}
