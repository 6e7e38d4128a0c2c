<?php
// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

declare(strict_types=1);

/**
 * UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.
 *
 * It takes nothing but PHP 8 with integers of 64 bits.
 */
final class IntervalUuid
{
    /**
     * A key of the present block. The arguments are the column default's: its interval in milliseconds, and the number
     * of intervals in its cycle. Without both, they are those of uuid_time_nextval().
     *
     * Their types are checked here: where strict_types is off, PHP would take 1.5 and "60000" for an int.
     *
     * @param int|null $intervalMillis
     * @param int|null $count
     * @param int $version
     */
    public static function generate(mixed $intervalMillis = null, mixed $count = null, mixed $version = 4): string
    {
        return self::generateAt(new DateTimeImmutable(), $intervalMillis, $count, $version);
    }

    /**
     * A key of the block of that time.
     *
     * @param DateTimeInterface $at
     * @param int|null $intervalMillis
     * @param int|null $count
     * @param int $version
     */
    public static function generateAt(
        mixed $at,
        mixed $intervalMillis = null,
        mixed $count = null,
        mixed $version = 4,
    ): string {
        if (($intervalMillis === null) !== ($count === null)) {
            throw new ValueError('of intervalMillis and count, give both or neither');
        }
        $intervalMillis ??= 60_000;
        $count ??= 65_536;
        if (!$at instanceof DateTimeInterface) {
            throw self::outOfRange('at', 'a DateTimeInterface', $at);
        }
        if (!is_int($intervalMillis) || $intervalMillis < 1 || $intervalMillis >= 1 << 53) {
            throw self::outOfRange('intervalMillis', 'an int from 1 to 2^53 - 1', $intervalMillis);
        }
        if (!is_int($count) || $count < 1 || $count > 1 << 48) {
            throw self::outOfRange('count', 'an int from 1 to 2^48', $count);
        }
        if ($version !== 4 && $version !== 8) {
            throw self::outOfRange('version', '4 or 8', $version);
        }
        // PHP rounds quotients towards zero; below zero, this rounds down.
        $millis = $at->getTimestamp() * 1000 + (int) $at->format('v');
        $number = intdiv($millis, $intervalMillis) - ($millis % $intervalMillis < 0 ? 1 : 0);
        $block = ($number % $count + $count) % $count;
        for ($free = 1 << 48, $blocks = 1; $blocks < $count; $blocks *= 2) {
            $free >>= 1;
        }
        $tail = $version << 12 | random_int(0, 0xfff);
        return preg_replace(
            '/(.{8})(.{4})(.{4})(.{4})/',
            '$1-$2-$3-$4-',
            sprintf('%012x%04x', $block * $free + random_int(0, $free - 1), $tail)
                . sprintf('%04x%012x', 0x8000 | random_int(0, 0x3fff), random_int(0, (1 << 48) - 1)),
        );
    }

    private static function outOfRange(string $name, string $range, mixed $value): ValueError
    {
        $text = is_scalar($value) ? var_export($value, true) : get_debug_type($value);
        return new ValueError("$name must be $range, not $text");
    }
}
