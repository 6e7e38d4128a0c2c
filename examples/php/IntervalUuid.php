<?php
// SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

/**
 * UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.
 *
 * Copy this file. It takes nothing but PHP 8 with integers of 64 bits.
 */
final class IntervalUuid
{
    /** A key of the present block. */
    public static function generate(int $intervalMillis = 60_000, int $count = 65_536, int $version = 4): string
    {
        return self::generateAt(new DateTimeImmutable(), $intervalMillis, $count, $version);
    }

    /** A key of the block of that time. */
    public static function generateAt(
        DateTimeInterface $at,
        int $intervalMillis = 60_000,
        int $count = 65_536,
        int $version = 4,
    ): string {
        if ($intervalMillis < 1 || $intervalMillis >= 1 << 53) {
            throw new ValueError("intervalMillis must be from 1 to 2^53 - 1, not $intervalMillis");
        }
        if ($count < 1 || $count > 1 << 48) {
            throw new ValueError("count must be from 1 to 2^48, not $count");
        }
        if ($version !== 4 && $version !== 8) {
            throw new ValueError("version must be 4 or 8, not $version");
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
}
