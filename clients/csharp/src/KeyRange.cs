// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
using System;

namespace SequentialUuids
{
    /// <summary>
    /// A range of keys, both ends included, which carry no version. <see cref="Guid.CompareTo(Guid)"/> orders keys as
    /// PostgreSQL does; SQL Server does not. No key lies in the range of an empty span, whose smallest is above its
    /// largest; so never swap them.
    /// </summary>
    public sealed class KeyRange : IEquatable<KeyRange>
    {
        internal KeyRange(Guid smallest, Guid largest)
        {
            Smallest = smallest;
            Largest = largest;
        }

        /// <summary>The smallest key of some blocks.</summary>
        public Guid Smallest { get; }

        /// <summary>The largest key of these blocks.</summary>
        public Guid Largest { get; }

        /// <summary>Compares both keys.</summary>
        /// <param name="left">A range.</param>
        /// <param name="right">Another range.</param>
        /// <returns>Whether they are the same.</returns>
        public static bool operator ==(KeyRange left, KeyRange right)
        {
            return Equals(left, right);
        }

        /// <summary>Compares both keys.</summary>
        /// <param name="left">A range.</param>
        /// <param name="right">Another range.</param>
        /// <returns>Whether they differ.</returns>
        public static bool operator !=(KeyRange left, KeyRange right)
        {
            return !(left == right);
        }

        /// <inheritdoc/>
        public bool Equals(KeyRange other)
        {
            return !ReferenceEquals(other, null) && Smallest == other.Smallest && Largest == other.Largest;
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return Equals(obj as KeyRange);
        }

        /// <inheritdoc/>
        public override int GetHashCode()
        {
            return unchecked(Smallest.GetHashCode() * 31 + Largest.GetHashCode());
        }

        /// <summary>Prints both keys.</summary>
        /// <returns>The keys, as in <c>0003…..0004…</c>.</returns>
        public override string ToString()
        {
            return Smallest + ".." + Largest;
        }
    }
}
