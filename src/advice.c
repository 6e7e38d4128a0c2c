/*
 * advice.c
 *		Which parameters to choose: settings of both generators for a rate of
 *		inserts, with what each of them costs and reveals.
 *
 * The model is derived in doc/parameters.md and compared with indexes really
 * filled in t/advice.sql.  It is one of an index that rows are inserted into
 * at an even rate and not deleted from.  It knows nothing of other columns,
 * other indexes or fill factors other than the default.
 */
#include "postgres.h"

#include <math.h>

#include "access/itup.h"
#include "access/nbtree.h"
#include "fmgr.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"
#include "utils/uuid.h"

#include "parameters.h"
#include "uuid_block.h"

PG_FUNCTION_INFO_V1(uuid_advise);

/* Bits of a UUID that are neither version nor variant. */
#define UUID_FREE_BITS	122

/* Keys on a full leaf page, beside the one that bounds the page: 290. */
#define KEYS_PER_PAGE ((int) \
	((BLCKSZ - SizeOfPageHeaderData - MAXALIGN(sizeof(BTPageOpaqueData))) / \
	 (MAXALIGN(sizeof(IndexTupleData) + UUID_LEN) + sizeof(ItemIdData)) - 1))

/* Keys that stay when the rightmost page of an index splits: 261. */
#define KEYS_LEFT_BEHIND	(KEYS_PER_PAGE * BTREE_DEFAULT_FILLFACTOR / 100)

/* The leaf density of pages that split in halves at random times. */
#define DENSITY_RANDOM		M_LN2

/*
 * The largest block of which the pages left behind get, on average, no more
 * than they have room for: 116 rows.
 */
#define MAX_ASCENDING_BLOCK	(4 * (KEYS_PER_PAGE - KEYS_LEFT_BEHIND))

/*
 * Up to here the splits of a block's pages are in step, beyond at random.  The
 * keys of such a block and of a page before it fill seven pages at most, as no
 * page has less than about half.
 */
#define MAX_BLOCK_IN_STEP	(2 * KEYS_PER_PAGE)
#define MAX_PAGES_IN_STEP	16
#define ROWS_IN_STEP		20000

#define MIN_ROWS_PER_SECOND 0.0001
#define MAX_ROWS_PER_SECOND 1e9

typedef enum Generator
{
	BY_TIME,
	BY_SEQUENCE
} Generator;

/* In this order, where settings are otherwise alike. */
typedef enum Goal
{
	GOAL_ORDER,
	GOAL_BALANCE,
	GOAL_PRIVACY,
	GOAL_DEFAULT
} Goal;

static const char *const goal_names[] = {
	"order", "balance", "privacy", "the default"
};

/* The arguments, the cycle in microseconds and in rows, the memory in bytes. */
typedef struct Workload
{
	double		rows_per_second;
	int64		cycle;
	double		rows_per_cycle;
	int64		total_rows;
	int64		index_memory;
} Workload;

/* A generator's parameters: the size of a block in microseconds or in rows. */
typedef struct Setting
{
	Goal		goal;
	Generator	generator;
	int64		size;
	int64		count;
	double		rows_per_block;
} Setting;

static const struct
{
	int64		microseconds;
	const char *name;
}			units[] =

{
	{USECS_PER_DAY, "days"},
	{USECS_PER_HOUR, "h"},
	{USECS_PER_MINUTE, "min"},
	{USECS_PER_SEC, "s"},
	{1000, "ms"},
	{1, "us"}
};

/* A length of time as SQL reads it, whatever the session's settings. */
static char *
length_text(int64 microseconds)
{
	int			unit = 0;

	while (microseconds % units[unit].microseconds != 0)
		unit++;
	return psprintf("%lld %s",
					(long long) (microseconds / units[unit].microseconds),
					units[unit].name);
}

/* The largest of 1, 2, 5, 10, 20, 50 ... that is not above a value from 1. */
static int64
round_down(double value)
{
	int64		power = 1;

	while (value / power >= 10)
		power *= 10;
	return power * (value / power >= 5 ? 5 : value / power >= 2 ? 2 : 1);
}

/* The same in the largest unit that is not above a length from 1. */
static int64
round_length_down(double microseconds)
{
	int			unit = 0;

	while (microseconds < units[unit].microseconds)
		unit++;
	return round_down(microseconds / units[unit].microseconds) *
		units[unit].microseconds;
}

/*
 * A setting with blocks of at most so many rows, or of the least that there
 * can be, and with enough of them for a cycle, if there can be.
 */
static Setting
setting_for(Goal goal, Generator generator, const Workload *load,
			double rows)
{
	Setting		setting = {.goal = goal,.generator = generator};

	rows = Min(rows, load->rows_per_cycle);
	if (generator == BY_TIME)
	{
		/* A cycle as it is, since there and back the division rounds. */
		double		length = rows < load->rows_per_cycle ?
			rows / load->rows_per_second * USECS_PER_SEC : load->cycle;

		setting.size = Min(round_length_down(Max(length, 1)), load->cycle);
		setting.rows_per_block = load->rows_per_second * setting.size / USECS_PER_SEC;
		setting.count = Min((load->cycle - 1) / setting.size + 1, MAX_BLOCK_COUNT);
		/* A cycle has to fit into an interval, too. */
		setting.count = Min(setting.count, PG_INT64_MAX / setting.size);
	}
	else
	{
		setting.size = round_down(Max(rows, 1));
		setting.rows_per_block = setting.size;
		setting.count = (int64) Max(1, Min(ceil(load->rows_per_cycle / setting.size),
										   (double) MAX_BLOCK_COUNT));
	}
	return setting;
}

/* What a call with no parameters gives. */
static Setting
default_setting(Generator generator, const Workload *load)
{
	Setting		setting = {
		.goal = GOAL_DEFAULT,
		.generator = generator,
		.size = generator == BY_TIME ? 60 * USECS_PER_SEC : 65536,
		.count = 65536
	};

	setting.rows_per_block = generator == BY_TIME ?
		load->rows_per_second * 60 : setting.size;
	return setting;
}

/* The call to paste into a column's DEFAULT, on a sequence named seq. */
static char *
call_text(const Setting *setting)
{
	if (setting->goal == GOAL_DEFAULT)
		return pstrdup(setting->generator == BY_TIME ?
					   "uuid_time_nextval()" : "uuid_sequence_nextval('seq')");
	return setting->generator == BY_TIME ?
		psprintf("uuid_interval_nextval('%s', '%s')",
				 length_text(setting->size), length_text(setting->size * setting->count)) :
		psprintf("uuid_serial_nextval('seq', %lld, %lld)",
				 (long long) setting->size, (long long) setting->count);
}

/* How often that many rows go round all the blocks. */
static double
cycles(const Setting *setting, double rows)
{
	return rows / (setting->rows_per_block * setting->count);
}

/* A leaf page that takes rows of the block in progress. */
typedef struct LeafPage
{
	double		keys;
	double		old_keys;		/* of earlier blocks, below all of this one */
	double		share;			/* of the block's rows, that the page gets */
} LeafPage;

/* Split a page in two: so many keys stay, the others go to the next one. */
static void
split_page(LeafPage *page, double stay)
{
	double		new_keys = page->keys - page->old_keys;
	double		new_stay = Max(stay - page->old_keys, 0);
	LeafPage   *next = page + 1;

	next->keys = page->keys - stay;
	next->old_keys = page->old_keys - Min(page->old_keys, stay);
	next->share = page->share * (1 - new_stay / new_keys);
	page->keys = stay;
	page->old_keys -= next->old_keys;
	page->share -= next->share;
}

/*
 * The density of the leaf pages that blocks leave behind in the first cycle, as
 * a fraction.  A small block is on so few pages that they split in step, and
 * block after block in the same way: follow the splits, with each page getting
 * its share of every row.
 */
static double
first_cycle_density(double rows_per_block)
{
	LeafPage	pages[MAX_PAGES_IN_STEP] = {{0}};
	int			last = 0;
	int			pages_left = 0;
	double		keys_left = 0;
	int			block;

	if (rows_per_block > MAX_BLOCK_IN_STEP)
		return DENSITY_RANDOM;

	block = (int) Max(rint(rows_per_block), 1);
	for (int rows = 0; rows < ROWS_IN_STEP; rows += block)
	{
		/* A block begins on the rightmost page. */
		for (int i = 0; i < last; i++)
			keys_left += pages[i].keys;
		pages_left += last;
		pages[0].keys = pages[0].old_keys = pages[last].keys;
		pages[0].share = 1;
		last = 0;

		for (int row = 0; row < block; row++)
		{
			for (int i = 0; i <= last; i++)
				pages[i].keys += pages[i].share;
			for (int i = 0; i <= last; i++)
			{
				if (pages[i].keys <= KEYS_PER_PAGE)
					continue;
				if (last + 1 == MAX_PAGES_IN_STEP)
					elog(ERROR, "too many pages take rows of a block");
				memmove(&pages[i + 2], &pages[i + 1], (last - i) * sizeof(LeafPage));
				split_page(&pages[i], i == last ? KEYS_LEFT_BEHIND : pages[i].keys / 2);
				last++;
				i++;
			}
		}
	}
	return keys_left / ((double) pages_left * KEYS_PER_PAGE);
}

/*
 * The expected leaf density, as a fraction.  Where later cycles have come by
 * again, the pages have split in halves.
 */
static double
leaf_density(const Setting *setting, double rows)
{
	double		again = Min(Max(cycles(setting, rows) - 1, 0), 1);

	return (1 + again) /
		(2 * again / DENSITY_RANDOM +
		 (1 - again) / first_cycle_density(setting->rows_per_block));
}

/*
 * The number of leaf pages that the rows of a block are expected to go to,
 * among the pages that these rows and those of the same block in earlier cycles
 * take up: drawn at random, some pages are met several times, others never.
 */
static double
warm_pages(const Setting *setting, double rows)
{
	double		keys_per_page = KEYS_PER_PAGE * leaf_density(setting, rows);
	double		inserts = Min(setting->rows_per_block, rows);
	double		pages = 1 + inserts * ceil(cycles(setting, rows)) / keys_per_page;
	double		all_pages = ceil(rows / keys_per_page);

	/* Random keys go to every page, however few rows are called a block. */
	if (setting->count == 1)
		return all_pages;
	return Min(ceil(pages * -expm1(-inserts / pages)), all_pages);
}

/* A setting with about the largest blocks whose pages fit into memory. */
static Setting
largest_setting(Goal goal, Generator generator, const Workload *load)
{
	double		memory_pages = floor((double) load->index_memory / BLCKSZ);
	double		rows = (memory_pages - 1) * KEYS_PER_PAGE * DENSITY_RANDOM /
		ceil(load->total_rows / load->rows_per_cycle);
	Setting		setting;

	/* Each row of a block goes to one page, so no more pages are met. */
	rows = Max(rows, memory_pages);
	for (;;)
	{
		setting = setting_for(goal, generator, load, rows);
		if (warm_pages(&setting, load->total_rows) <= memory_pages || rows < 1)
			return setting;

		/*
		 * With fewer blocks than a cycle needs, as there are at most 2^48, the
		 * prefix wraps sooner and more old rows lie under each.
		 */
		rows /= 2;
	}
}

/* The pairs among so many rows. */
static double
pairs(double rows)
{
	return rows * Max(rows - 1, 0) / 2;
}

/*
 * The probability that any two of the rows have the same UUID.  Only rows
 * under the same prefix can: those of a block, in every cycle that has come to
 * it.
 */
static double
collision_odds(const Setting *setting, double rows, int random_bits)
{
	double		whole = floor(cycles(setting, rows));
	double		begun = cycles(setting, rows) - whole;
	double		under_one_prefix;

	if (rows <= setting->rows_per_block)
		under_one_prefix = pairs(rows);
	else
		under_one_prefix = setting->count *
			((1 - begun) * pairs(whole * setting->rows_per_block) +
			 begun * pairs((whole + 1) * setting->rows_per_block));
	return -expm1(-ldexp(under_one_prefix, -random_bits));
}

static Interval *
wraps_after(const Setting *setting, const Workload *load)
{
	Interval   *result = palloc0(sizeof(Interval));
	double		microseconds = (double) setting->size * setting->count;

	if (setting->generator == BY_SEQUENCE)
		microseconds = microseconds / load->rows_per_second * USECS_PER_SEC;
	result->day = (int32) floor(microseconds / USECS_PER_DAY);
	result->time = (int64) rint(microseconds - (double) result->day * USECS_PER_DAY);
	return result;
}

/* A length of time to three digits, in the largest unit. */
static char *
rough_length_text(double microseconds)
{
	int			unit = 0;

	while (microseconds < units[unit].microseconds)
		unit++;
	return psprintf("%.3g %s", microseconds / units[unit].microseconds,
					units[unit].name);
}

/* What anyone who holds two UUIDs and knows the parameters learns of the rows. */
static char *
outsider_text(const Setting *setting)
{
	double		cycle = (double) setting->size * setting->count;

	if (setting->count == 1)
		return pstrdup("nothing");
	if (setting->generator == BY_TIME)
		return psprintf("times of both rows to within %s and whole cycles of %s, so the order of two generated less than half a cycle apart",
						length_text(setting->size), rough_length_text(cycle));
	return psprintf("places of both rows to within blocks of %lld and whole cycles of %.0f rows, so the order of two less than half a cycle apart",
					(long long) setting->size, cycle);
}

/* The goal, and how the setting falls short of it. */
static char *
goal_text(const Setting *setting, const Workload *load, double pages)
{
	StringInfoData buf;

	initStringInfo(&buf);
	appendStringInfoString(&buf, setting->count == 1 ? "random keys" : goal_names[setting->goal]);
	if (pages * BLCKSZ > load->index_memory)
		appendStringInfo(&buf, "; does not fit index_memory: takes %.0f bytes",
						 pages * BLCKSZ);
	if ((setting->goal == GOAL_DEFAULT || setting->count == MAX_BLOCK_COUNT) &&
		setting->rows_per_block * setting->count < load->rows_per_cycle)
		appendStringInfoString(&buf, "; wraps sooner");
	return buf.data;
}

/* From the most ordered to the most private, which is one block for all. */
static int
compare_settings(const void *a, const void *b)
{
	const Setting *left = a;
	const Setting *right = b;

	if ((left->count == 1) != (right->count == 1))
		return left->count == 1 ? 1 : -1;
	if (left->rows_per_block != right->rows_per_block)
		return left->rows_per_block < right->rows_per_block ? -1 : 1;
	if (left->generator != right->generator)
		return (int) left->generator - (int) right->generator;
	return (int) left->goal - (int) right->goal;
}

/* Does the setting before make the same call? */
static bool
is_repeated(const Setting *setting)
{
	const Setting *before = setting - 1;

	return setting->generator == before->generator &&
		setting->size == before->size && setting->count == before->count &&
		(setting->goal == GOAL_DEFAULT) == (before->goal == GOAL_DEFAULT);
}

/*
 * uuid_advise(rows_per_second float8, cycle interval, total_rows bigint,
 *			   index_memory bigint)
 *
 * One row for each setting, from the most ordered, with the fewest rows in a
 * block, to the most private.  Settings that come out the same are one.
 */
Datum
uuid_advise(PG_FUNCTION_ARGS)
{
	Workload	load = {
		.rows_per_second = PG_GETARG_FLOAT8(0),
		.cycle = interval_microseconds("cycle", PG_GETARG_INTERVAL_P(1)),
		.total_rows = PG_GETARG_INT64(2),
		.index_memory = PG_GETARG_INT64(3)
	};
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	Setting		settings[8];
	int			filled = 0;

	check_float_range("rows_per_second", load.rows_per_second,
					  MIN_ROWS_PER_SECOND, MAX_ROWS_PER_SECOND);
	check_range("total_rows", load.total_rows, 1, PG_INT64_MAX);
	check_range("index_memory", load.index_memory, BLCKSZ, PG_INT64_MAX);

	load.rows_per_cycle = load.rows_per_second * load.cycle / USECS_PER_SEC;
	for (Generator generator = BY_TIME; generator <= BY_SEQUENCE; generator++)
	{
		settings[filled++] = setting_for(GOAL_ORDER,
										 generator, &load, MAX_ASCENDING_BLOCK);
		settings[filled++] = setting_for(GOAL_BALANCE,
										 generator, &load, 5000);
		settings[filled++] = largest_setting(GOAL_PRIVACY,
											 generator, &load);
		settings[filled++] = default_setting(generator, &load);
	}
	qsort(settings, filled, sizeof(Setting), compare_settings);

	InitMaterializedSRF(fcinfo, 0);
	for (int i = 0; i < filled; i++)
	{
		Setting    *setting = &settings[i];
		double		pages = warm_pages(setting, load.total_rows);
		int			random_bits = UUID_FREE_BITS - uuid_prefix_bits(setting->count);
		Datum		values[9];
		bool		nulls[9] = {false};

		if (i > 0 && is_repeated(setting))
			continue;
		values[0] = CStringGetTextDatum(goal_text(setting, &load, pages));
		values[1] = CStringGetTextDatum(call_text(setting));
		values[2] = Float8GetDatum(setting->rows_per_block);
		values[3] = Int64GetDatum((int64) pages);
		values[4] = IntervalPGetDatum(wraps_after(setting, &load));
		values[5] = Int32GetDatum(random_bits);
		values[6] = Float8GetDatum(collision_odds(setting, load.total_rows,
												  random_bits));
		/* In percent and as exact as the model is. */
		values[7] = Float8GetDatum(rint(1000 * leaf_density(setting, load.total_rows)) / 10);
		values[8] = CStringGetTextDatum(outsider_text(setting));
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	return (Datum) 0;
}
