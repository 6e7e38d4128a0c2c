<?php

// Prints keys of now, as many as its argument says.

require is_file('vendor/autoload.php') ? 'vendor/autoload.php' : __DIR__ . '/autoload.php';

$keys = new SequentialUuids\IntervalUuid('5 min', '60 days');
for ($i = 0; $i < $argv[1]; $i++) {
    echo $keys->next(), "\n";
}
