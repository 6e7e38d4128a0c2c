<?php

// Compares keys and ranges with the vectors, and tests errors. It needs nothing but PHP.

declare(strict_types=1);

use SequentialUuids\IntervalUuid;

require is_file('vendor/autoload.php') ? 'vendor/autoload.php' : __DIR__ . '/autoload.php';
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
    return new IntervalUuid("$interval ms", (int) $interval * (int) $count . ' ms', $version);
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
    $ranges = (new IntervalUuid('1 s', '256 s'))->ranges(unix(999_999), unix(1_000_000 + $micros));
    check(str_starts_with($ranges[0]['largest'], "0$micros"), 'the end is rounded up');
}

// Each millisecond is a block, and the first 48 bits its number.
$byMillisecond = new IntervalUuid('1 ms', 2 ** 48 . ' ms');
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
$key = (new IntervalUuid('1 s', '1 s'))->next();
check($key === 'abababab-abab-4bab-abab-abababababab', "$key has not the bytes of the source");
$source = null;

$prefix = fn (mixed $interval, mixed $cycle) => (new IntervalUuid($interval, $cycle))->ranges(unix(0), unix(1));
$expected = $prefix('5 min', '57 days');
check($prefix(new DateInterval('PT5M'), new DateInterval('P57D')) === $expected, 'a DateInterval is the same');
check($prefix('5 min', unix(0)->diff(unix(57 * 86_400 * 1_000_000))) === $expected, 'a difference is the same');
$intervals = ['5m', '5 minutes', '300 s', '00:05:00', '0:05', '@ 5 mins', 'PT5M', '0 0:05:00', '300000 ms',
    '300000000 us', '0.5 min 4.5 minutes', '5MIN', 'PT300.0S'];
foreach ($intervals as $interval) {
    foreach (['57d', '8 weeks 1 day', 'P57D', 'P8W1D', '56 days 24:00:00', '56 24:00:00'] as $cycle) {
        check($prefix($interval, $cycle) === $expected, "$interval, $cycle");
    }
}
check($prefix('0.3 s', '0.9 s') === $prefix('1 s', '3 s'), 'a fraction is exact');
$backwards = new DateInterval('PT5M');
$backwards->invert = 1;
$whole = 'must be a whole number of milliseconds from 1, not';
$such = "must be a length such as '5 min', '01:30:00' or '60 days', without months and years, not";
$refused = [
    "interval $whole 0 us" => ['0 s', '1 s'],
    "interval $whole 1500 us" => ['1.5 ms', '1 s'],
    "interval $whole '0.0001 us'" => ['0.0001 us', '1 s'],
    "interval $whole -300000000 us" => [$backwards, '1 s'],
    "interval $such '-1 s'" => ['-1 s', '1 s'],
    "interval $such '300'" => ['300', '1 s'],
    "interval $such '1 mon'" => ['1 mon', '1 s'],
    "interval $such ''" => ['', '1 s'],
    "cycle $whole 0 us" => ['1 s', '0 s'],
    'cycle must have no months or years' => ['1 s', new DateInterval('P1M')],
    'cycle must be a multiple of interval (300000 ms): the nearest to 4924860000 ms is 4924800000 ms'
        => ['5 min', '57 days 1 min'],
    'cycle must be a multiple of interval (300000 ms): the nearest to 1000 ms is 300000 ms' => ['5 min', '1 s'],
    'cycle must be a multiple of interval (300000 ms): the nearest to 750000 ms is 900000 ms' => ['5 min', '750 s'],
    'cycle must be at most 2^48 times interval (1 ms), not 281474976710657 ms' => ['1 ms', 2 ** 48 + 1 . ' ms'],
    "cycle must be at most 9223372036854775 ms, not '9223372036854776 ms'" => ['1 s', '9223372036854776 ms'],
    "cycle must be at most 9223372036854775 ms, not '99999999999999999 weeks'" => ['1 s', '99999999999999999 weeks'],
    'cycle must be at most 9223372036854775 ms' => ['1 s', new DateInterval('P106751992D')],
    'version must be 4 or 8, not 7' => ['1 s', '1 s', 7],
];
foreach ($refused as $message => $parameters) {
    $error = error_of(fn () => new IntervalUuid(...$parameters));
    check($error instanceof ValueError && $error->getMessage() === $message, "$error instead of $message");
}
foreach ([[300, '1 s'], [null, '1 s'], ['1 s', true], ['1 s', 1.5], [[], '1 s']] as $parameters) {
    check(error_of(fn () => new IntervalUuid(...$parameters)) instanceof TypeError, 'another type is refused');
}
// Without strict types, PHP passes these as texts.
foreach (['300', 'true', '1.5'] as $weak) {
    $error = error_of(fn () => eval("return new SequentialUuids\\IntervalUuid($weak, '57 days');"));
    check(str_starts_with($error->getMessage(), "interval $such "), "$error");
}

foreach (vectors('client_windows') as [$id, $notAfter, $interval, $count, $block, $from, $to]) {
    $keys = generator($interval, $count);
    check((string) $keys->block($id) === $block, "$id: block $block");
    foreach ([$id, strtoupper($id), str_replace('-', '', $id)] as $text) {
        $window = $keys->window($text, unix((int) $notAfter * 1000));
        $found = implode(',', array_map(fn (DateTimeImmutable $at) => $at->format('Uv'), $window ?? []));
        $at = fn (string $millis) => unix((int) $millis * 1000)->format('Uv');
        $expected = $from === '' ? '' : "{$at($from)},{$at($to)}";
        check($found === $expected, "$id, $notAfter: $found");
    }
}
foreach (['', 'x', str_repeat('0', 31), str_repeat('0', 32) . "\n"] as $wrong) {
    check(error_of(fn () => $byMillisecond->block($wrong))->getMessage() === "id must be a UUID, not '$wrong'", $wrong);
}

$row = ['interval_microseconds' => 300_000_000, 'interval_count' => 17_280, 'version' => 8];
$expected = new IntervalUuid('5 min', '60 days', 8);
check(IntervalUuid::fromParameters(...$row) == $expected, 'a row has integers');
check(IntervalUuid::fromParameters(...array_map(strval(...), array_reverse($row))) == $expected, 'or strings');
$whole_row = ['function_name' => 'uuid_interval_nextval', ...$row];
check(IntervalUuid::fromParameters(...$whole_row) == $expected, 'or another column');
foreach ($row as $name => $_) {
    foreach ([0, -1, '', '-1', '1.5', '5 min', '9223372036854775808'] as $wrong) {
        $error = error_of(fn () => IntervalUuid::fromParameters(...[...$row, $name => $wrong]));
        $given = var_export($wrong, true);
        $message = "$name must be an integer from 1, as uuid_key_parameters() returns it, not $given";
        check($error instanceof ValueError && $error->getMessage() === $message, "$error instead of $message");
    }
    foreach (['null', '1.5', '17280.0', 'true', '[]'] as $wrong) {
        // Without strict types, PHP would pass some as integers.
        $call = "fn (array \$row) => SequentialUuids\\IntervalUuid::fromParameters(...[...\$row, '$name' => $wrong]);";
        $error = error_of(fn () => (eval("return $call"))($row));
        $message = "$name must be an integer or a string of digits, as PDO returns it, not ";
        check($error instanceof TypeError && str_starts_with($error->getMessage(), $message), "$name: $error");
    }
}
$day = ['interval_microseconds' => 86_400_000_000, 'interval_count' => 106_751_991, 'version' => 4];
$key = IntervalUuid::fromParameters(...$day)->at(unix(86_400_000_000 * 0x1234));
check(str_starts_with($key, '000246'), "$key is of the longest cycle");
$refused = [
    "interval $whole 1500 us" => ['interval_microseconds' => 1500],
    'interval_microseconds * interval_count must be below 2^63, not 86400000000 * 106751992'
        => ['interval_count' => 106_751_992],
    'cycle must be at most 2^48 times interval (1 ms), not 281474976710657 ms'
        => ['interval_microseconds' => 1000, 'interval_count' => 2 ** 48 + 1],
    'version must be 4 or 8, not 7' => ['version' => 7],
];
foreach ($refused as $message => $change) {
    $error = error_of(fn () => IntervalUuid::fromParameters(...[...$day, ...$change]));
    check($error instanceof ValueError && $error->getMessage() === $message, "$error instead of $message");
}
echo "ok\n";
