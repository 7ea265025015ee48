-- 0103_event_keys_online.sql: the keys of the events that stand there, and one look at every row, in a transaction of its own that keeps
-- nobody from writing. Whatever came since 0102 has its key.

INSERT INTO event_keys (customer_id, event_id, sequence) SELECT customer_id, event_id, sequence FROM events ON CONFLICT DO NOTHING;
ALTER TABLE events VALIDATE CONSTRAINT months_bound;
ALTER TABLE ledger VALIDATE CONSTRAINT months_bound;
ALTER TABLE buddy_changes VALIDATE CONSTRAINT months_bound;
