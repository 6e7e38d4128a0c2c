<?php

// Compares keys and ranges with the vectors, and tests errors. It needs nothing but PHP.

declare(strict_types=1);

use SequentialUuids\IntervalUuid;

require is_file('vendor/autoload.php') ? 'vendor/autoload.php' : __DIR__ . '/../src/IntervalUuid.php';
require __DIR__ . '/random_bytes.php';

function check(bool $holds, string $what): void
{
    if (!$holds) {
        throw new Exception($what);
    }
}

/** @return list<list<string>> */
function vectors(string $name): array
{
    $directory = getenv('VECTORS') ?: __DIR__ . '/../../../t/vectors';
    $lines = file("$directory/$name.csv", FILE_IGNORE_NEW_LINES) ?: throw new Exception("no vectors $name");
    check(count($lines) > 100, "too few vectors $name");
    return array_map(fn (string $line) => explode(',', $line), array_slice($lines, 1));
}

function generator(string $interval, string $count, int $version = 4): IntervalUuid
{
    $seconds = (int) $interval / 1000;
    return new IntervalUuid($seconds, (int) $interval * (int) $count / 1000, $version);
}

function bytes(string $key): string
{
    return (string) hex2bin(str_replace('-', '', $key));
}

function unix(int $micros): DateTimeImmutable
{
    $second = (int) floor($micros / 1e6);
    // modify() misreads large numbers of microseconds.
    return (new DateTimeImmutable("@$second"))->modify($micros - $second * 1_000_000 . ' microseconds');
}

function error_of(callable $call): Throwable
{
    try {
        $call();
    } catch (Throwable $error) {
        return $error;
    }
    throw new Exception('it is taken');
}

foreach (vectors('client_keys') as $vector) {
    foreach ([4, 8] as $version) {
        $keys = generator($vector[1], $vector[2], $version);
        $all = str_repeat("\xff", 16);
        $any = str_repeat("\0", 16);
        for ($i = 0; $i < 64; $i++) {
            $key = bytes($keys->at(unix((int) $vector[0])));
            $all &= $key;
            $any |= $key;
        }
        // The bits that each key has, and those that any has: all others are random.
        $labelled = str_pad(str_repeat("\0", 6) . chr(($version ^ 4) << 4), 16, "\0");
        check(($all ^ $labelled) === bytes($vector[3]), implode(',', $vector));
        check(($any ^ $labelled) === bytes($vector[4]), implode(',', $vector));
    }
}

foreach (vectors('ranges') as [$from, $to, $interval, $count, $expected]) {
    $ranges = generator($interval, $count)->ranges(unix((int) $from * 1000), unix((int) $to * 1000));
    $text = implode(';', array_map(fn (array $range) => "$range[smallest]..$range[largest]", $ranges));
    check($text === $expected, "$from, $to, $interval, $count: $text");
}
foreach ([0, 1] as $micros) {
    $ranges = (new IntervalUuid(1, 256))->ranges(unix(999_999), unix(1_000_000 + $micros));
    check(str_starts_with($ranges[0]['largest'], "0$micros"), 'the end is rounded up');
}

// Each millisecond is a block, and the first 48 bits its number.
$byMillisecond = new IntervalUuid(0.001, 2 ** 48 / 1000);
for ($i = 0; $i < 10; $i++) {
    $before = (int) (microtime(true) * 1000);
    $block = hexdec(substr(str_replace('-', '', $byMillisecond->next()), 0, 12));
    check($before <= $block && $block <= microtime(true) * 1000, "the present millisecond is $before, not $block");
    usleep(2000);
}

$source = fn (int $n) => throw new Exception('no entropy');
check(error_of([$byMillisecond, 'next'])->getMessage() === 'no entropy', 'it fails with its source');
check(error_of(fn () => $byMillisecond->at(unix(0)))->getMessage() === 'no entropy', 'it fails with its source');
$source = fn (int $n) => str_repeat("\xab", $n);
$key = (new IntervalUuid(1, 1))->next();
check($key === 'abababab-abab-4bab-abab-abababababab', "$key has not the bytes of the source");
$source = null;

$prefix = fn (mixed $interval, mixed $cycle) => (new IntervalUuid($interval, $cycle))->ranges(unix(0), unix(1));
$expected = $prefix(300, 60 * 86_400);
check($prefix(new DateInterval('PT5M'), new DateInterval('P60D')) === $expected, 'a DateInterval is the same');
check($prefix(300.0, unix(0)->diff(unix(60 * 86_400 * 1_000_000))) === $expected, 'a difference is the same');
check($prefix(0.3, 0.9) === $prefix(new DateInterval('PT1S'), 3), 'a fraction is exact');
$backwards = new DateInterval('PT5M');
$backwards->invert = 1;
$whole = 'must be a whole number of milliseconds from 1, not';
foreach ([
    "interval $whole 0 s" => [0, 1],
    "interval $whole -1 s" => [-1, 1],
    "interval $whole 0.0015 s" => [0.0015, 1],
    "interval $whole INF s" => [INF, 1],
    "interval $whole NAN s" => [NAN, 1],
    "interval $whole -300 s" => [$backwards, 1],
    "cycle $whole 0 s" => [1, 0],
    'cycle must have no months or years' => [1, new DateInterval('P1M')],
    'cycle must be a multiple of interval (300000 ms): the nearest to 5184060000 ms is 5184000000 ms'
        => [300, 60 * 86_400 + 60],
    'cycle must be a multiple of interval (300000 ms): the nearest to 1000 ms is 300000 ms' => [300, 1],
    'cycle must be at most 2^48 times interval' => [0.001, (2 ** 48 + 1) / 1000],
    'cycle must be at most 9223372036854775 ms, not 9223372036855000 ms' => [9_223_372_036_855, 9_223_372_036_855],
    'version must be 4 or 8, not 7' => [1, 1, 7],
] as $message => $parameters) {
    $error = error_of(fn () => new IntervalUuid(...$parameters));
    check($error instanceof ValueError && $error->getMessage() === $message, "$error instead of $message");
}
foreach ([['300 s', 1], [null, 1], [1, '5 min']] as $parameters) {
    check(error_of(fn () => new IntervalUuid(...$parameters)) instanceof TypeError, 'another type is refused');
}
echo "ok\n";
