# frozen_string_literal: true

require "minitest/autorun"
require "interval_uuid"

# With the vectors of t/vectors, which all languages share.
class IntervalUuidTest < Minitest::Test
  VECTORS = ENV.fetch("VECTORS") { File.expand_path("../../../t/vectors", __dir__) }
  # Each millisecond is a block, and the first 48 bits its number.
  BY_MILLISECOND = IntervalUuid.new(interval: "1 ms", cycle: "#{2**48} ms")

  def vectors(name)
    rows = File.readlines("#{VECTORS}/#{name}.csv", chomp: true).drop(1).map { |line| line.split(",", -1) }
    assert_operator rows.size, :>=, 100
    rows
  end

  def generator(interval, count, version = 4)
    IntervalUuid.new(interval: "#{interval} ms", cycle: "#{interval.to_i * count.to_i} ms", version:)
  end

  # Interval, count and version, as inspect shows them.
  def parameters(keys)
    keys.inspect[/@.*/]
  end

  def number(key)
    key.delete("-").to_i(16)
  end

  def test_at_gives_the_keys_of_the_vectors
    vectors("client_keys").each do |micros, interval, count, smallest, largest|
      [4, 8].each do |version|
        client = generator(interval, count, version)
        keys = Array.new(64) { number(client.at(Time.at(0, micros.to_i, :usec))) }
        # The bits that each key has, and those that any has: all others are random.
        labelled = (version ^ 4) << 76
        assert_equal number(smallest), keys.reduce(:&) ^ labelled, [micros, interval, count]
        assert_equal number(largest), keys.reduce(:|) ^ labelled, [micros, interval, count]
      end
    end
  end

  def test_ranges_gives_those_of_the_vectors
    vectors("ranges").each do |from, to, interval, count, expected|
      span = [from, to].map { |millis| Time.at(0, millis.to_i, :millisecond) }
      assert_equal expected, generator(interval, count).ranges(*span).join(";"), [from, to, interval, count]
    end
    second = generator(1000, 256)
    [0, 1].each do |nanos|
      ranges = second.ranges(Time.at(0, 999_999_999, :nsec), Time.at(1, nanos, :nsec))
      assert_equal "0#{nanos}", ranges[0].end[0, 2]
    end
  end

  def test_next_takes_the_present_millisecond
    10.times do
      before = Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond)
      block = number(BY_MILLISECOND.next) >> 80
      assert_includes before..Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond), block
      sleep 0.002
    end
  end

  def test_a_fork_generates_other_keys
    client = generator(1, 1)
    client.next
    reader, writer = IO.pipe
    child = fork { writer.puts Array.new(100) { client.next } and exit!(0) }
    writer.close
    keys = reader.readlines(chomp: true) + Array.new(100) { client.next }
    Process.wait(child)
    assert_equal 200, keys.uniq.size
  end

  def test_a_random_source_that_fails_makes_it_fail
    SecureRandom.stub(:gen_random, ->(_) { raise "no entropy" }) do
      assert_equal "no entropy", assert_raises(RuntimeError) { BY_MILLISECOND.next }.message
      assert_raises(RuntimeError) { BY_MILLISECOND.at(Time.at(0)) }
    end
    SecureRandom.stub(:gen_random, ->(size) { "\xab".b * size }) do
      assert_equal "abababab-abab-4bab-abab-abababababab", generator(1, 1).next
    end
  end

  def test_lengths
    expected = parameters(IntervalUuid.new(interval: "300000 ms", cycle: "4924800000 ms"))
    ["5 min", "5m", "5 minutes", "300 s", "00:05:00", "0:05", "@ 5 mins", "PT5M", "0 0:05:00", "300000000 us",
     "0.5 min 4.5 minutes", "5MIN", "PT300.0S"].each do |interval|
      ["57 days", "57d", "8 weeks 1 day", "P57D", "P8W1D", "56 days 24:00:00", "56 24:00:00"].each do |cycle|
        assert_equal expected, parameters(IntervalUuid.new(interval:, cycle:)), [interval, cycle]
      end
    end
    longest = (2**63 - 1) / 1000
    IntervalUuid.new(interval: "#{longest} ms", cycle: "#{longest} ms")
    longer = "#{longest + 1} ms"
    error = assert_raises(ArgumentError) { IntervalUuid.new(interval: longer, cycle: longer) }
    assert_equal "interval must be at most #{longest} ms, not #{longer.inspect}", error.message
    ["0 s", "0.1 ms", "1500 us"].each do |wrong|
      error = assert_raises(ArgumentError) { IntervalUuid.new(interval: wrong, cycle: "1 s") }
      assert_equal "interval must be a whole number of milliseconds from 1, not #{wrong.inspect}", error.message
    end
    ["", "300", "min", "1 month", "P1M", "-5 min", "5 min ago", "5 min 3", "P", "1:2:3"].each do |wrong|
      error = assert_raises(ArgumentError) { IntervalUuid.new(interval: wrong, cycle: "1 s") }
      assert_match(/\Ainterval must be a length such as "5 min", .* not #{wrong.inspect}\z/, error.message)
    end
    [300, 0.1, 1/10r, nil, true, Time.now, :x].each do |wrong|
      assert_match(/\Acycle must be a String such as "5 min" or an ActiveSupport::Duration, not /,
                   assert_raises(TypeError) { IntervalUuid.new(interval: "1 s", cycle: wrong) }.message)
    end
  end

  def test_block_and_window_give_what_the_server_does
    vectors("client_windows").each do |id, not_after, interval, count, block, from, to|
      client = generator(interval, count)
      at = ->(millis) { Time.at(0, millis.to_i, :millisecond) }
      assert_equal block, client.block(id).to_s, id
      expected = at[from]...at[to] unless from.empty?
      [id, id.upcase, id.delete("-")].each do |text|
        window = client.window(text, at[not_after])
        expected.nil? ? assert_nil(window) : assert_equal(expected, window, id)
      end
    end
    ["", "x", "0" * 31, "#{"0" * 32}\n"].each do |wrong|
      error = assert_raises(ArgumentError) { BY_MILLISECOND.block(wrong) }
      assert_equal "id must be a UUID, not #{wrong.inspect}", error.message
    end
  end

  def test_from_parameters
    row = { interval_microseconds: 300_000_000, interval_count: 16_416, version: 8 }
    # Without a type map, pg returns strings; a row has names that are strings.
    strings = row.to_h { |name, value| [name.to_s, value.to_s] }
    whole = { function_name: "uuid_interval_nextval", **row }
    [row, strings.transform_keys(&:to_sym), whole].each do |same|
      assert_equal parameters(generator(300_000, 16_416, 8)), parameters(IntervalUuid.from_parameters(**same))
    end
    row.each_key do |name|
      [nil, 1.5, 1.0, 0, -1, "", "-1", "1.5", "1\n", " 5", "5 min", true].each do |wrong|
        error = assert_raises(TypeError) { IntervalUuid.from_parameters(**row, name => wrong) }
        assert_equal "#{name} must be an integer from 1, as uuid_key_parameters() returns it, not #{wrong.inspect}",
                     error.message
      end
    end
    day = { interval_microseconds: 86_400_000_000, interval_count: 106_751_991, version: 4 }
    assert_equal "000246", IntervalUuid.from_parameters(**day).at(Time.at(86_400 * 0x1234))[0, 6]
    { { interval_microseconds: 1500 } => "interval must be a whole number of milliseconds from 1, not \"1500 us\"",
      { interval_count: 106_751_992 } => "cycle must be at most 9223372036854775 ms, not \"9223372108800000000 us\"",
      { interval_microseconds: 1000, interval_count: 2**48 + 1 } =>
        "cycle must be at most 2^48 times interval (1 ms), not 281474976710657 ms",
      { version: 7 } => "version must be 4 or 8, not 7" }.each do |change, message|
      error = assert_raises(ArgumentError) { IntervalUuid.from_parameters(**day, **change) }
      assert_equal message, error.message
    end
  end

  def test_what_else_it_refuses
    { ["5 min", "57 days 1 min"] => "cycle must be a multiple of interval (300000 ms): " \
                                 "the nearest to 4924860000 ms is 4924800000 ms",
      ["5 min", "1 s"] => "cycle must be a multiple of interval (300000 ms): the nearest to 1000 ms is 300000 ms",
      ["5 min", "750 s"] => "cycle must be a multiple of interval (300000 ms): the nearest to 750000 ms is 900000 ms",
      ["1 ms", "#{2**48 + 1} ms"] =>
        "cycle must be at most 2^48 times interval (1 ms), not 281474976710657 ms" }.each do |lengths, message|
      interval, cycle = lengths
      error = assert_raises(ArgumentError) { IntervalUuid.new(interval:, cycle:) }
      assert_equal message, error.message
    end
    [7, "4", 4.0, nil].each do |version|
      error = assert_raises(ArgumentError) { IntervalUuid.new(interval: "1 s", cycle: "1 s", version:) }
      assert_equal "version must be 4 or 8, not #{version.inspect}", error.message
    end
    ["2026-11-01", 0, nil].each do |time|
      assert_equal "#{time.inspect} is no Time", assert_raises(TypeError) { BY_MILLISECOND.at(time) }.message
    end
  end

  def test_durations_of_active_support
    require "active_support"
    require "active_support/core_ext/numeric/time"
    require "active_support/core_ext/integer/time"
    client = IntervalUuid.new(interval: 1.minute, cycle: 65_536.minutes)
    assert_equal "0003", client.at(Time.at(180))[0, 4]
    assert_equal 1, IntervalUuid.new(interval: 0.1.seconds, cycle: 1.day).ranges(Time.at(0), Time.at(1)).size
    error = assert_raises(ArgumentError) { IntervalUuid.new(interval: 1.minute, cycle: 1.month) }
    assert_equal "cycle must have no months or years", error.message
  rescue LoadError
    raise if ENV["VECTORS"] # it is required then

    skip "there is no ActiveSupport"
  end
end
