# SPDX-License-Identifier: PostgreSQL
# UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.
#
# Copy this file. It takes nothing but Ruby.

require "securerandom"

module IntervalUuid
  # A key of the present block.
  def self.generate(interval_millis = 60_000, count = 65_536, version = 4)
    generate_at(Time.now, interval_millis, count, version)
  end

  # A key of the block of that time.
  def self.generate_at(at, interval_millis = 60_000, count = 65_536, version = 4)
    unless interval_millis.is_a?(Integer) && interval_millis.between?(1, 2**53 - 1)
      raise ArgumentError, "interval_millis must be an integer from 1 to 2^53 - 1, not #{interval_millis}"
    end
    unless count.is_a?(Integer) && count.between?(1, 2**48)
      raise ArgumentError, "count must be an integer from 1 to 2^48, not #{count}"
    end
    raise ArgumentError, "version must be 4 or 8, not #{version}" unless [4, 8].include?(version)

    block = (at.to_r * 1000 / interval_millis).floor % count
    free = 2**48 >> (count - 1).bit_length
    head = block * free + SecureRandom.random_number(free)
    tail = version << 76 | SecureRandom.random_number(2**12) << 64 | 2 << 62 | SecureRandom.random_number(2**62)
    format("%032x", head << 80 | tail).sub(/(.{8})(.{4})(.{4})(.{4})/, '\1-\2-\3-\4-')
  end
end
