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
    public readonly struct KeyRange
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

        /// <summary>Prints both keys.</summary>
        /// <returns>The keys, as in <c>0003…..0004…</c>.</returns>
        public override string ToString()
        {
            return Smallest + ".." + Largest;
        }
    }
}
