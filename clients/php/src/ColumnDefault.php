<?php

// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

declare(strict_types=1);

namespace SequentialUuids;

use ValueError;

/**
 * What a column default says, in one of the forms that PostgreSQL prints.
 *
 * @internal
 */
final class ColumnDefault
{
    private const CALL = '/^(?:(?:[a-z_][a-z0-9_]*|"(?:[^"]|"")+")\.)?'
        . '(uuid_interval_nextval|uuid_time_nextval)\((.*)\)$/D';
    private const ARGUMENT = "/^(?:([a-z_]+) => )?(?:'([^']+)'::interval|([0-9]{1,10}))$/D";
    /** In the styles postgres and sql_standard, postgres_verbose, and iso_8601. */
    private const LENGTH = '/^(?:\d{1,10} days?|(?:\d{1,10} (?:days? )?)?\d{1,10}:\d\d:\d\d(?:\.\d{1,6})?'
        . '|@(?: \d{1,10} days?)?(?: \d{1,10} hours?)?(?: \d{1,10} mins?)?(?: \d{1,10}(?:\.\d{1,6})? secs?)?'
        . '|P(?:\d{1,10}D)?(?:T(?:\d{1,10}H)?(?:\d{1,10}M)?(?:\d{1,10}(?:\.\d{1,6})?S)?)?)$/D';
    /** README.md of the extension has it. Unless pretty, PostgreSQL prints each operator in parentheses. */
    private const PLAIN_DEFAULT = "/^\(?encode\(\(?substr\(int8send\(\(*floor\(\(?date_part\('epoch'::text, "
        . "clock_timestamp\(\)\)\)+::bigint \/ ([0-9]{1,10})\)? % '([0-9]{1,10})'::bigint\)+, 7\) \|\| "
        . "substr\(uuid_send\(gen_random_uuid\(\)\), 3\)+, 'hex'::text\)+::uuid$/D";

    /** @return array{interval: string, cycle: string, version: int} */
    public static function read(string $text): array
    {
        // Of a column of type text: with or without hyphens, and pretty or not.
        if (preg_match("/^replace\((.+::text), '-'::text, ''::text\)$/Ds", $text, $match) === 1) {
            $text = $match[1];
        }
        if (preg_match('/^(.+)::text$/Ds', $text, $match) === 1) {
            $text = (string) preg_replace('/^\((.+)\)$/Ds', '$1', $match[1]);
        }
        if (preg_match(self::PLAIN_DEFAULT, $text, $match) === 1) {
            // With another count, the prefix is not as long as the two bytes that this default writes.
            if ((int) $match[2] <= 1 << 15 || (int) $match[2] > 1 << 16) {
                throw new ValueError('it must have 32769 to 65536 intervals');
            }
            return self::inSeconds($match[1], $match[2]);
        }
        if (preg_match(self::CALL, $text, $match) !== 1) {
            throw self::unknownForm();
        }
        if ($match[1] === 'uuid_time_nextval') {
            $given = self::arguments($match[2], ['interval_length' => 3, 'interval_count' => 3]);
            return self::inSeconds($given['interval_length'] ?? '60', $given['interval_count'] ?? '65536');
        }
        $given = self::arguments($match[2], ['interval_length' => 2, 'cycle' => 2, 'version' => 3]);
        if (!isset($given['interval_length'], $given['cycle'])) {
            throw self::unknownForm();
        }
        return [
            'interval' => $given['interval_length'],
            'cycle' => $given['cycle'],
            'version' => (int) ($given['version'] ?? '4'),
        ];
    }

    /** @return array{interval: string, cycle: string, version: int} */
    private static function inSeconds(string $seconds, string $count): array
    {
        $cycle = (int) $seconds * (int) $count;
        if (!is_int($cycle)) {
            throw new ValueError('its cycle is too long');
        }
        return ['interval' => "$seconds s", 'cycle' => "$cycle s", 'version' => 4];
    }

    /**
     * @param array<string, int> $parameters With their groups in the pattern of an argument.
     *
     * @return array<string, string>
     */
    private static function arguments(string $text, array $parameters): array
    {
        $given = [];
        foreach ($text === '' ? [] : explode(', ', $text) as $place => $argument) {
            preg_match(self::ARGUMENT, $argument, $match, PREG_UNMATCHED_AS_NULL);
            $name = $match[1] ?? array_keys($parameters)[$place] ?? '';
            $value = $match[$parameters[$name] ?? 0] ?? null;
            $isReadable = isset($parameters[$name]) && $value !== null && !isset($given[$name]);
            if (!$isReadable || $parameters[$name] === 2 && preg_match(self::LENGTH, $value) !== 1) {
                throw self::unknownForm();
            }
            $given[$name] = $value;
        }
        return $given;
    }

    private static function unknownForm(): ValueError
    {
        return new ValueError('it is not printed as one of theirs');
    }
}
