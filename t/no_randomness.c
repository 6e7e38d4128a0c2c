/*
 * no_randomness.c
 *		A library to preload into a server built with OpenSSL: its source of
 *		strong randomness fails for as long as the file exists that the
 *		environment variable NO_RANDOMNESS names.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

int			RAND_bytes(unsigned char *buf, int num);

int
RAND_bytes(unsigned char *buf, int num)
{
	static int	(*original) (unsigned char *, int);
	const char *file = getenv("NO_RANDOMNESS");

	if (file && access(file, F_OK) == 0)
		return 0;
	if (!original)
		*(void **) &original = dlsym(RTLD_NEXT, "RAND_bytes");
	return original(buf, num);
}
