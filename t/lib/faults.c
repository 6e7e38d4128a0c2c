/*
 * faults.c
 *		A library to preload into a server built with OpenSSL.  It checks these
 *		files in the directory that the environment variable FAULTS names:
 *
 *		no_randomness	while this file exists, strong randomness fails
 *		no_hash_new, no_hash_init, no_hash_update, no_hash_final
 *						while one of these exists, that step of hashing without a key fails
 *		no_hmac_new, no_hmac_init, no_hmac_update, no_hmac_final
 *						the same of keyed hashing
 *		stopped			while this file exists, the clock stands still at the time of
 *						its last modification
 *		later			while this file exists, the clock is 2 seconds ahead
 *		earlier			while this file exists, the clock is an hour behind
 *						(these three move all readings of the wall clock)
 *		fills			gets a byte whenever a kilobyte or more of randomness is
 *						fetched at once, as for a pool
 *		erased			while this file exists, it gets a line for each call of
 *						explicit_bzero(): the bytes before, in hexadecimal
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int			RAND_bytes(unsigned char *buf, int num);
void	   *EVP_MD_CTX_new(void);
int			EVP_DigestInit_ex(void *context, const void *type, void *engine);
int			EVP_DigestUpdate(void *context, const void *data, size_t length);
int			EVP_DigestFinal_ex(void *context, unsigned char *digest, unsigned int *length);
void	   *HMAC_CTX_new(void);
int			HMAC_Init_ex(void *context, const void *key, int length, const void *type, void *engine);
int			HMAC_Update(void *context, const unsigned char *data, size_t length);
int			HMAC_Final(void *context, unsigned char *digest, unsigned int *length);

/* What explicit_bzero() is with -D_FORTIFY_SOURCE. */
void		__explicit_bzero_chk(void *bytes, size_t length, size_t room);

#define ORIGINAL(function) ((__typeof__(&function)) dlsym(RTLD_NEXT, #function))

static const char *
path_of(const char *name)
{
	static char path[4096];

	snprintf(path, sizeof(path), "%s/%s", getenv("FAULTS"), name);
	return path;
}

int
RAND_bytes(unsigned char *buf, int num)
{
	if (access(path_of("no_randomness"), F_OK) == 0)
		return 0;
	if (num >= 1024)
	{
		int			file = open(path_of("fills"), O_WRONLY | O_CREAT | O_APPEND, 0600);

		if (file < 0 || write(file, "", 1) != 1 || close(file) != 0)
			abort();
	}
	return ORIGINAL(RAND_bytes) (buf, num);
}

/* Moves a reading of the wall clock as the files say. */
static void
move_clock(struct timespec *now)
{
	struct stat stopped;

	if (stat(path_of("stopped"), &stopped) == 0)
		*now = stopped.st_mtim;
	if (access(path_of("later"), F_OK) == 0)
		now->tv_sec += 2;
	if (access(path_of("earlier"), F_OK) == 0)
		now->tv_sec -= 3600;
}

int
gettimeofday(struct timeval *tv, void *tz)
{
	struct timespec now;
	int			result;

	result = ORIGINAL(gettimeofday) (tv, tz);
	now.tv_sec = tv->tv_sec;
	now.tv_nsec = tv->tv_usec * 1000;
	move_clock(&now);
	tv->tv_sec = now.tv_sec;
	tv->tv_usec = now.tv_nsec / 1000;
	return result;
}

int
clock_gettime(clockid_t clock, struct timespec *now)
{
	int			result;

	result = ORIGINAL(clock_gettime) (clock, now);
	if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)
		move_clock(now);
	return result;
}

static void
note_erased(const unsigned char *bytes, size_t length)
{
	FILE	   *file = fopen(path_of("erased"), "r+");

	if (file == NULL)
		return;
	fseek(file, 0, SEEK_END);
	for (size_t i = 0; i < length; i++)
		fprintf(file, "%02x", bytes[i]);
	fputc('\n', file);
	fclose(file);
}

void
explicit_bzero(void *bytes, size_t length)
{
	note_erased(bytes, length);
	ORIGINAL(explicit_bzero) (bytes, length);
}

void
__explicit_bzero_chk(void *bytes, size_t length, size_t room)
{
	note_erased(bytes, length);
	ORIGINAL(__explicit_bzero_chk) (bytes, length, room);
}

/* OpenSSL calls the hash for HMAC, too. */
static bool in_hmac = false;

static bool
fails(const char *step)
{
	return access(path_of(step), F_OK) == 0;
}

static bool
hash_fails(const char *step)
{
	return !in_hmac && fails(step);
}

void *
EVP_MD_CTX_new(void)
{
	return hash_fails("no_hash_new") ? NULL : ORIGINAL(EVP_MD_CTX_new) ();
}

int
EVP_DigestInit_ex(void *context, const void *type, void *engine)
{
	return hash_fails("no_hash_init") ? 0 : ORIGINAL(EVP_DigestInit_ex) (context, type, engine);
}

int
EVP_DigestUpdate(void *context, const void *data, size_t length)
{
	return hash_fails("no_hash_update") ? 0 : ORIGINAL(EVP_DigestUpdate) (context, data, length);
}

int
EVP_DigestFinal_ex(void *context, unsigned char *digest, unsigned int *length)
{
	return hash_fails("no_hash_final") ? 0 : ORIGINAL(EVP_DigestFinal_ex) (context, digest, length);
}

void *
HMAC_CTX_new(void)
{
	void	   *context;

	in_hmac = true;
	context = fails("no_hmac_new") ? NULL : ORIGINAL(HMAC_CTX_new) ();
	in_hmac = false;
	return context;
}

int
HMAC_Init_ex(void *context, const void *key, int length, const void *type, void *engine)
{
	int			result;

	in_hmac = true;
	result = fails("no_hmac_init") ? 0 : ORIGINAL(HMAC_Init_ex) (context, key, length, type, engine);
	in_hmac = false;
	return result;
}

int
HMAC_Update(void *context, const unsigned char *data, size_t length)
{
	int			result;

	in_hmac = true;
	result = fails("no_hmac_update") ? 0 : ORIGINAL(HMAC_Update) (context, data, length);
	in_hmac = false;
	return result;
}

int
HMAC_Final(void *context, unsigned char *digest, unsigned int *length)
{
	int			result;

	in_hmac = true;
	result = fails("no_hmac_final") ? 0 : ORIGINAL(HMAC_Final) (context, digest, length);
	in_hmac = false;
	return result;
}
