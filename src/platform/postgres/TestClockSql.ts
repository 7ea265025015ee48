/** Who lives by a test clock, as statements of many families ask. */

/**
 * SQL: whether the user of a row (its `customer_id` and `user_id`) lives by a test clock now. Of a clock that was
 * deleted its users stay on record without one.
 */
export const onTestClock = (row: string): string =>
  `EXISTS (SELECT FROM test_clock_users AS clocked WHERE clocked.customer_id = ${row}.customer_id
    AND clocked.user_id = ${row}.user_id AND clocked.test_clock_id IS NOT NULL)`
