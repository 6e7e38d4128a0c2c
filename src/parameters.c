/*
 * parameters.c
 *		Check and convert the arguments of SQL functions.  See parameters.h for
 *		the guarantees.
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/fmgrprotos.h"

#include "parameters.h"

/* Always holds valid parameters. */
IntervalParameters last_interval_parameters = {
	.interval_length = {.time = 1},
	.cycle = {.time = 1},
	.size = 1,
	.count = 1
};

static char *
interval_text(const Interval *interval)
{
	return DatumGetCString(DirectFunctionCall1(interval_out, IntervalPGetDatum(interval)));
}

/* Format days and time in the session's IntervalStyle, which SQL accepts as input. */
static char *
microseconds_text(int64 microseconds)
{
	Interval	interval = {
		.time = microseconds % USECS_PER_DAY,
		.day = microseconds / USECS_PER_DAY
	};

	return interval_text(&interval);
}

/*
 * Convert an interval to microseconds, or to the nearest number from 1 to
 * 2^63 - 1.  Days have 24 hours.  The length of months and years varies: with
 * them, the result is the nearest number of whole days, with 30 days to a month
 * and 365.25 to a year.  Returns whether the number is exact.
 */
static bool
nearest_microseconds(const Interval *interval, int64 *result)
{
	int64		quarters = interval->month / 12 * INT64CONST(1461) + interval->month % 12 * INT64CONST(120);
	int64		days;
	int64		rest;

	/*
	 * The fields may have different signs, so days alone can overflow even if
	 * the sum does not.  So first add up whole days, which leaves a rest from
	 * zero to less than a day.
	 */
	days = interval->day + quarters / 4 + interval->time / USECS_PER_DAY;
	rest = interval->time % USECS_PER_DAY + quarters % 4 * (USECS_PER_DAY / 4);
	days += rest / USECS_PER_DAY;
	rest %= USECS_PER_DAY;
	if (rest < 0)
	{
		rest += USECS_PER_DAY;
		days--;
	}
	if (interval->month != 0)
	{
		days += rest >= USECS_PER_DAY / 2;
		rest = 0;
	}

	if (days < 0 || (days == 0 && rest == 0))
	{
		*result = 1;
		return false;
	}
	if (pg_mul_s64_overflow(days, USECS_PER_DAY, result) ||
		pg_add_s64_overflow(*result, rest, result))
	{
		*result = PG_INT64_MAX;
		return false;
	}
	return interval->month == 0;
}

/* Return 1 to 2^63 - 1 microseconds.  Days have 24 hours; refuse months and years. */
static int64
length_microseconds(const Interval *interval)
{
	int64		result;

	if (!nearest_microseconds(interval, &result))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for parameter \"%s\": %s",
						"interval_length", interval_text(interval)),
				 errdetail("Valid values are between 1 microsecond and 106751991 days 04:00:54.775807, "
						   "without months and years, such as %s.",
						   microseconds_text(result))));
	return result;
}

/* Store these as last_interval_parameters.  An error leaves the old ones in place. */
void
convert_interval_parameters(const Interval *interval_length, const Interval *cycle)
{
	int64		size = length_microseconds(interval_length);
	int64		microseconds;
	bool		is_exact = nearest_microseconds(cycle, &microseconds);
	int64		count = microseconds / size;
	int64		rest = microseconds % size;

	if (!is_exact || rest != 0 || count > MAX_BLOCK_COUNT)
	{
		int64		most = Min(MAX_BLOCK_COUNT, PG_INT64_MAX / size);

		if (rest >= size - rest)
			count++;
		count = Max(1, Min(count, most));
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for parameter \"%s\": %s", "cycle", interval_text(cycle)),
				 errdetail("Valid values are whole multiples of \"interval_length\" (%s), up to 2^48 times it, "
						   "without months and years, such as %s.",
						   microseconds_text(size), microseconds_text(count * size)),
				 errhint("The cycle is the length of time after which the prefix wraps.")));
	}

	last_interval_parameters.interval_length = *interval_length;
	last_interval_parameters.cycle = *cycle;
	last_interval_parameters.size = size;
	last_interval_parameters.count = count;
}

void
report_range(const char *parameter, int64 value, int64 lowest, int64 highest)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid value for parameter \"%s\": %lld", parameter, (long long) value),
			 errdetail("Valid values are between %lld and %lld.",
					   (long long) lowest, (long long) highest)));
}

void
report_version(int version)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid value for parameter \"%s\": %d", "version", version),
			 errdetail("Valid values are 4 and 8.")));
}

void
report_timestamp(TimestampTz at, bool is_v7)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
			 errmsg("timestamp out of range: %s",
					DatumGetCString(DirectFunctionCall1(timestamptz_out, TimestampTzGetDatum(at)))),
			 is_v7 ?
			 errdetail("Valid values are between 1970-01-01 00:00:00 UTC and 10889-08-02 05:31:50.655999 UTC.") :
			 errdetail("Valid values are finite and not after 294247-01-10 04:00:54.775807 UTC.")));
}
