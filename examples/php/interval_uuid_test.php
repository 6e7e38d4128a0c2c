<?php

// Tests IntervalUuid.php with the vectors in the file on the command line, then prints keys generated now, for the
// server.

declare(strict_types=1);

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

foreach ([[0, 1], [1 << 53, 1], [1, 0], [1, (1 << 48) + 1], [1, 1, 7]] as $parameters) {
    try {
        IntervalUuid::generate(...$parameters);
    } catch (ValueError) {
        continue;
    }
    check(false, implode(',', $parameters) . ' are taken');
}

foreach ([[60_000, 65_536, 4], [300_000, 38_016, 4], [300_000, 38_016, 8]] as $parameters) {
    for ($i = 0; $i < 100; $i++) {
        echo implode(',', [...$parameters, IntervalUuid::generate(...$parameters)]), "\n";
    }
}
