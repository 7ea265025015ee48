/** Whether an event, named by its id in a column of a row with this alias, was taken back. */
export const isTakenBack = (alias: string, column = "event_id"): string => `EXISTS (
  SELECT FROM buddy_history AS taken WHERE taken.customer_id = ${alias}.customer_id
    AND taken.kind = 'reversal' AND taken.key = ${alias}.${column})`
