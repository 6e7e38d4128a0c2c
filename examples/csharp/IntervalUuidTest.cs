// Tests IntervalUuid.cs with the vectors in the file on the command line, then prints keys generated now, for the
// server.
using System;
using System.IO;
using System.Linq;
using System.Numerics;
using System.Text.RegularExpressions;

static class IntervalUuidTest
{
    static BigInteger Number(string key)
    {
        return BigInteger.Parse("0" + key.Replace("-", ""), System.Globalization.NumberStyles.HexNumber);
    }

    static void Check(bool holds, string what)
    {
        if (!holds)
        {
            throw new Exception(what);
        }
    }

    static void Main(string[] arguments)
    {
        var vectors = Regex.Matches(File.ReadAllText(arguments[0]),
            "\"time_us\": (.+), \"interval_ms\": (.+), \"count\": (.+), \"prefix_bits\": .+, "
                + "\"smallest\": \"(.+)\", \"largest\": \"(.+)\"");
        Check(vectors.Count > 0, "no vectors");
        foreach (Match vector in vectors)
        {
            string[] field = vector.Groups.Cast<Group>().Select(group => group.Value).ToArray();
            var at = DateTimeOffset.FromUnixTimeMilliseconds(0).AddTicks(long.Parse(field[1]) * 10);
            long interval = long.Parse(field[2]), count = long.Parse(field[3]);
            foreach (int version in new[] { 4, 8 })
            {
                var keys = Enumerable.Range(0, 64)
                    .Select(_ => Number(IntervalUuid.GenerateAt(at, interval, count, version).ToString()))
                    .ToList();
                // The bits that each key has, and those that any has: all others are random.
                var labelled = new BigInteger(version ^ 4) << 76;
                Check((keys.Aggregate((a, b) => a & b) ^ labelled) == Number(field[4]), field[0]);
                Check((keys.Aggregate((a, b) => a | b) ^ labelled) == Number(field[5]), field[0]);
            }
        }

        var refused = new (long, long, int)[]
        {
            (0, 1, 4), (1L << 53, 1, 4), (1, 0, 4), (1, (1L << 48) + 1, 4), (1, 1, 7),
        };
        foreach (var bad in refused)
        {
            try
            {
                IntervalUuid.Generate(bad.Item1, bad.Item2, bad.Item3);
            }
            catch (ArgumentOutOfRangeException error)
            {
                Check(error.Message.Contains("must be"), error.Message);
                continue;
            }
            throw new Exception(bad + " are taken");
        }

        foreach (var good in new[] { (60000, 65536, 4), (300000, 38016, 4), (300000, 38016, 8) })
        {
            for (int i = 0; i < 100; i++)
            {
                Guid key = IntervalUuid.Generate(good.Item1, good.Item2, good.Item3);
                Console.WriteLine($"{good.Item1},{good.Item2},{good.Item3},{key}");
            }
        }
    }
}
