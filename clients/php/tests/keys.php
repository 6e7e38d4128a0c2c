<?php

// Prints keys of now, as many as its argument says.

require is_file('vendor/autoload.php') ? 'vendor/autoload.php' : __DIR__ . '/../src/IntervalUuid.php';

$keys = new SequentialUuids\IntervalUuid(5 * 60, 60 * 24 * 60 * 60);
for ($i = 0; $i < $argv[1]; $i++) {
    echo $keys->next(), "\n";
}
