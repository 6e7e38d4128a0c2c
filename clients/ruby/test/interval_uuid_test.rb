require "minitest/autorun"
require "interval_uuid"

class IntervalUuidTest < Minitest::Test
  VECTORS = ENV.fetch("VECTORS") { File.expand_path("../../../t/vectors", __dir__) }
  # Each millisecond is a block, and the first 48 bits its number.
  BY_MILLISECOND = IntervalUuid.new(interval: 1/1000r, cycle: 2**48 / 1000r)

  def vectors(name)
    rows = File.readlines("#{VECTORS}/#{name}.csv", chomp: true).drop(1).map { |line| line.split(",", -1) }
    assert_operator rows.size, :>=, 100
    rows
  end

  def generator(interval, count, version = 4)
    IntervalUuid.new(interval: interval.to_i / 1000r, cycle: interval.to_i * count.to_i / 1000r, version: version)
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
    span = [Time.at(3), Time.at(4)]
    expected = IntervalUuid.new(interval: 1/10r, cycle: 10).ranges(*span)
    [0.1, 100 / 1000r].each do |tenth|
      assert_equal expected, IntervalUuid.new(interval: tenth, cycle: 10.0).ranges(*span)
    end
    longest = (2**63 - 1) / 1000
    IntervalUuid.new(interval: longest / 1000r, cycle: longest / 1000r)
    longer = longest + 1
    error = assert_raises(ArgumentError) { IntervalUuid.new(interval: longer / 1000r, cycle: longer / 1000r) }
    assert_equal "cycle must be at most #{longest} ms, not #{longer} ms", error.message
    [0, -1, 0.0001, 1.5 / 1000, Float::NAN, Float::INFINITY, 1/3r].each do |wrong|
      error = assert_raises(ArgumentError) { IntervalUuid.new(interval: wrong, cycle: 1) }
      assert_match(/\Ainterval must be a whole number of milliseconds from 1, not .* s\z/, error.message)
    end
    ["300", nil, Time.now, 1i, :x].each do |wrong|
      assert_match(/\Acycle must be seconds, not /,
                   assert_raises(TypeError) { IntervalUuid.new(interval: 1, cycle: wrong) }.message)
    end
  end

  def test_what_else_it_refuses
    { [300, 60 * 86_400 + 60] => "cycle must be a multiple of interval (300000 ms): " \
                                 "the nearest to 5184060000 ms is 5184000000 ms",
      [300, 1] => "cycle must be a multiple of interval (300000 ms): the nearest to 1000 ms is 300000 ms",
      [1, 2**48 + 1] => "cycle must be at most 2^48 times interval" }.each do |(interval, cycle), message|
      error = assert_raises(ArgumentError) { IntervalUuid.new(interval: interval, cycle: cycle) }
      assert_equal message, error.message
    end
    [7, "4", 4.0, nil].each do |version|
      error = assert_raises(ArgumentError) { IntervalUuid.new(interval: 1, cycle: 1, version: version) }
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
    skip "there is no ActiveSupport"
  end
end
