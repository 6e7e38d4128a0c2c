// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
using System;
using System.Collections.Generic;
using System.Security.Cryptography;

namespace SequentialUuids
{
    /// <summary>
    /// Generates UUID keys by time, as <c>uuid_interval_nextval()</c> of the PostgreSQL extension sequential_uuids
    /// does. A program needs one generator for each column default, which threads may share.
    /// </summary>
    /// <example>
    /// <code>
    /// // DEFAULT uuid_interval_nextval('5 min', '60 days')
    /// var keys = new IntervalUuid(TimeSpan.FromMinutes(5), TimeSpan.FromDays(60));
    /// Guid id = keys.Next();
    /// </code>
    /// </example>
    public sealed class IntervalUuid
    {
        private const long MaxCount = 1L << 48;

        // No range at all would be dangerous: many ORMs take an empty OR for "all rows".
        private static readonly KeyRange NoKeys =
            new KeyRange(new Guid(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1), Guid.Empty);

        private readonly long interval; // in milliseconds
        private readonly long count;
        private readonly int freeBits; // of the first 48
        private readonly int version;
        private readonly RandomNumberGenerator random;

        /// <summary>
        /// Takes what the column default says; with other lengths, keys are in wrong places for good, unnoticed.
        /// </summary>
        /// <param name="interval">How long keys share a prefix: a whole number of milliseconds.</param>
        /// <param name="cycle">
        /// After how long prefixes repeat: a multiple of <paramref name="interval"/>, at most 2^48 times it.
        /// </param>
        /// <param name="version">The UUID version: 4, or 8 if the column default says so.</param>
        /// <exception cref="ArgumentOutOfRangeException">A length or the version is out of range.</exception>
        /// <exception cref="ArgumentException">
        /// <paramref name="cycle"/> is no multiple of <paramref name="interval"/>.
        /// </exception>
        public IntervalUuid(TimeSpan interval, TimeSpan cycle, int version = 4)
            : this(interval, cycle, version, RandomNumberGenerator.Create())
        {
        }

        /// <summary>For tests.</summary>
        internal IntervalUuid(TimeSpan interval, TimeSpan cycle, int version, RandomNumberGenerator random)
            : this(Milliseconds(interval), Count(interval, cycle), version, random)
        {
        }

        private IntervalUuid(long milliseconds, long count, int version, RandomNumberGenerator random)
        {
            if (version != 4 && version != 8)
            {
                throw new ArgumentOutOfRangeException(nameof(version), version, "must be 4 or 8");
            }
            interval = milliseconds;
            this.count = count;
            freeBits = 48;
            for (long blocks = 1; blocks < count; blocks *= 2)
            {
                freeBits--;
            }
            this.version = version;
            this.random = random;
        }

        /// <summary>
        /// Builds the generator from what <c>uuid_key_parameters()</c> of the server says of a column default. Read the
        /// row once, when the program starts. It also takes cycles that no <see cref="TimeSpan"/> is as long as.
        /// </summary>
        /// <param name="intervalMicroseconds">How long keys share a prefix: a whole number of milliseconds.</param>
        /// <param name="intervalCount">How many intervals there are in a cycle, at most 2^48.</param>
        /// <param name="version">The UUID version, 4 or 8.</param>
        /// <returns>The generator.</returns>
        /// <exception cref="ArgumentOutOfRangeException">
        /// One is out of range, or the cycle is 2^63 microseconds or longer.
        /// </exception>
        /// <example>
        /// <code>
        /// // SELECT interval_microseconds, interval_count, version FROM uuid_key_parameters('orders', 'id')
        /// var keys = IntervalUuid.FromParameters(reader.GetInt64(0), reader.GetInt64(1), reader.GetInt32(2));
        /// </code>
        /// </example>
        public static IntervalUuid FromParameters(long intervalMicroseconds, long intervalCount, int version)
        {
            if (intervalMicroseconds < 1000 || intervalMicroseconds % 1000 != 0)
            {
                throw new ArgumentOutOfRangeException(nameof(intervalMicroseconds), intervalMicroseconds,
                    "must be a whole number of milliseconds from 1");
            }
            if (intervalCount < 1 || intervalCount > MaxCount)
            {
                throw new ArgumentOutOfRangeException(nameof(intervalCount), intervalCount, "must be 1 to 2^48");
            }
            if (intervalCount > long.MaxValue / intervalMicroseconds)
            {
                throw new ArgumentOutOfRangeException(nameof(intervalCount), intervalCount,
                    $"{intervalCount} intervals of {intervalMicroseconds} us must be below 2^63 us");
            }
            return new IntervalUuid(
                intervalMicroseconds / 1000, intervalCount, version, RandomNumberGenerator.Create());
        }

        /// <summary>Prints interval, count and version.</summary>
        /// <returns>The text.</returns>
        public override string ToString()
        {
            return $"IntervalUuid({count} intervals of {interval} ms, version {version})";
        }

        /// <summary>Generates a key of the present block.</summary>
        /// <returns>The key.</returns>
        /// <exception cref="CryptographicException">There are no random bytes.</exception>
        public Guid Next()
        {
            return At(DateTimeOffset.UtcNow);
        }

        /// <summary>Generates a key of the block of a time, for rows that are older than now.</summary>
        /// <param name="time">The time.</param>
        /// <returns>The key.</returns>
        /// <exception cref="CryptographicException">There are no random bytes.</exception>
        public Guid At(DateTimeOffset time)
        {
            long block = Modulo(FloorDivide(time.ToUnixTimeMilliseconds(), interval), count);
            var bytes = new byte[16];
            random.GetBytes(bytes);
            long start = BitConverter.ToInt64(bytes, 0);
            long head = block << freeBits | start & (1L << freeBits) - 1;
            short middle = unchecked((short)(version << 12 | (int)(start >> 48) & 0xfff));
            return ToGuid(head, middle, (byte)(0x80 | bytes[8] & 0x3f), bytes);
        }

        /// <summary>Generates a key of the block of a time, for rows that are older than now.</summary>
        /// <param name="time">The time, local or of UTC.</param>
        /// <returns>The key.</returns>
        /// <exception cref="ArgumentException">It is said of neither, so it is no moment.</exception>
        /// <exception cref="CryptographicException">There are no random bytes.</exception>
        public Guid At(DateTime time)
        {
            return At(Moment(nameof(time), time));
        }

        /// <summary>
        /// Finds the ranges of keys generated from one time until just before another. Like
        /// <c>uuid_interval_between()</c>, they cover whole blocks, of each cycle: for the exact span, also compare a
        /// timestamp.
        /// </summary>
        /// <param name="from">The first time.</param>
        /// <param name="to">The time after the last.</param>
        /// <returns>
        /// Two if prefixes begin anew between the times, else one. If <paramref name="to"/> is not later than
        /// <paramref name="from"/>, no key lies in it.
        /// </returns>
        public IReadOnlyList<KeyRange> Ranges(DateTimeOffset from, DateTimeOffset to)
        {
            if (from >= to)
            {
                return new[] { NoKeys };
            }
            long first = FloorDivide(from.ToUnixTimeMilliseconds(), interval);
            long last = Math.Min(FloorDivide(to.AddTicks(-1).ToUnixTimeMilliseconds(), interval), first + count - 1);
            long lower = Modulo(first, count), upper = Modulo(last, count);
            return lower <= upper
                ? new[] { Range(lower, upper) }
                : new[] { Range(lower, count - 1), Range(0, upper) };
        }

        /// <summary>Finds the ranges of keys, as for times with an offset.</summary>
        /// <param name="from">The first time, local or of UTC.</param>
        /// <param name="to">The time after the last, local or of UTC.</param>
        /// <returns>One or two.</returns>
        /// <exception cref="ArgumentException">One is said of neither, so it is no moment.</exception>
        public IReadOnlyList<KeyRange> Ranges(DateTime from, DateTime to)
        {
            return Ranges(Moment(nameof(from), from), Moment(nameof(to), to));
        }

        /// <summary>Finds the number of a key's block, as <c>uuid_block()</c> does.</summary>
        /// <param name="id">The key.</param>
        /// <returns>The number, from 0, or null if the key's first bits are no block of this cycle.</returns>
        public long? Block(Guid id)
        {
            byte[] b = id.ToByteArray();
            long head = (long)BitConverter.ToUInt32(b, 0) << 16 | BitConverter.ToUInt16(b, 4);
            long block = head >> freeBits;
            return block < count ? block : (long?)null;
        }

        /// <summary>
        /// Finds the latest interval that begins no later than a time and in which a key may have been generated, as
        /// <c>uuid_interval_window()</c> does.
        /// </summary>
        /// <param name="id">The key.</param>
        /// <param name="notAfter">A time after the key was generated.</param>
        /// <returns>
        /// The first time and the time after the last, or null if the key's first bits are no block of this cycle, or
        /// if no DateTimeOffset is that early or late.
        /// </returns>
        public (DateTimeOffset From, DateTimeOffset To)? Window(Guid id, DateTimeOffset notAfter)
        {
            long? block = Block(id);
            if (block == null)
            {
                return null;
            }
            long number = FloorDivide(notAfter.ToUnixTimeMilliseconds(), interval);
            long from = (number - Modulo(number - block.Value, count)) * interval;
            if (from < DateTimeOffset.MinValue.ToUnixTimeMilliseconds()
                || from + interval > DateTimeOffset.MaxValue.ToUnixTimeMilliseconds())
            {
                return null;
            }
            return (DateTimeOffset.FromUnixTimeMilliseconds(from),
                DateTimeOffset.FromUnixTimeMilliseconds(from + interval));
        }

        private static DateTimeOffset Moment(string name, DateTime time)
        {
            if (time.Kind == DateTimeKind.Unspecified)
            {
                throw new ArgumentException(
                    "a DateTime of unspecified kind is no moment: say whether it is of UTC", name);
            }
            return new DateTimeOffset(time);
        }

        private KeyRange Range(long first, long last)
        {
            var zeros = new byte[16];
            var ones = new byte[16];
            for (int i = 0; i < ones.Length; i++)
            {
                ones[i] = 0xff;
            }
            return new KeyRange(
                ToGuid(first << freeBits, 0, 0, zeros), ToGuid((last + 1 << freeBits) - 1, -1, 0xff, ones));
        }

        // Not from bytes alone, whose order in a Guid is another.
        private static Guid ToGuid(long head, short middle, byte variant, byte[] b)
        {
            // A project that copies this file may check for overflows.
            return new Guid(
                unchecked((int)(head >> 16)), unchecked((short)head), middle,
                variant, b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
        }

        private static long Milliseconds(TimeSpan interval)
        {
            CheckLength(nameof(interval), interval);
            return interval.Ticks / TimeSpan.TicksPerMillisecond;
        }

        private static long Count(TimeSpan interval, TimeSpan cycle)
        {
            CheckLength(nameof(cycle), cycle);
            long count = cycle.Ticks / interval.Ticks;
            long rest = cycle.Ticks % interval.Ticks;
            if (rest != 0)
            {
                long nearest = Math.Max(rest >= interval.Ticks - rest ? count + 1 : count, 1) * interval.Ticks;
                throw new ArgumentException(
                    $"must be a multiple of interval ({interval}): the nearest to {cycle} is {new TimeSpan(nearest)}",
                    nameof(cycle));
            }
            return count <= MaxCount ? count : throw new ArgumentOutOfRangeException(
                nameof(cycle), cycle, $"must be at most 2^48 times interval ({interval}), not {cycle}");
        }

        private static void CheckLength(string name, TimeSpan length)
        {
            if (length < TimeSpan.FromMilliseconds(1) || length.Ticks % TimeSpan.TicksPerMillisecond != 0)
            {
                throw new ArgumentOutOfRangeException(
                    name, length, "must be a whole number of milliseconds from 1");
            }
        }

        // C# rounds quotients towards zero.
        private static long FloorDivide(long a, long b)
        {
            return a / b - (a % b < 0 ? 1 : 0);
        }

        private static long Modulo(long a, long b)
        {
            return (a % b + b) % b;
        }
    }
}
