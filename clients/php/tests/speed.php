<?php

// Prints nanoseconds per key of next(), and of the usual random UUID: PHP has none of its own.

declare(strict_types=1);

use SequentialUuids\IntervalUuid;

require is_file('vendor/autoload.php') ? 'vendor/autoload.php' : __DIR__ . '/autoload.php';

function random_uuid(): string
{
    $bytes = random_bytes(16);
    $bytes[6] = chr(0x40 | ord($bytes[6]) & 0x0f);
    $bytes[8] = chr(0x80 | ord($bytes[8]) & 0x3f);
    return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
}

$keys = new IntervalUuid('5 min', '60 days');
$best = [INF, INF];
for ($round = 0; $round < 40; $round++) {
    foreach ([$keys->next(...), random_uuid(...)] as $i => $generate) {
        $start = hrtime(true);
        for ($call = 0; $call < 20_000; $call++) {
            $generate();
        }
        $best[$i] = min($best[$i], (hrtime(true) - $start) / 20_000);
    }
}
echo round($best[0]), ' ', round($best[1]), "\n";
