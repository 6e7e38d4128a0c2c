# Tests interval_uuid.rb with the vectors in the file on the command line, then prints keys generated now, for the
# server.

require "json"
require_relative "interval_uuid"

def number(key)
  key.delete("-").to_i(16)
end

JSON.parse(File.read(ARGV[0])).each do |vector|
  [4, 8].each do |version|
    at = Time.at(0, vector["time_us"], :usec)
    keys = Array.new(64) { number(IntervalUuid.generate_at(at, vector["interval_ms"], vector["count"], version)) }
    # The bits that each key has, and those that any has: all others are random.
    labelled = (version ^ 4) << 76
    raise "smallest key of #{vector}" unless keys.reduce(:&) ^ labelled == number(vector["smallest"])
    raise "largest key of #{vector}" unless keys.reduce(:|) ^ labelled == number(vector["largest"])
  end
end

def error_of
  yield
  raise "it is taken"
rescue ArgumentError => error
  error.message
end

{
  "interval_millis must be an integer from 1 to 2^53 - 1, not " => [[0, 1], [2**53, 1], [1.5, 1], ["60000", 1]],
  "count must be an integer from 1 to 2^48, not " => [[1, 0], [1, 2**48 + 1], [1, 1.5], [1, "65536"]],
  "version must be 4 or 8, not " => [[1, 1, 7], [1, 1, 4.0]],
  "of interval_millis and count, give both or neither" => [[300_000], [nil, 38_016]],
}.each do |message, calls|
  calls.each do |parameters|
    error = error_of { IntervalUuid.generate(*parameters) }
    raise "#{parameters}: #{error}" unless error.start_with?(message)
  end
end
["2026-11-01", 0, nil].each do |at|
  error = error_of { IntervalUuid.generate_at(at) }
  raise error unless error == "at must be a Time, not #{at.inspect}"
end

[[60_000, 65_536, 4], [300_000, 38_016, 4], [300_000, 38_016, 8]].each do |parameters|
  100.times { puts [*parameters, IntervalUuid.generate(*parameters)].join(",") }
end
