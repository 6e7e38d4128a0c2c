# frozen_string_literal: true

# SPDX-License-Identifier: PostgreSQL
# interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

class IntervalUuid
  # Lengths of time, in milliseconds.
  module Length
    # The server counts microseconds in 63 bits.
    MAX = 2**63 / 1000
    # In microseconds. Months and years are missing, as they have no fixed length.
    UNITS = {
      /\A(?:us|µs|usecs?|microseconds?)\z/ => 1,
      /\A(?:ms|msecs?|milliseconds?)\z/ => 1_000,
      /\A(?:s|secs?|seconds?)\z/ => 1_000_000,
      /\A(?:m|mins?|minutes?)\z/ => 60_000_000,
      /\A(?:h|hrs?|hours?)\z/ => 3_600_000_000,
      /\A(?:d|days?)\z/ => 86_400_000_000,
      /\A(?:w|weeks?)\z/ => 604_800_000_000
    }.freeze

    def self.milliseconds(name, length)
      millis = length.is_a?(String) ? parse(name, length) : of_duration(name, length)
      raise ArgumentError, "#{name} must be at most #{MAX} ms, not #{length.inspect}" if millis > MAX
      return millis.to_i if millis >= 1 && millis.denominator == 1

      raise ArgumentError, "#{name} must be a whole number of milliseconds from 1, not #{length.inspect}"
    end

    # Of an ActiveSupport::Duration, whose months and years have no fixed length.
    def self.of_duration(name, duration)
      unless duration.respond_to?(:parts) && duration.respond_to?(:value)
        raise TypeError, "#{name} must be a String such as \"5 min\" or an ActiveSupport::Duration, " \
                         "not #{duration.inspect}"
      end
      raise ArgumentError, "#{name} must have no months or years" if duration.parts.keys.intersect?(%i[months years])

      seconds = duration.value
      # A Float is the shortest number that it stands for: 0.1 is 100 ms.
      (seconds.is_a?(Float) ? seconds.rationalize : seconds.to_r) * 1000
    end

    # In each style that the server prints.
    def self.parse(name, text)
      words = in_units(text)
      pieces = words.scan(/(\d+(?:\.\d+)?)\s*([a-zµ]+)/)
      sizes = pieces.map { |_, unit| UNITS.find { |names, _| names.match?(unit) }&.last }
      unless words.match?(/\A\s*(?:\d+(?:\.\d+)?\s*[a-zµ]+\s*)+\z/) && sizes.all?
        raise ArgumentError, "#{name} must be a length such as \"5 min\", \"01:30:00\" or \"60 days\", " \
                             "without months and years, not #{text.inspect}"
      end
      pieces.zip(sizes).sum { |(value, _), size| value.to_r * size } / 1000
    end

    # 45 days 12:16:00, 45 12:16:00, and ISO 8601, P45DT12H16M, where M stands for months before the T.
    def self.in_units(text)
      text.strip.downcase.delete_prefix("@ ")
          .sub(/\Ap([\d.wd]*)(?:t([\d.hms]+))?\z/, '\1 \2')
          .sub(/(?:\A(\d+) )?\b(\d+):(\d\d)(?::(\d\d(?:\.\d+)?))?\z/) do
            "#{Regexp.last_match(1) || 0}d #{Regexp.last_match(2)}h #{Regexp.last_match(3)}m " \
              "#{Regexp.last_match(4) || 0}s"
          end
    end
    private_class_method :of_duration, :parse, :in_units
  end
  private_constant :Length
end
