// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;

namespace SequentialUuids
{
    /// <summary>What a column default says, in one of the forms that PostgreSQL prints.</summary>
    internal sealed class ColumnDefault
    {
        private static readonly Regex WithoutHyphens =
            new Regex(@"^replace\((.+::text), '-'::text, ''::text\)\z", RegexOptions.Singleline);
        private static readonly Regex AsText = new Regex(@"^(?:\((.+)\)|(.+))::text\z", RegexOptions.Singleline);
        private static readonly Regex Call = new Regex(
            @"^(?:(?:[a-z_][a-z0-9_]*|""(?:[^""]|"""")+"")\.)?(uuid_interval_nextval|uuid_time_nextval)\((.*)\)\z",
            RegexOptions.CultureInvariant);
        private static readonly Regex Argument =
            new Regex(@"^(?:([a-z_]+) => )?(?:'([^']+)'::interval|([0-9]{1,10}))\z", RegexOptions.CultureInvariant);

        // README.md of the extension has it. Unless pretty, PostgreSQL prints each operator in parentheses.
        private static readonly Regex PlainDefault = new Regex(
            @"^\(?encode\(\(?substr\(int8send\(\(*floor\(\(?date_part\('epoch'::text, clock_timestamp\(\)\)\)+"
            + @"::bigint / ([0-9]{1,10})\)? % '([0-9]{1,10})'::bigint\)+, 7\) \|\| "
            + @"substr\(uuid_send\(gen_random_uuid\(\)\), 3\)+, 'hex'::text\)+::uuid\z",
            RegexOptions.CultureInvariant);

        // How each IntervalStyle prints lengths without months, years and parts below zero: the groups are days,
        // hours, minutes, seconds and their fraction.
        private static readonly Regex[] Lengths = new[]
        {
            // postgres and sql_standard: 60 days, 45 days 12:16:00, 45 12:16:00
            @"^([0-9]{1,10}) days?\z",
            @"^(?:([0-9]{1,10}) (?:days? )?)?([0-9]{1,10}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,6}))?\z",
            // postgres_verbose: @ 45 days 12 hours 16 mins
            @"^@(?: ([0-9]{1,10}) days?)?(?: ([0-9]{1,10}) hours?)?(?: ([0-9]{1,10}) mins?)?"
                + @"(?: ([0-9]{1,10})(?:\.([0-9]{1,6}))? secs?)?\z",
            // iso_8601: P45DT12H16M
            @"^P(?:([0-9]{1,10})D)?(?:T(?:([0-9]{1,10})H)?(?:([0-9]{1,10})M)?"
                + @"(?:([0-9]{1,10})(?:\.([0-9]{1,6}))?S)?)?\z",
        }.Select(form => new Regex(form, RegexOptions.CultureInvariant)).ToArray();

        private ColumnDefault(TimeSpan interval, TimeSpan cycle, int version)
        {
            Interval = interval;
            Cycle = cycle;
            Version = version;
        }

        internal TimeSpan Interval { get; }

        internal TimeSpan Cycle { get; }

        internal int Version { get; }

        internal static ColumnDefault Read(string text)
        {
            Match withoutHyphens = WithoutHyphens.Match(text);
            string expression = withoutHyphens.Success ? withoutHyphens.Groups[1].Value : text;
            Match asText = AsText.Match(expression);
            if (asText.Success)
            {
                expression = asText.Groups[1].Value + asText.Groups[2].Value;
            }
            Match plain = PlainDefault.Match(expression);
            if (plain.Success)
            {
                long count = Number(plain.Groups[2].Value);
                // With another count, the prefix is not as long as the two bytes that this default writes.
                if (count <= 1 << 15 || count > 1 << 16)
                {
                    throw new FormatException("it must have 32769 to 65536 intervals");
                }
                return InSeconds(Number(plain.Groups[1].Value), count);
            }
            Match call = Call.Match(expression);
            if (!call.Success)
            {
                throw UnknownForm();
            }
            return call.Groups[1].Value == "uuid_interval_nextval"
                ? OfInterval(Arguments(call.Groups[2].Value, "interval_length", "cycle", "version"))
                : OfTime(Arguments(call.Groups[2].Value, "interval_length", "interval_count"));
        }

        private static ColumnDefault OfInterval(Dictionary<string, string> given)
        {
            if (!given.ContainsKey("interval_length") || !given.ContainsKey("cycle"))
            {
                throw UnknownForm();
            }
            int version = given.ContainsKey("version") ? checked((int)Number(given["version"])) : 4;
            return new ColumnDefault(Length(given["interval_length"]), Length(given["cycle"]), version);
        }

        private static ColumnDefault OfTime(Dictionary<string, string> given)
        {
            long seconds = given.ContainsKey("interval_length") ? Number(given["interval_length"]) : 60;
            return InSeconds(seconds, given.ContainsKey("interval_count") ? Number(given["interval_count"]) : 65536);
        }

        private static ColumnDefault InSeconds(long seconds, long count)
        {
            long ticks = checked(seconds * TimeSpan.TicksPerSecond);
            return new ColumnDefault(new TimeSpan(ticks), new TimeSpan(checked(ticks * count)), 4);
        }

        private static Dictionary<string, string> Arguments(string text, params string[] names)
        {
            var given = new Dictionary<string, string>();
            string[] listed = text == "" ? new string[0] : text.Split(new[] { ", " }, StringSplitOptions.None);
            for (int i = 0; i < listed.Length; i++)
            {
                Match argument = Argument.Match(listed[i]);
                string name = argument.Groups[1].Success ? argument.Groups[1].Value : names.ElementAtOrDefault(i);
                bool isLength = names.Contains("cycle") && name != "version";
                Group value = argument.Groups[isLength ? 2 : 3];
                if (!value.Success || !names.Contains(name) || given.ContainsKey(name))
                {
                    throw UnknownForm();
                }
                given[name] = value.Value;
            }
            return given;
        }

        private static TimeSpan Length(string text)
        {
            foreach (Regex form in Lengths)
            {
                Match match = form.Match(text);
                if (match.Success)
                {
                    long ticks = Number(match.Groups[5].Value.PadRight(7, '0'));
                    long seconds = Number(match.Groups[4].Value);
                    long minutes = checked(Number(match.Groups[2].Value) * 60 + Number(match.Groups[3].Value));
                    long days = Number(match.Groups[1].Value);
                    return new TimeSpan(checked(days * TimeSpan.TicksPerDay + minutes * TimeSpan.TicksPerMinute
                        + seconds * TimeSpan.TicksPerSecond + ticks));
                }
            }
            throw new FormatException($"'{text}' is no length without months and years");
        }

        // OverflowException if no long is as large.
        private static long Number(string digits)
        {
            return digits == "" ? 0 : long.Parse(digits, NumberStyles.None, CultureInfo.InvariantCulture);
        }

        private static FormatException UnknownForm()
        {
            return new FormatException("it is not printed as one of theirs");
        }
    }
}
