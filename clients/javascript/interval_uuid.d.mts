// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

/**
 * A key of the present block. The arguments are the column default's: its interval in milliseconds, and the number of
 * intervals in its cycle. Without arguments, they are those of uuid_time_nextval().
 */
export declare function intervalUuid(): string;
export declare function intervalUuid(intervalMillis: number, count: number, version?: 4 | 8): string;

/** A key of the block of that time. */
export declare function intervalUuidAt(at: Date): string;
export declare function intervalUuidAt(at: Date, intervalMillis: number, count: number, version?: 4 | 8): string;
