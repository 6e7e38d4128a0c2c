<?php
// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

declare(strict_types=1);

namespace SequentialUuids;

use DateInterval;
use DateTimeImmutable;
use DateTimeInterface;
use ValueError;

/**
 * Generates UUID keys by time, as uuid_interval_nextval() of the PostgreSQL extension sequential_uuids does. A program
 * needs one generator for each column default.
 *
 *     // DEFAULT uuid_interval_nextval('5 min', '60 days')
 *     $keys = new IntervalUuid(new DateInterval('PT5M'), new DateInterval('P60D'));
 *     $id = $keys->next();
 */
final class IntervalUuid
{
    private const MAX_COUNT = 1 << 48;
    /** In milliseconds: the server counts microseconds in 63 bits. */
    private const MAX_CYCLE = 9_223_372_036_854_775;

    /** No range at all would be dangerous: many ORMs take an empty OR for "all rows". */
    private const NO_KEYS = [
        'smallest' => '00000000-0000-0000-0000-000000000001',
        'largest' => '00000000-0000-0000-0000-000000000000',
    ];

    private readonly int $interval;
    private readonly int $count;
    /** How many values the first 48 bits have in each block: a power of two. */
    private readonly int $free;

    /**
     * Takes what the column default says; with other lengths, keys are in wrong places for good, unnoticed.
     *
     * @param DateInterval|int|float $interval How long keys share a prefix: a DateInterval without months and years, or
     *     seconds, that is a whole number of milliseconds.
     * @param DateInterval|int|float $cycle After how long prefixes repeat: a multiple of $interval, at most 2^48 times
     *     it.
     * @param int $version The UUID version, 4 unless the column default says 8.
     *
     * @throws ValueError If a length or the version is out of range, or $cycle is no multiple of $interval.
     */
    public function __construct(
        DateInterval|int|float $interval,
        DateInterval|int|float $cycle,
        private readonly int $version = 4,
    ) {
        $this->interval = self::milliseconds('interval', $interval);
        $millis = self::milliseconds('cycle', $cycle);
        if ($millis > self::MAX_CYCLE) {
            throw new ValueError('cycle must be at most ' . self::MAX_CYCLE . " ms, not $millis ms");
        }
        $rest = $millis % $this->interval;
        if ($rest !== 0) {
            $nearest = max($millis - $rest + ($rest * 2 >= $this->interval ? $this->interval : 0), $this->interval);
            throw new ValueError("cycle must be a multiple of interval ($this->interval ms): "
                . "the nearest to $millis ms is $nearest ms");
        }
        $this->count = intdiv($millis, $this->interval);
        if ($this->count > self::MAX_COUNT) {
            throw new ValueError('cycle must be at most 2^48 times interval');
        }
        if ($version !== 4 && $version !== 8) {
            throw new ValueError("version must be 4 or 8, not $version");
        }
        for ($free = self::MAX_COUNT, $blocks = 1; $blocks < $this->count; $blocks *= 2) {
            $free >>= 1;
        }
        $this->free = $free;
    }

    /**
     * Generates a key of the present block.
     *
     * @throws \Random\RandomException If there are no random bytes (before PHP 8.2, \Exception).
     */
    public function next(): string
    {
        return $this->at(new DateTimeImmutable());
    }

    /**
     * Generates a key of the block of a time, for rows that are older than now.
     *
     * @throws \Random\RandomException If there are no random bytes (before PHP 8.2, \Exception).
     */
    public function at(DateTimeInterface $time): string
    {
        // Unqualified, so that a test can define SequentialUuids\random_bytes().
        $random = random_bytes(16);
        $block = self::modulo(self::floorDivide(self::floorMillis($time), $this->interval), $this->count);
        $head = $block * $this->free + hexdec(bin2hex(substr($random, 0, 6))) % $this->free;
        $random[6] = chr($this->version << 4 | ord($random[6]) & 0x0f);
        $random[8] = chr(0x80 | ord($random[8]) & 0x3f);
        return self::text(sprintf('%012x', $head) . bin2hex(substr($random, 6)));
    }

    /**
     * Finds the ranges of keys generated from one time until just before another, both ends included, which carry no
     * version. Like uuid_interval_between(), they cover whole blocks, of each cycle: for the exact span, also compare a
     * timestamp.
     *
     * @return list<array{smallest: string, largest: string}> Two if prefixes begin anew between the times, else one. If
     *     $to is not later than $from, no key lies in it: its smallest is above its largest, so never swap them.
     */
    public function ranges(DateTimeInterface $from, DateTimeInterface $to): array
    {
        if ($from >= $to) {
            return [self::NO_KEYS];
        }
        $first = self::floorDivide(self::floorMillis($from), $this->interval);
        // The last millisecond that begins before $to.
        $end = self::floorMillis($to) - ((int) $to->format('u') % 1000 === 0 ? 1 : 0);
        $last = min(self::floorDivide($end, $this->interval), $first + $this->count - 1);
        $lower = self::modulo($first, $this->count);
        $upper = self::modulo($last, $this->count);
        if ($lower <= $upper) {
            return [$this->range($lower, $upper)];
        }
        return [$this->range($lower, $this->count - 1), $this->range(0, $upper)];
    }

    /** @return array{smallest: string, largest: string} */
    private function range(int $first, int $last): array
    {
        return [
            'smallest' => self::text(sprintf('%012x', $first * $this->free) . str_repeat('0', 20)),
            'largest' => self::text(sprintf('%012x', ($last + 1) * $this->free - 1) . str_repeat('f', 20)),
        ];
    }

    private static function text(string $hex): string
    {
        return implode('-', sscanf($hex, '%8s%4s%4s%4s%12s'));
    }

    private static function milliseconds(string $name, DateInterval|int|float $length): int
    {
        if ($length instanceof DateInterval) {
            // That of a difference of two times knows its days.
            if ($length->days === false && ($length->y !== 0 || $length->m !== 0)) {
                throw new ValueError("$name must have no months or years");
            }
            $days = $length->days === false ? $length->d : $length->days;
            $whole = (($days * 24 + $length->h) * 60 + $length->i) * 60 + $length->s;
            $seconds = ($length->invert === 1 ? -1 : 1) * ($length->f === 0.0 ? $whole : $whole + $length->f);
        } else {
            $seconds = $length;
        }
        $millis = $seconds * 1000;
        // A float such as 0.3 stands for the number nearest to it.
        if (is_float($millis) && abs($millis) < 2 ** 53 && round($millis) / 1000 === (float) $seconds) {
            $millis = (int) round($millis);
        }
        if (!is_int($millis) || $millis < 1) {
            throw new ValueError("$name must be a whole number of milliseconds from 1, not $seconds s");
        }
        return $millis;
    }

    private static function floorMillis(DateTimeInterface $time): int
    {
        return $time->getTimestamp() * 1000 + (int) $time->format('v');
    }

    /** Rounds down; PHP rounds quotients towards zero. */
    private static function floorDivide(int $a, int $b): int
    {
        return intdiv($a, $b) - ($a % $b < 0 ? 1 : 0);
    }

    private static function modulo(int $a, int $b): int
    {
        return ($a % $b + $b) % $b;
    }
}
