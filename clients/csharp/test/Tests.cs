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

    private static IEnumerable<string[]> Vectors(string name)
    {
        string directory = Environment.GetEnvironmentVariable("VECTORS") ?? "../../t/vectors";
        return File.ReadLines(Path.Combine(directory, name + ".csv")).Skip(1).Select(line => line.Split(','));
    }

    // Null if no TimeSpan is as long as the cycle.
    private static IntervalUuid Generator(string interval, string count, int version = 4)
    {
        long ticks = long.Parse(interval) * TimeSpan.TicksPerMillisecond;
        BigInteger cycle = BigInteger.Parse(count) * ticks;
        return cycle > long.MaxValue ? null : new IntervalUuid(new TimeSpan(ticks), new TimeSpan((long)cycle), version);
    }

    private static BigInteger Number(string key)
    {
        return BigInteger.Parse("0" + key.Replace("-", ""), System.Globalization.NumberStyles.HexNumber);
    }

    private static void TestKeys()
    {
        int tested = 0;
        foreach (string[] vector in Vectors("client_keys"))
        {
            var at = Epoch.AddTicks(long.Parse(vector[0]) * 10);
            foreach (int version in new[] { 4, 8 })
            {
                IntervalUuid client = Generator(vector[1], vector[2], version);
                if (client == null)
                {
                    continue;
                }
                tested++;
                var keys = Enumerable.Range(0, 64).Select(_ => Number(client.At(at).ToString())).ToList();
                // The bits that each key has, and those that any has: all others are random.
                var labelled = new BigInteger(version ^ 4) << 76;
                string text = string.Join(",", vector);
                Check((keys.Aggregate((a, b) => a & b) ^ labelled) == Number(vector[3]), text);
                Check((keys.Aggregate((a, b) => a | b) ^ labelled) == Number(vector[4]), text);
            }
        }
        Check(tested > 300, tested + " keys tested");
    }

    private static void TestRanges()
    {
        int tested = 0;
        foreach (string[] vector in Vectors("ranges"))
        {
            IntervalUuid client = Generator(vector[2], vector[3]);
            if (client == null)
            {
                continue;
            }
            tested++;
            var span = vector.Take(2).Select(long.Parse).Select(DateTimeOffset.FromUnixTimeMilliseconds).ToArray();
            var ranges = client.Ranges(span[0], span[1]).Select(range => range.Smallest + ".." + range.Largest);
            Check(string.Join(";", ranges) == vector[4], string.Join(",", vector) + ": " + string.Join(";", ranges));
        }
        Check(tested > 100, tested + " spans tested");
        var second = new IntervalUuid(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(256));
        foreach (int ticks in new[] { 0, 1 })
        {
            var range = second.Ranges(Epoch.AddTicks(9999999), Epoch.AddTicks(10000000 + ticks))[0];
            Check(range.Largest.ToString().StartsWith("0" + ticks), "the end is rounded up");
        }
    }

    private static void TestWindows()
    {
        int tested = 0;
        foreach (string[] vector in Vectors("client_windows"))
        {
            IntervalUuid client = Generator(vector[2], vector[3]);
            if (client == null)
            {
                continue;
            }
            tested++;
            Guid id = Guid.Parse(vector[0]);
            var window = client.Window(id, Epoch.AddMilliseconds(long.Parse(vector[1])));
            string found = client.Block(id) + "," + window?.From.ToUnixTimeMilliseconds() + ","
                + window?.To.ToUnixTimeMilliseconds();
            Check(found == string.Join(",", vector.Skip(4)), string.Join(",", vector) + ": " + found);
        }
        Check(tested > 150, tested + " windows tested");
        var days = new IntervalUuid(TimeSpan.FromDays(1), TimeSpan.FromDays(10000000));
        Check(days.Window(days.At(Epoch.AddDays(1)), Epoch) == null, "none before the first year");
    }

    private static void TestDefaults()
    {
        string directory = Environment.GetEnvironmentVariable("VECTORS") ?? "../../t/vectors";
        int tested = 0;
        foreach (string[] vector in File.ReadLines(Path.Combine(directory, "client_defaults.tsv"))
            .Select(line => line.Split('\t')))
        {
            if (vector[0] == "-" || long.Parse(vector[1]) > long.MaxValue / TimeSpan.TicksPerMillisecond)
            {
                Refused<FormatException>("cannot generate keys as this column default does: " + vector[3] + " (",
                    () => IntervalUuid.FromDefault(vector[3]));
                continue;
            }
            tested++;
            var lengths = vector.Take(2).Select(text => new TimeSpan(long.Parse(text) * 10000)).ToArray();
            var expected = new IntervalUuid(lengths[0], lengths[1], int.Parse(vector[2]));
            Check(IntervalUuid.FromDefault(vector[3]).Equals(expected), vector[3]);
            expected.Verify(vector[3]);
        }
        Check(tested > 100, tested + " column defaults tested");
        foreach (string wrong in new[] { "", " uuid_time_nextval()", "uuid_time_nextval()\n",
            "uuid_time_nextval(1, 2, 3)", "uuid_interval_nextval('5 min', '57 days')",
            "uuid_interval_nextval('00:05:00'::interval)",
            "uuid_interval_nextval('00:05:00'::interval, 8)" })
        {
            Refused<FormatException>("cannot generate keys", () => IntervalUuid.FromDefault(wrong));
        }
        Refused<ArgumentNullException>("", () => IntervalUuid.FromDefault(null));
        var keys = new IntervalUuid(TimeSpan.FromMinutes(5), TimeSpan.FromDays(57));
        Refused<InvalidOperationException>(
            "the column default generates keys as IntervalUuid(00:05:00, 57.00:00:00, version: 8) does, "
                + "this generator as IntervalUuid(00:05:00, 57.00:00:00, version: 4)",
            () => keys.Verify("uuid_interval_nextval('00:05:00'::interval, '57 days'::interval, 8)"));
    }

    private static void TestValues()
    {
        var minute = new IntervalUuid(TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(65536));
        KeyRange range = minute.Ranges(Epoch, Epoch.AddSeconds(1))[0];
        KeyRange same = minute.Ranges(Epoch, Epoch.AddSeconds(2))[0];
        KeyRange other = minute.Ranges(Epoch, Epoch.AddMinutes(2))[0];
        Check(range == same && range.Equals((object)same) && range.GetHashCode() == same.GetHashCode(), "the same");
        Check(range != other && !range.Equals(null) && range != null && null != range && !range.Equals("x"), "others");
        Check(range.ToString() == "00000000-0000-0000-0000-000000000000..0000ffff-ffff-ffff-ffff-ffffffffffff",
            range.ToString());
        var equal = new IntervalUuid(TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(65536));
        Check(minute.Equals(equal) && minute.GetHashCode() == equal.GetHashCode() && !minute.Equals(null),
            "generators");
    }

    private static void TestNext()
    {
        // 2^43 milliseconds are blocks, whose numbers the first 43 bits are.
        var client = new IntervalUuid(Millisecond, TimeSpan.FromMilliseconds(1L << 43));
        for (int i = 0; i < 10; i++)
        {
            long before = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();
            var block = Number(client.Next().ToString()) >> 85;
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
        TestDefaults();
        TestValues();
        TestNext();
        TestSource();
        TestKinds();
        TestErrors();
        Console.WriteLine("ok");
    }
}
