// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
using System;
using System.Security.Cryptography;

/// <summary>
/// UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.
/// It takes nothing but .NET.
/// </summary>
public static class IntervalUuid
{
    private static readonly RandomNumberGenerator Random = RandomNumberGenerator.Create();

    /// <summary>A key of the present block, like those of uuid_time_nextval().</summary>
    public static Guid Generate()
    {
        return Generate(60000, 65536);
    }

    /// <summary>
    /// A key of the present block. The arguments are the column default's: its interval in milliseconds, and the number
    /// of intervals in its cycle.
    /// </summary>
    public static Guid Generate(long intervalMillis, long count, int version = 4)
    {
        return GenerateAt(DateTimeOffset.UtcNow, intervalMillis, count, version);
    }

    /// <summary>A key of the block of that time.</summary>
    public static Guid GenerateAt(DateTimeOffset at, long intervalMillis, long count, int version = 4)
    {
        if (intervalMillis < 1 || intervalMillis >= 1L << 53)
        {
            throw new ArgumentOutOfRangeException(nameof(intervalMillis), intervalMillis, "must be from 1 to 2^53 - 1");
        }
        if (count < 1 || count > 1L << 48)
        {
            throw new ArgumentOutOfRangeException(nameof(count), count, "must be from 1 to 2^48");
        }
        if (version != 4 && version != 8)
        {
            throw new ArgumentOutOfRangeException(nameof(version), version, "must be 4 or 8");
        }
        // C# rounds quotients towards zero; below zero, this rounds down.
        long millis = at.ToUnixTimeMilliseconds();
        long number = millis / intervalMillis - (millis % intervalMillis < 0 ? 1 : 0);
        long block = (number % count + count) % count;
        long free = 1L << 48;
        for (long blocks = 1; blocks < count; blocks *= 2)
        {
            free /= 2;
        }
        var random = new byte[16];
        Random.GetBytes(random);
        long start = BitConverter.ToInt64(random, 0);
        long head = block * free + (start >> 16 & 0xffffffffffff) % free;
        int middle = version << 12 | (int)(start & 0xfff);
        int variant = 0x8000 | BitConverter.ToUInt16(random, 8) & 0x3fff;
        // Not from bytes, whose order in a Guid is another.
        string end = BitConverter.ToString(random, 10).Replace("-", "");
        return Guid.ParseExact($"{head:x12}{middle:x4}{variant:x4}{end}", "N");
    }
}
