# SPDX-License-Identifier: PostgreSQL
# interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

require "securerandom"

# Generates UUID keys by time, as +uuid_interval_nextval()+ of the PostgreSQL extension sequential_uuids does. A program
# needs one generator for each column default, which threads may share.
#
#   # DEFAULT uuid_interval_nextval('5 min', '60 days')
#   KEYS = IntervalUuid.new(interval: 5 * 60, cycle: 60 * 24 * 60 * 60) # or 5.minutes and 60.days
#   KEYS.next # => "8129bd15-…"
class IntervalUuid
  MAX_COUNT = 2**48
  # In milliseconds: the server counts microseconds in 63 bits.
  MAX_CYCLE = 2**63 / 1000
  # No range at all would be dangerous: many ORMs take an empty OR for "all rows".
  NO_KEYS = ("00000000-0000-0000-0000-000000000001".."00000000-0000-0000-0000-000000000000")
  private_constant :MAX_COUNT, :MAX_CYCLE, :NO_KEYS

  # What the column default says; with other lengths, keys are in wrong places for good, unnoticed.
  #
  # [interval] how long keys share a prefix: seconds, of any Numeric or an ActiveSupport::Duration, that are a whole
  #            number of milliseconds
  # [cycle]    after how long prefixes repeat: a multiple of the interval, at most 2^48 times it
  # [version]  the UUID version, 4 unless the column default says 8
  #
  # Raises TypeError if a length is no number, and ArgumentError if one or the version is out of range, or if the cycle
  # is no multiple of the interval.
  def initialize(interval:, cycle:, version: 4)
    @interval = milliseconds("interval", interval)
    millis = milliseconds("cycle", cycle)
    @count, rest = millis.divmod(@interval)
    if rest != 0
      nearest = [Rational(millis, @interval).round, 1].max * @interval
      raise ArgumentError, "cycle must be a multiple of interval (#{@interval} ms): " \
                           "the nearest to #{millis} ms is #{nearest} ms"
    end
    raise ArgumentError, "cycle must be at most 2^48 times interval" if @count > MAX_COUNT
    raise ArgumentError, "cycle must be at most #{MAX_CYCLE} ms, not #{millis} ms" if millis > MAX_CYCLE
    raise ArgumentError, "version must be 4 or 8, not #{version.inspect}" unless [4, 8].any? { |v| v.eql?(version) }

    @version = version
    @free_bits = 128 - (@count - 1).bit_length
    freeze
  end

  # Generates a key of the present block. Raises what SecureRandom does if there are no random bytes.
  def next
    at(Time.now)
  end

  # Generates a key of the block of a Time, for rows that are older than now. Raises TypeError if it is none, and what
  # SecureRandom does.
  def at(time)
    block = since_epoch(time).div(@interval) % @count
    random = SecureRandom.random_bytes(16).unpack1("H*").hex
    key = block << @free_bits | random & (1 << @free_bits) - 1
    text(key & 0xffff_ffff_ffff_0fff_3fff_ffff_ffff_ffff | @version << 76 | 1 << 63)
  end

  # Finds the ranges of keys generated from one Time until just before another: two if prefixes begin anew between them,
  # else one. If the second is not later, no key lies in it: its begin is above its end, so never swap them. Like
  # +uuid_interval_between()+, they cover whole blocks, of each cycle: for the exact span, also compare a timestamp.
  # Their ends, the smallest and the largest key, carry no version.
  #
  #   Order.where(id: KEYS.ranges(1.hour.ago, Time.now), created_at: 1.hour.ago..)
  def ranges(from, to)
    from, to = since_epoch(from), since_epoch(to)
    return [NO_KEYS] if from >= to

    first = from.div(@interval)
    last = [(to / @interval).ceil - 1, first + @count - 1].min
    lower, upper = first % @count, last % @count
    return [range(lower, upper)] if lower <= upper

    [range(lower, @count - 1), range(0, upper)]
  end

  private

  def range(first, last)
    text(first << @free_bits)..text((last + 1 << @free_bits) - 1)
  end

  def text(key)
    hex = key.to_s(16).rjust(32, "0")
    "#{hex[0, 8]}-#{hex[8, 4]}-#{hex[12, 4]}-#{hex[16, 4]}-#{hex[20, 12]}"
  end

  # Exactly, as a Rational.
  def since_epoch(time)
    raise TypeError, "#{time.inspect} is no Time" unless time.is_a?(Time)

    time.to_r * 1000
  end

  def milliseconds(name, length)
    # Months and years of an ActiveSupport::Duration have no fixed length.
    if length.respond_to?(:parts)
      raise ArgumentError, "#{name} must have no months or years" if length.parts.keys.intersect?(%i[months years])

      length = length.value
    end
    raise TypeError, "#{name} must be seconds, not #{length.inspect}" unless length.is_a?(Numeric) && length.real?

    # A Float is the shortest number that it stands for: 0.1 is 100 ms.
    millis = (length.is_a?(Float) ? length.rationalize : length.to_r) * 1000 if length.finite?
    return millis.to_i if millis && millis >= 1 && millis.denominator == 1

    raise ArgumentError, "#{name} must be a whole number of milliseconds from 1, not #{length} s"
  end
end
