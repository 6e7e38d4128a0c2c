<?php

// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

declare(strict_types=1);

namespace SequentialUuids;

use DateInterval;
use ValueError;

/**
 * Lengths of time, in milliseconds.
 *
 * @internal
 */
final class Length
{
    /** The server counts microseconds in 63 bits. */
    private const MAX = 9_223_372_036_854_775;
    /** In microseconds. Months and years are missing, as they have no fixed length. */
    private const UNITS = [
        'us|µs|usecs?|microseconds?' => 1,
        'ms|msecs?|milliseconds?' => 1_000,
        's|secs?|seconds?' => 1_000_000,
        'm|mins?|minutes?' => 60_000_000,
        'h|hrs?|hours?' => 3_600_000_000,
        'd|days?' => 86_400_000_000,
        'w|weeks?' => 604_800_000_000,
    ];

    public static function milliseconds(string $name, DateInterval|string $length): int
    {
        $micros = is_string($length) ? self::parse($name, $length) : self::ofDateInterval($name, $length);
        // What no integer holds has become a float.
        if ($micros > self::MAX * 1000) {
            $given = is_string($length) ? ", not '$length'" : '';
            throw new ValueError("$name must be at most " . self::MAX . " ms$given");
        }
        $micros = (int) $micros;
        if ($micros < 1000 || $micros % 1000 !== 0) {
            throw new ValueError("$name must be a whole number of milliseconds from 1, not $micros us");
        }
        return intdiv($micros, 1000);
    }

    private static function ofDateInterval(string $name, DateInterval $length): int|float
    {
        // That of a difference of two times knows its days.
        if ($length->days === false && ($length->y !== 0 || $length->m !== 0)) {
            throw new ValueError("$name must have no months or years");
        }
        $days = $length->days === false ? $length->d : $length->days;
        $seconds = (($days * 24 + $length->h) * 60 + $length->i) * 60 + $length->s;
        return ($length->invert === 1 ? -1 : 1) * ($seconds * 1_000_000 + (int) round($length->f * 1_000_000));
    }

    /** Microseconds of a length, in each style that the server prints. */
    private static function parse(string $name, string $text): int|float
    {
        $unreadable = new ValueError("$name must be a length such as '5 min', '01:30:00' or '60 days', "
            . "without months and years, not '$text'");
        // As units: 45 days 12:16:00, 45 12:16:00, and ISO 8601, P45DT12H16M, where M stands for months before the T.
        $words = (string) preg_replace(
            ['/^@ /', '/^p([\d.wd]*)(?:t([\d.hms]+))?$/', '/^(?:(.*?) )?(\d+):(\d\d)(?::(\d\d(?:\.\d+)?))?$/'],
            ['', '$1 $2', '$1 $2h $3m 0$4s'],
            strtolower(trim($text)),
        );
        // The days of sql_standard have no unit.
        $words = (string) preg_replace('/^(\d+)(?= \d+h \d\dm 0[\d.]*s$)/', '$1d', $words);
        if (preg_match('/^\s*(?:\d+(?:\.\d+)?\s*[a-zµ]+\s*)+$/Du', $words) !== 1) {
            throw $unreadable;
        }
        preg_match_all('/(\d+)(?:\.(\d+))?\s*([a-zµ]+)/u', $words, $pieces, PREG_SET_ORDER);
        $micros = 0;
        foreach ($pieces as [, $whole, $fraction, $unit]) {
            $of = null;
            foreach (self::UNITS as $names => $size) {
                $of = preg_match("/^(?:$names)$/Du", $unit) === 1 ? $size : $of;
            }
            if ($of === null) {
                throw $unreadable;
            }
            // A fraction of eighteen digits, at most, and of whole microseconds.
            $part = $fraction === '' ? 0 : (int) $fraction * $of / 10 ** strlen($fraction);
            if (strlen($fraction) > 9 || (int) $part != $part) {
                throw new ValueError("$name must be a whole number of milliseconds from 1, not '$text'");
            }
            $micros += $whole * $of + (int) $part;
        }
        return $micros;
    }
}
