<?php

// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

declare(strict_types=1);

namespace SequentialUuids;

use DateInterval;
use DateTimeImmutable;
use DateTimeInterface;
use TypeError;
use ValueError;

/**
 * Generates UUID keys by time, as uuid_interval_nextval() of the PostgreSQL extension sequential_uuids does. A program
 * needs one generator for each column default.
 *
 *     // DEFAULT uuid_interval_nextval('5 min', '60 days')
 *     $keys = new IntervalUuid('5 min', '60 days');
 *     $id = $keys->next();
 */
final class IntervalUuid
{
    private const MAX_COUNT = 1 << 48;
    /** No range at all would be dangerous: many ORMs take an empty OR for "all rows". */
    private const NO_KEYS = [
        'smallest' => '00000000-0000-0000-0000-000000000001',
        'largest' => '00000000-0000-0000-0000-000000000000',
    ];

    private readonly int $interval;
    private readonly int $count;
    /** How many of the first 48 bits are random, and a mask of them. */
    private readonly int $freeBits;
    private readonly int $freeMask;

    /**
     * Takes what the column default says; with other lengths, keys are in wrong places for good, unnoticed.
     *
     * @param DateInterval|string $interval How long keys share a prefix: as PostgreSQL prints intervals and people
     *     write them, such as '5 min', or a DateInterval; without months and years, and a whole number of milliseconds.
     * @param DateInterval|string $cycle After how long prefixes repeat: a multiple of $interval, at most 2^48 times it.
     * @param int $version The UUID version, 4 unless the column default says 8.
     *
     * @throws ValueError If a length has no unit, if it or the version is out of range, or if $cycle is no multiple of
     *     $interval.
     */
    public function __construct(
        DateInterval|string $interval,
        DateInterval|string $cycle,
        private readonly int $version = 4,
    ) {
        $this->interval = Length::milliseconds('interval', $interval);
        $millis = Length::milliseconds('cycle', $cycle);
        $rest = $millis % $this->interval;
        if ($rest !== 0) {
            $nearest = max($millis - $rest + ($rest * 2 >= $this->interval ? $this->interval : 0), $this->interval);
            throw new ValueError("cycle must be a multiple of interval ($this->interval ms): "
                . "the nearest to $millis ms is $nearest ms");
        }
        $this->count = intdiv($millis, $this->interval);
        if ($this->count > self::MAX_COUNT) {
            throw new ValueError("cycle must be at most 2^48 times interval ($this->interval ms), not $millis ms");
        }
        if ($version !== 4 && $version !== 8) {
            throw new ValueError("version must be 4 or 8, not $version");
        }
        for ($freeBits = 48, $blocks = 1; $blocks < $this->count; $blocks *= 2) {
            $freeBits--;
        }
        $this->freeBits = $freeBits;
        $this->freeMask = (1 << $freeBits) - 1;
    }

    /**
     * Builds the generator from what uuid_key_parameters() of the server says of a column default: read the row once,
     * when the program starts. PDO returns integers, or strings of digits. Other columns are ignored.
     *
     *     IntervalUuid::fromParameters(...$pdo->query(
     *         "SELECT interval_microseconds, interval_count, version FROM uuid_key_parameters('orders', 'id')"
     *     )->fetch(PDO::FETCH_ASSOC));
     *
     * @param int|string $interval_microseconds
     * @param int|string $interval_count
     * @param int|string $version
     *
     * @throws TypeError If one is neither.
     * @throws ValueError If one is no positive integer, or out of range, or if the interval is no whole number of
     *     milliseconds.
     */
    public static function fromParameters(
        mixed $interval_microseconds,
        mixed $interval_count,
        mixed $version,
        mixed ...$others,
    ): self {
        $length = self::integer('interval_microseconds', $interval_microseconds);
        $count = self::integer('interval_count', $interval_count);
        if ($count > intdiv(PHP_INT_MAX, $length)) {
            throw new ValueError("interval_microseconds * interval_count must be below 2^63, not $length * $count");
        }
        return new self("$length us", $length * $count . ' us', self::integer('version', $version));
    }

    private static function integer(string $name, mixed $value): int
    {
        // A declared type would turn true and 1.5 into 1, if the calling file has no strict types.
        if (!is_int($value) && !is_string($value)) {
            throw new TypeError("$name must be an integer or a string of digits, as PDO returns it, not "
                . var_export($value, true));
        }
        $integer = filter_var($value, FILTER_VALIDATE_INT, ['options' => ['min_range' => 1]]);
        return $integer !== false ? $integer : throw new ValueError(
            "$name must be an integer from 1, as uuid_key_parameters() returns it, not " . var_export($value, true)
        );
    }

    /**
     * Generates a key of the present block.
     *
     * @throws \Random\RandomException If there are no random bytes (before PHP 8.2, \Exception).
     */
    public function next(): string
    {
        // A float of seconds has the microsecond.
        return $this->generate((int) (microtime(true) * 1000));
    }

    /**
     * Generates a key of the block of a time, for rows that are older than now.
     *
     * @throws \Random\RandomException If there are no random bytes (before PHP 8.2, \Exception).
     */
    public function at(DateTimeInterface $time): string
    {
        return $this->generate(self::floorMillis($time));
    }

    private function generate(int $millis): string
    {
        $block = $millis >= 0
            ? intdiv($millis, $this->interval) % $this->count
            : self::modulo(self::floorDivide($millis, $this->interval), $this->count);
        // Unqualified, so that a test can define SequentialUuids\random_bytes().
        ['high' => $high, 'low' => $low] = unpack('Jhigh/Jlow', random_bytes(16));
        $head = $block << $this->freeBits | $high >> 16 & $this->freeMask;
        return sprintf(
            '%08x-%04x-%x%03x-%04x-%012x',
            $head >> 16,
            $head & 0xffff,
            $this->version,
            $high & 0xfff,
            0x8000 | $low >> 48 & 0x3fff,
            $low & 0xffff_ffff_ffff
        );
    }

    /**
     * Finds the number of a key's block, from 0, as uuid_block() does, or null if the key's first bits are no block of
     * this cycle.
     *
     * @throws ValueError If it is no UUID.
     */
    public function block(string $id): ?int
    {
        if (preg_match('/^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/iD', $id) !== 1) {
            throw new ValueError("id must be a UUID, not '$id'");
        }
        $block = (int) hexdec(substr(str_replace('-', '', $id), 0, 12)) >> $this->freeBits;
        return $block < $this->count ? $block : null;
    }

    /**
     * Finds the latest interval that begins no later than a time and in which a key may have been generated, as
     * uuid_interval_window() does.
     *
     * @return array{from: DateTimeImmutable, to: DateTimeImmutable}|null From the first time until just before the
     *     last, in UTC; null if the key's first bits are no block of this cycle.
     *
     * @throws ValueError If it is no UUID.
     */
    public function window(string $id, DateTimeInterface $notAfter): ?array
    {
        $block = $this->block($id);
        if ($block === null) {
            return null;
        }
        $number = self::floorDivide(self::floorMillis($notAfter), $this->interval);
        $from = ($number - self::modulo($number - $block, $this->count)) * $this->interval;
        return ['from' => self::moment($from), 'to' => self::moment($from + $this->interval)];
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
        $smallest = $first << $this->freeBits;
        $largest = ($last << $this->freeBits) + $this->freeMask;
        return [
            'smallest' => self::text(sprintf('%012x', $smallest) . str_repeat('0', 20)),
            'largest' => self::text(sprintf('%012x', $largest) . str_repeat('f', 20)),
        ];
    }

    private static function text(string $hex): string
    {
        return substr($hex, 0, 8) . '-' . substr($hex, 8, 4) . '-' . substr($hex, 12, 4) . '-' . substr($hex, 16, 4)
            . '-' . substr($hex, 20);
    }

    private static function moment(int $millis): DateTimeImmutable
    {
        $seconds = self::floorDivide($millis, 1000);
        return (new DateTimeImmutable("@$seconds"))->modify($millis - $seconds * 1000 . ' milliseconds');
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
