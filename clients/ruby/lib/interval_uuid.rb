# frozen_string_literal: true

# SPDX-License-Identifier: PostgreSQL
# interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

require "securerandom"
require_relative "interval_uuid/length"

# Generates UUID keys by time, as +uuid_interval_nextval()+ of the PostgreSQL extension sequential_uuids does. A program
# needs one generator for each column default, which threads may share.
#
#   # DEFAULT uuid_interval_nextval('5 min', '60 days')
#   KEYS = IntervalUuid.new(interval: "5 min", cycle: "60 days") # in Rails also 5.minutes and 60.days
#   KEYS.next # => "8129bd15-…"
class IntervalUuid
  MAX_COUNT = 2**48
  # No range at all would be dangerous: many ORMs take an empty OR for "all rows".
  NO_KEYS = ("00000000-0000-0000-0000-000000000001".."00000000-0000-0000-0000-000000000000")
  UUID_TEXT = /\A\h{8}(-?)\h{4}\1\h{4}\1\h{4}\1\h{12}\z/
  private_constant :MAX_COUNT, :NO_KEYS, :UUID_TEXT

  # Builds the generator from what +uuid_key_parameters()+ of the server says of a column default: read the row once,
  # when the program starts. Each is an Integer, or a String of digits, as pg has them without a type map.
  # Other columns are ignored.
  #
  # Raises TypeError if one is neither, and ArgumentError if one is out of range, or if the interval is no whole number
  # of milliseconds.
  def self.from_parameters(interval_microseconds:, interval_count:, version:, **)
    length = integer("interval_microseconds", interval_microseconds)
    cycle = length * integer("interval_count", interval_count)
    new(interval: "#{length} us", cycle: "#{cycle} us", version: integer("version", version))
  end

  def self.integer(name, value)
    return value.to_i if value.is_a?(Integer) ? value > 0 : value.is_a?(String) && /\A[1-9]\d{0,18}\z/.match?(value)

    raise TypeError, "#{name} must be an integer from 1, as uuid_key_parameters() returns it, not #{value.inspect}"
  end
  private_class_method :integer

  # What the column default says; with other lengths, keys are in wrong places for good, unnoticed.
  #
  # [interval] how long keys share a prefix: as PostgreSQL prints intervals and people write them, such as "5 min", or
  #            an ActiveSupport::Duration; without months and years, and a whole number of milliseconds
  # [cycle]    after how long prefixes repeat: a multiple of the interval, at most 2^48 times it
  # [version]  the UUID version, 4 unless the column default says 8
  #
  # Raises TypeError if a length is neither, as a number without a unit is, and ArgumentError if one or the version is
  # out of range, or if the cycle is no multiple of the interval.
  def initialize(interval:, cycle:, version: 4)
    @interval = Length.milliseconds("interval", interval)
    millis = Length.milliseconds("cycle", cycle)
    @count, rest = millis.divmod(@interval)
    if rest != 0
      nearest = [Rational(millis, @interval).round, 1].max * @interval
      raise ArgumentError, "cycle must be a multiple of interval (#{@interval} ms): " \
                           "the nearest to #{millis} ms is #{nearest} ms"
    end
    if @count > MAX_COUNT
      raise ArgumentError, "cycle must be at most 2^48 times interval (#{@interval} ms), not #{millis} ms"
    end
    raise ArgumentError, "version must be 4 or 8, not #{version.inspect}" unless [4, 8].any? { |v| v.eql?(version) }

    @version = version
    # Of the first 48 bits.
    @free_bits = 48 - (@count - 1).bit_length
    @free_mask = (1 << @free_bits) - 1
    freeze
  end

  # Generates a key of the present block. Raises what SecureRandom does if there are no random bytes.
  def next
    generate(Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond))
  end

  # Generates a key of the block of a Time, for rows that are older than now. Raises TypeError if it is none, and what
  # SecureRandom does.
  def at(time)
    generate(since_epoch(time).floor)
  end

  # Finds the ranges of keys generated from one Time until just before another: two if prefixes begin anew between them,
  # else one. If the second is not later, no key lies in it: its begin is above its end, so never swap them. Like
  # +uuid_interval_between()+, they cover whole blocks, of each cycle: for the exact span, also compare a timestamp.
  # Their ends, the smallest and the largest key, carry no version.
  #
  #   Order.where(id: KEYS.ranges(1.hour.ago, Time.now), created_at: 1.hour.ago..)
  def ranges(from, to)
    from = since_epoch(from)
    to = since_epoch(to)
    return [NO_KEYS] if from >= to

    first = from.div(@interval)
    last = [(to / @interval).ceil - 1, first + @count - 1].min
    lower = first % @count
    upper = last % @count
    return [range(lower, upper)] if lower <= upper

    [range(lower, @count - 1), range(0, upper)]
  end

  # Finds the number of a key's block, from 0, as +uuid_block()+ does, or nil if the key's first bits are no block of
  # this cycle. Raises ArgumentError if it is no UUID.
  def block(id)
    raise ArgumentError, "id must be a UUID, not #{id.inspect}" unless UUID_TEXT.match?(id)

    block = id.delete("-")[0, 12].hex >> @free_bits
    block if block < @count
  end

  # Finds the latest interval that begins no later than a Time and in which a key may have been generated, as
  # +uuid_interval_window()+ does: a Range of Time without its end, or nil if the key's first bits are no block of this
  # cycle. Raises ArgumentError if it is no UUID, and TypeError if the other is no Time.
  def window(id, not_after)
    block = block(id)
    number = since_epoch(not_after).div(@interval)
    return if block.nil?

    from = (number - (number - block) % @count) * @interval
    Time.at(0, from, :millisecond)...Time.at(0, from + @interval, :millisecond)
  end

  private

  def generate(millis)
    block = millis.div(@interval) % @count
    bytes = SecureRandom.random_bytes(16)
    high, middle, low, variant = bytes.unpack("S>L>S>C")
    head = block << @free_bits | (high << 32 | middle) & @free_mask
    start = [head >> 32, head & 0xffff_ffff, @version << 12 | low & 0xfff, 0x80 | variant & 0x3f].pack("S>L>S>C")
    text(start << bytes.byteslice(9..))
  end

  def range(first, last)
    bound(first << @free_bits, "\0")..bound((last << @free_bits) + @free_mask, "\xff".b)
  end

  def bound(head, byte)
    text([head >> 32, head & 0xffff_ffff].pack("S>L>") << byte * 10)
  end

  def text(bytes)
    bytes.unpack("H8H4H4H4H*").join("-")
  end

  # Milliseconds, exactly, as a Rational.
  def since_epoch(time)
    raise TypeError, "#{time.inspect} is no Time" unless time.is_a?(Time)

    time.to_r * 1000
  end
end
