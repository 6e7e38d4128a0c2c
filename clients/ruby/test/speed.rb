# frozen_string_literal: true

# Prints nanoseconds per key of next, and of SecureRandom.uuid.
require "interval_uuid"

keys = IntervalUuid.new(interval: "5 min", cycle: "60 days")
calls = 20_000
rounds = Array.new(40) do
  [keys.method(:next), SecureRandom.method(:uuid)].map do |generate|
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
    calls.times { generate.call }
    (Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start) / calls
  end
end
puts rounds.transpose.map(&:min).join(" ")
