/*
 * parameters.c
 *		Checking and converting what SQL passes in.  See parameters.h for what
 *		is guaranteed.
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/fmgrprotos.h"

#include "parameters.h"

char *
timestamptz_text(TimestampTz at)
{
	return DatumGetCString(DirectFunctionCall1(timestamptz_out,
											   TimestampTzGetDatum(at)));
}

void
report_range(const char *parameter, int64 value, int64 lowest, int64 highest)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid value for parameter \"%s\": %lld",
					parameter, (long long) value),
			 errdetail("Valid values are between %lld and %lld.",
					   (long long) lowest, (long long) highest)));
}

void
check_float_range(const char *parameter, double value,
				  double lowest, double highest)
{
	/* NaN is in no range. */
	if (!(value >= lowest && value <= highest))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for parameter \"%s\": %.15g",
						parameter, value),
				 errdetail("Valid values are between %.15g and %.15g.",
						   lowest, highest)));
}

void
report_version(int version)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid value for parameter \"%s\": %d",
					"version", version),
			 errdetail("Valid values are 4 and 8.")));
}

void
report_timestamp(TimestampTz at, const char *valid)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
			 errmsg("timestamp out of range: %s", timestamptz_text(at)),
			 errdetail("Valid values are %s.", valid)));
}

void
report_interval(const char *parameter, const Interval *interval)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid value for parameter \"%s\": %s", parameter,
					DatumGetCString(DirectFunctionCall1(interval_out,
														IntervalPGetDatum(interval)))),
			 errdetail("Valid values are between 1 and %lld microseconds, without months or years, whose length varies.",
					   (long long) PG_INT64_MAX)));
}
