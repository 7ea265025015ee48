-- 0100_planner_statistics.sql: a look of the planner at a table (ANALYZE) sorts and counts the values of each column. In the outbox that was
-- seven seconds each time, for arrays of ids and bodies nobody ever searches by; the hashes of the ledger and of events are as many
-- different values as there are rows, and are found by the key of their row. Nothing is to be known of them.

ALTER TABLE webhook_outbox ALTER delivery_ids SET STATISTICS 0, ALTER done_ids SET STATISTICS 0, ALTER events SET STATISTICS 0,
  ALTER bodies SET STATISTICS 0, ALTER trace_contexts SET STATISTICS 0, ALTER created_ats SET STATISTICS 0;
ALTER TABLE ledger ALTER prev_hash SET STATISTICS 0, ALTER hash SET STATISTICS 0;
ALTER TABLE events ALTER payload_hash SET STATISTICS 0, ALTER properties SET STATISTICS 0, ALTER effects SET STATISTICS 0,
  ALTER trace SET STATISTICS 0;
