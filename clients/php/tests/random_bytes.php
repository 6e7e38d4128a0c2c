<?php

// In place of PHP's function for code in this namespace: $source, if it is set.

declare(strict_types=1);

namespace SequentialUuids;

function random_bytes(int $length): string
{
    return ($GLOBALS['source'] ?? \random_bytes(...))($length);
}
