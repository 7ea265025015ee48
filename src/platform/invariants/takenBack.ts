/** Whether an event, named by its id in a column of a row with this alias, was taken back. */
export const isTakenBack = (alias: string, column = "event_id"): string => `EXISTS (
  SELECT FROM (
    SELECT customer_id, key FROM buddy_history WHERE kind = 'reversal'
    UNION ALL
    SELECT customer_id, 'erased:' || encode(event_hash, 'hex') FROM event_tombstones WHERE was_taken_back) AS taken
  WHERE taken.customer_id = ${alias}.customer_id AND taken.key = ${alias}.${column})`
