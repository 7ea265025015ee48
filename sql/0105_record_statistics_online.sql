-- 0105_record_statistics_online.sql: the planner looks at partitions by themselves; of what they hold together it learns here, and whenever
-- months are made.

ANALYZE events, ledger, buddy_changes;
