// Compares keys and ranges with the vectors, and tests errors; with a number, prints so many keys of now instead, and
// with "speed", how long one takes.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Numerics;
using System.Security.Cryptography;
using System.Threading;
using SequentialUuids;

internal static class Tests
{
    private static readonly DateTimeOffset Epoch = DateTimeOffset.FromUnixTimeMilliseconds(0);
    private static readonly TimeSpan Millisecond = TimeSpan.FromMilliseconds(1);

    private sealed class FixedSource : RandomNumberGenerator
    {
        public override void GetBytes(byte[] data)
        {
            for (int i = 0; i < data.Length; i++)
            {
                data[i] = (byte)(0x11 * i);
            }
        }
    }

    private sealed class FailingSource : RandomNumberGenerator
    {
        public override void GetBytes(byte[] data)
        {
            throw new CryptographicException("no entropy");
        }
    }

    private static void Check(bool holds, string what)
    {
        if (!holds)
        {
            throw new Exception(what);
        }
    }

    private static List<string[]> Vectors(string name)
    {
        string directory = Environment.GetEnvironmentVariable("VECTORS") ?? "../../t/vectors";
        var lines = File.ReadLines(Path.Combine(directory, name + ".csv"));
        var rows = lines.Skip(1).Select(line => line.Split(',')).ToList();
        Check(rows.Count >= 100, name);
        return rows;
    }

    private static IntervalUuid Generator(string milliseconds, string count, int version = 4)
    {
        return IntervalUuid.FromParameters(long.Parse(milliseconds) * 1000, long.Parse(count), version);
    }

    private static BigInteger Number(string key)
    {
        return BigInteger.Parse("0" + key.Replace("-", ""), System.Globalization.NumberStyles.HexNumber);
    }

    private static void TestKeys()
    {
        foreach (string[] vector in Vectors("client_keys"))
        {
            var at = Epoch.AddTicks(long.Parse(vector[0]) * 10);
            foreach (int version in new[] { 4, 8 })
            {
                IntervalUuid client = Generator(vector[1], vector[2], version);
                var keys = Enumerable.Range(0, 64).Select(_ => Number(client.At(at).ToString())).ToList();
                // The bits that each key has, and those that any has: all others are random.
                var labelled = new BigInteger(version ^ 4) << 76;
                string text = string.Join(",", vector);
                Check((keys.Aggregate((a, b) => a & b) ^ labelled) == Number(vector[3]), text);
                Check((keys.Aggregate((a, b) => a | b) ^ labelled) == Number(vector[4]), text);
            }
        }
    }

    private static void TestRanges()
    {
        foreach (string[] vector in Vectors("ranges"))
        {
            IntervalUuid client = Generator(vector[2], vector[3]);
            var span = vector.Take(2).Select(long.Parse).Select(DateTimeOffset.FromUnixTimeMilliseconds).ToArray();
            var ranges = client.Ranges(span[0], span[1]).Select(range => range.ToString());
            Check(string.Join(";", ranges) == vector[4], string.Join(",", vector) + ": " + string.Join(";", ranges));
        }
        var second = new IntervalUuid(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(256));
        foreach (int ticks in new[] { 0, 1 })
        {
            var range = second.Ranges(Epoch.AddTicks(9999999), Epoch.AddTicks(10000000 + ticks))[0];
            Check(range.Largest.ToString().StartsWith("0" + ticks), "the end is rounded up");
        }
    }

    private static void TestWindows()
    {
        foreach (string[] vector in Vectors("client_windows"))
        {
            IntervalUuid client = Generator(vector[2], vector[3]);
            Guid id = Guid.Parse(vector[0]);
            var window = client.Window(id, Epoch.AddMilliseconds(long.Parse(vector[1])));
            string found = client.Block(id) + "," + window?.From.ToUnixTimeMilliseconds() + ","
                + window?.To.ToUnixTimeMilliseconds();
            Check(found == string.Join(",", vector.Skip(4)), string.Join(",", vector) + ": " + found);
        }
        var days = new IntervalUuid(TimeSpan.FromDays(1), TimeSpan.FromDays(10000000));
        Check(days.Window(days.At(Epoch.AddDays(1)), Epoch) == null, "none before the first year");
        DateTimeOffset end = DateTimeOffset.MaxValue;
        Check(days.Window(days.At(end), end) == null, "none after the last year");
    }

    private static void TestParameters()
    {
        const long day = 86400000000;
        Check(IntervalUuid.FromParameters(300000000, 17280, 8).ToString()
            == new IntervalUuid(TimeSpan.FromMinutes(5), TimeSpan.FromDays(60), 8).ToString(), "the same parameters");
        IntervalUuid longest = IntervalUuid.FromParameters(day, 106751991, 4);
        Check(longest.ToString() == "IntervalUuid(106751991 intervals of 86400000 ms, version 4)", longest.ToString());
        Check(longest.At(Epoch.AddDays(0x1234)).ToString().StartsWith("000246"), "the longest cycle");
        var once = IntervalUuid.FromParameters(day * 106751991, 1, 4);
        Check(once.Block(once.Next()) == 0 && once.Window(once.Next(), Epoch) == null, "an interval as long");
        foreach (long micros in new[] { 0, -1000, 1500, long.MinValue })
        {
            Refused<ArgumentOutOfRangeException>("must be a whole number of milliseconds from 1",
                () => IntervalUuid.FromParameters(micros, 1, 4));
        }
        foreach (long count in new[] { 0, -1, (1L << 48) + 1 })
        {
            Refused<ArgumentOutOfRangeException>("must be 1 to 2^48",
                () => IntervalUuid.FromParameters(1000, count, 4));
        }
        Refused<ArgumentOutOfRangeException>("106751992 intervals of 86400000000 us must be below 2^63 us",
            () => IntervalUuid.FromParameters(day, 106751992, 4));
        Refused<ArgumentOutOfRangeException>("must be 4 or 8", () => IntervalUuid.FromParameters(day, 1, 7));
    }

    private static void TestNext()
    {
        // Each millisecond is a block, and the first 48 bits its number.
        var client = IntervalUuid.FromParameters(1000, 1L << 48, 4);
        for (int i = 0; i < 10; i++)
        {
            long before = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();
            var block = Number(client.Next().ToString()) >> 80;
            Check(before <= block && block <= DateTimeOffset.UtcNow.ToUnixTimeMilliseconds(),
                "the present millisecond");
            Thread.Sleep(2);
        }
    }

    private static void TestSource()
    {
        var fixedBytes = new IntervalUuid(Millisecond, Millisecond, 4, new FixedSource());
        // Each byte once; which of them comes first makes no difference to random bits.
        Check(fixedBytes.Next().ToString() == "55443322-1100-4766-8899-aabbccddeeff", fixedBytes.Next().ToString());
        var failing = new IntervalUuid(Millisecond, Millisecond, 4, new FailingSource());
        Refused<CryptographicException>("no entropy", () => failing.Next());
        Refused<CryptographicException>("no entropy", () => failing.At(Epoch));
    }

    private static void Refused<T>(string message, Action call) where T : Exception
    {
        try
        {
            call();
        }
        catch (T error)
        {
            Check(error.Message.StartsWith(message), error.Message);
            return;
        }
        throw new Exception("it is taken: " + message);
    }

    private static void TestKinds()
    {
        var client = new IntervalUuid(Millisecond, TimeSpan.FromMilliseconds(1L << 43), 4, new FixedSource());
        DateTime utc = Epoch.UtcDateTime.AddDays(20000);
        Guid key = client.At(new DateTimeOffset(utc));
        Check(client.At(utc) == key && client.At(utc.ToLocalTime()) == key, "a DateTime is the same moment");
        Check(client.Ranges(utc, utc.AddMilliseconds(1)).Single().Smallest.ToString().Substring(0, 10) ==
            key.ToString().Substring(0, 10), "... also in ranges");
        DateTime none = DateTime.SpecifyKind(utc, DateTimeKind.Unspecified);
        Refused<ArgumentException>("a DateTime of unspecified kind is no moment", () => client.At(none));
        Refused<ArgumentException>("a DateTime of unspecified kind is no moment", () => client.Ranges(utc, none));
    }

    private static void TestErrors()
    {
        TimeSpan minutes = TimeSpan.FromMinutes(5);
        foreach (long ticks in new long[] { 0, -10000, 1, 15000 })
        {
            Refused<ArgumentOutOfRangeException>("must be a whole number of milliseconds from 1",
                () => new IntervalUuid(new TimeSpan(ticks), minutes));
            Refused<ArgumentOutOfRangeException>("must be a whole number of milliseconds from 1",
                () => new IntervalUuid(minutes, new TimeSpan(ticks)));
        }
        const string multiple = "must be a multiple of interval (00:05:00): the nearest to ";
        Refused<ArgumentException>(multiple + "60.00:01:00 is 60.00:00:00",
            () => new IntervalUuid(minutes, TimeSpan.FromDays(60) + TimeSpan.FromMinutes(1)));
        Refused<ArgumentException>(multiple + "00:12:30 is 00:15:00",
            () => new IntervalUuid(minutes, TimeSpan.FromSeconds(750)));
        Refused<ArgumentException>(multiple + "00:00:00.0010000 is 00:05:00",
            () => new IntervalUuid(minutes, Millisecond));
        Refused<ArgumentOutOfRangeException>("must be at most 2^48 times interval (00:00:00.0010000), not ",
            () => new IntervalUuid(Millisecond, TimeSpan.FromTicks(((1L << 48) + 1) * 10000)));
        Refused<ArgumentOutOfRangeException>("must be 4 or 8", () => new IntervalUuid(minutes, minutes, 7));
    }

    // Nanoseconds per key of Next(), as text, and of Guid.NewGuid().
    private static void PrintSpeed()
    {
        const int calls = 50000;
        var keys = new IntervalUuid(TimeSpan.FromMinutes(5), TimeSpan.FromDays(57));
        var generators = new Func<Guid>[] { keys.Next, Guid.NewGuid };
        var best = new[] { double.MaxValue, double.MaxValue };
        for (int round = 0; round < 40; round++)
        {
            for (int i = 0; i < best.Length; i++)
            {
                var watch = System.Diagnostics.Stopwatch.StartNew();
                for (int call = 0; call < calls; call++)
                {
                    generators[i]().ToString();
                }
                best[i] = Math.Min(best[i], watch.Elapsed.TotalMilliseconds * 1e6 / calls);
            }
        }
        Console.WriteLine($"{best[0]:F0} {best[1]:F0}");
    }

    private static void Main(string[] arguments)
    {
        if (arguments.Length > 0 && arguments[0] == "speed")
        {
            PrintSpeed();
            return;
        }
        if (arguments.Length > 0)
        {
            var keys = new IntervalUuid(TimeSpan.FromMinutes(5), TimeSpan.FromDays(60));
            for (int i = int.Parse(arguments[0]); i > 0; i--)
            {
                Console.WriteLine(keys.Next());
            }
            return;
        }
        TestKeys();
        TestRanges();
        TestWindows();
        TestParameters();
        TestNext();
        TestSource();
        TestKinds();
        TestErrors();
        Console.WriteLine("ok");
    }
}
