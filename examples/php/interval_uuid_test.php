<?php

// Tests IntervalUuid.php with the vectors in the file on the command line, then prints keys generated now, for the
// server.

// As in most programs, types are not strict: the class has to refuse 1.5 and "60000" itself.
declare(strict_types=0);

require __DIR__ . '/IntervalUuid.php';

function bytes(string $key): string
{
    return hex2bin(str_replace('-', '', $key));
}

function check(bool $holds, string $what): void
{
    if (!$holds) {
        throw new Exception($what);
    }
}

foreach (json_decode(file_get_contents($argv[1]), flags: JSON_THROW_ON_ERROR) as $vector) {
    // modify() misreads large numbers of microseconds.
    $seconds = intdiv($vector->time_us, 1_000_000) - 1;
    $at = (new DateTimeImmutable("@$seconds"))->modify($vector->time_us - $seconds * 1_000_000 . ' microseconds');
    foreach ([4, 8] as $version) {
        $all = str_repeat("\xff", 16);
        $any = str_repeat("\0", 16);
        for ($i = 0; $i < 64; $i++) {
            $key = bytes(IntervalUuid::generateAt($at, $vector->interval_ms, $vector->count, $version));
            $all &= $key;
            $any |= $key;
        }
        // The bits that each key has, and those that any has: all others are random.
        $labelled = str_pad(str_repeat("\0", 6) . chr(($version ^ 4) << 4), 16, "\0");
        check(($all ^ $labelled) === bytes($vector->smallest), json_encode($vector));
        check(($any ^ $labelled) === bytes($vector->largest), json_encode($vector));
    }
}

function error_of(callable $call, mixed ...$parameters): string
{
    try {
        $call(...$parameters);
    } catch (ValueError $error) {
        return $error->getMessage();
    }
    throw new Exception(var_export($parameters, true) . ' are taken');
}

$refused = [
    'intervalMillis must be an int from 1 to 2^53 - 1, not ' => [[0, 1], [1 << 53, 1], [1.5, 1], ['60000', 1]],
    'count must be an int from 1 to 2^48, not ' => [[1, 0], [1, (1 << 48) + 1], [1, 1.5], [1, '65536']],
    'version must be 4 or 8, not ' => [[1, 1, 7], [1, 1, '4']],
    'of intervalMillis and count, give both or neither' => [[300_000], [null, 38_016]],
];
foreach ($refused as $message => $calls) {
    foreach ($calls as $parameters) {
        check(str_starts_with(error_of([IntervalUuid::class, 'generate'], ...$parameters), $message), $message);
    }
}
foreach (['2026-11-01', 0, null] as $at) {
    $error = error_of([IntervalUuid::class, 'generateAt'], $at);
    check($error === 'at must be a DateTimeInterface, not ' . ($at === null ? 'null' : var_export($at, true)), $error);
}

foreach ([[60_000, 65_536, 4], [300_000, 38_016, 4], [300_000, 38_016, 8]] as $parameters) {
    for ($i = 0; $i < 100; $i++) {
        echo implode(',', [...$parameters, IntervalUuid::generate(...$parameters)]), "\n";
    }
}
