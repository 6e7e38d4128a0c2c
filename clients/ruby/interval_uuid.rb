# SPDX-License-Identifier: PostgreSQL
# interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
#
# UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.
#
# It takes nothing but Ruby.

require "securerandom"

module IntervalUuid
  # A key of the present block. The arguments are the column default's: its interval in milliseconds, and the number of
  # intervals in its cycle. Without both, they are those of uuid_time_nextval().
  def self.generate(interval_millis = nil, count = nil, version = 4)
    generate_at(Time.now, interval_millis, count, version)
  end

  # A key of the block of that time.
  def self.generate_at(at, interval_millis = nil, count = nil, version = 4)
    raise ArgumentError, "of interval_millis and count, give both or neither" if interval_millis.nil? != count.nil?
    raise ArgumentError, "at must be a Time, not #{at.inspect}" unless at.is_a?(Time)

    interval_millis, count = 60_000, 65_536 if interval_millis.nil?
    unless interval_millis.is_a?(Integer) && interval_millis.between?(1, 2**53 - 1)
      raise ArgumentError, "interval_millis must be an integer from 1 to 2^53 - 1, not #{interval_millis.inspect}"
    end
    unless count.is_a?(Integer) && count.between?(1, 2**48)
      raise ArgumentError, "count must be an integer from 1 to 2^48, not #{count.inspect}"
    end
    unless [4, 8].any? { |known| known.eql?(version) }
      raise ArgumentError, "version must be 4 or 8, not #{version.inspect}"
    end

    block = (at.to_r * 1000 / interval_millis).floor % count
    free = 2**48 >> (count - 1).bit_length
    head = block * free + SecureRandom.random_number(free)
    tail = version << 76 | SecureRandom.random_number(2**12) << 64 | 2 << 62 | SecureRandom.random_number(2**62)
    format("%032x", head << 80 | tail).sub(/(.{8})(.{4})(.{4})(.{4})/, '\1-\2-\3-\4-')
  end
end
