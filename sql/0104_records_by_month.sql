-- 0104_records_by_month.sql: events, the ledger and changes by the month they were written in. They are kept for good, so what months spare
-- is the size of what is worked on: an insert touches the indexes of its own month alone, wherever its user or buddy stands in them, and
-- what is over is vacuumed once, may lie on slower disks, and can be taken away whole by who may do so. What stands there becomes the first
-- partition as it is; only the catalogue changes, so the lock lasts for some milliseconds.
--
-- Lists go by the number of the event and find its months in order. An event is found by its id in event_keys. What goes by buddy (the
-- ledger, changes) is looked for in each month: an index of a month that knows nothing of the buddy says so from its upper pages.
-- Entries of a chain have no index over all months; that no number of it comes twice is the fence's to promise, and looked at by verify.

-- Nobody reads or writes any of them until all have moved, in the order in which a flush comes to them.
LOCK TABLE events, ledger, buddy_changes IN ACCESS EXCLUSIVE MODE;

DO $$
DECLARE
  gone record;
BEGIN
  -- One by one: each is a probe of an index, whatever the planner knows of a table that was filled a moment ago.
  FOR gone IN SELECT DISTINCT customer_id, event_id FROM event_keys_gone LOOP
    DELETE FROM event_keys AS k WHERE k.customer_id = gone.customer_id AND k.event_id = gone.event_id
      AND NOT EXISTS (SELECT FROM events AS e WHERE e.customer_id = gone.customer_id AND e.event_id = gone.event_id);
  END LOOP;
END $$;
DROP TABLE event_keys_gone;
CREATE OR REPLACE FUNCTION event_key_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_keys WHERE customer_id = OLD.customer_id AND event_id = OLD.event_id;
  RETURN NULL;
END $$;

ALTER TABLE events RENAME TO events_before;
-- Kept for nodes of the release before, which look for ids here.
ALTER INDEX events_pkey RENAME TO events_before_pkey;
ALTER INDEX events_arrival RENAME TO events_before_arrival;
ALTER INDEX events_user RENAME TO events_before_user;
ALTER INDEX events_type RENAME TO events_before_type;
DROP TRIGGER event_key_written ON events_before;
DROP TRIGGER event_key_deleted ON events_before;
CREATE TABLE events (LIKE events_before INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (sequence);
ALTER SEQUENCE events_sequence_seq OWNED BY events.sequence;
CREATE INDEX events_arrival ON events (customer_id, sequence);
CREATE INDEX events_user ON events (customer_id, user_id, sequence);
CREATE INDEX events_type ON events (customer_id, type, sequence);
CREATE TRIGGER event_key_written AFTER INSERT ON events
  FOR EACH ROW WHEN (current_setting('hatchery.event_keys', true) IS DISTINCT FROM 'written') EXECUTE FUNCTION event_key_written();
CREATE TRIGGER event_key_deleted AFTER DELETE ON events FOR EACH ROW EXECUTE FUNCTION event_key_deleted();
ALTER TABLE events ALTER payload_hash SET STATISTICS 0, ALTER properties SET STATISTICS 0, ALTER effects SET STATISTICS 0,
  ALTER trace SET STATISTICS 0;

ALTER TABLE ledger RENAME TO ledger_before;
ALTER INDEX ledger_pkey RENAME TO ledger_before_pkey;
DROP TRIGGER ledger_immutable ON ledger_before;
DROP TRIGGER ledger_redaction ON ledger_before;
CREATE TABLE ledger (LIKE ledger_before INCLUDING STORAGE) PARTITION BY RANGE (month);
ALTER TABLE ledger ALTER month SET DEFAULT month_of_writing(), ADD CONSTRAINT ledger_balance_after_check CHECK (balance_after >= 0),
  ALTER prev_hash SET STATISTICS 0, ALTER hash SET STATISTICS 0;
CREATE TRIGGER ledger_immutable BEFORE DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_immutable();
CREATE TRIGGER ledger_redaction BEFORE UPDATE ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_redaction();

ALTER TABLE buddy_changes RENAME TO buddy_changes_before;
ALTER INDEX buddy_changes_pkey RENAME TO buddy_changes_before_pkey;
DROP TRIGGER buddy_changes_immutable ON buddy_changes_before;
DROP TRIGGER buddy_changes_erasure ON buddy_changes_before;
CREATE TABLE buddy_changes (LIKE buddy_changes_before INCLUDING STORAGE) PARTITION BY RANGE (month);
ALTER TABLE buddy_changes ALTER month SET DEFAULT month_of_writing();
CREATE TRIGGER buddy_changes_immutable BEFORE UPDATE ON buddy_changes FOR EACH ROW EXECUTE FUNCTION buddy_changes_immutable();
CREATE TRIGGER buddy_changes_erasure BEFORE DELETE ON buddy_changes FOR EACH ROW EXECUTE FUNCTION buddy_changes_erasure();

DO $$
DECLARE
  first int := month_number(now());
BEGIN
  EXECUTE format('ALTER TABLE events ATTACH PARTITION events_before FOR VALUES FROM (MINVALUE) TO (%s)', first * events_of_a_month());
  EXECUTE format('ALTER TABLE ledger ATTACH PARTITION ledger_before FOR VALUES FROM (MINVALUE) TO (%s)', first);
  EXECUTE format('ALTER TABLE buddy_changes ATTACH PARTITION buddy_changes_before FOR VALUES FROM (MINVALUE) TO (%s)', first);
END $$;
ALTER TABLE events_before DROP CONSTRAINT months_bound;
ALTER TABLE ledger_before DROP CONSTRAINT months_bound;
ALTER TABLE buddy_changes_before DROP CONSTRAINT months_bound;

-- The partitions: from the month `begins` on, up to `ends`, as month_number counts.
CREATE FUNCTION record_months() RETURNS TABLE (parent regclass, month regclass, begins int, ends int, width bigint) LANGUAGE sql STABLE AS $$
  SELECT t.name, c.oid::regclass, coalesce((substring(bound FROM $re$FROM \('?(\d+)$re$)::bigint / t.width)::int, 0),
    (substring(bound FROM $re$TO \('?(\d+)$re$)::bigint / t.width)::int, t.width
  FROM (VALUES ('events'::regclass, events_of_a_month()), ('ledger', 1), ('buddy_changes', 1)) AS t (name, width)
  JOIN pg_inherits AS i ON i.inhparent = t.name JOIN pg_class AS c ON c.oid = i.inhrelid,
  LATERAL pg_get_expr(c.relpartbound, c.oid) AS bound
$$;

-- Makes the months that are missing, up to `ahead` after that of `moment`, each as the one before it, and says how many. Attaching an empty
-- table keeps nobody from the others.
CREATE FUNCTION record_months_keep(moment timestamptz, ahead int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  this_month int := month_number(moment);
  newest record;
  number int;
  name text;
  skipped text;
  key text;
  made int := 0;
BEGIN
  -- Two at once would make the same month, and one of them fail; the second finds it made.
  PERFORM pg_advisory_xact_lock(hashtextextended('record_months', 0));
  FOR newest IN
    SELECT DISTINCT ON (m.parent) m.*, array_to_string(c.reloptions, ', ') AS settings
    FROM record_months() AS m JOIN pg_class AS c ON c.oid = m.month ORDER BY m.parent, m.ends DESC
  LOOP
    -- Of columns nobody searches by the planner looks at nothing; LIKE would forget it.
    skipped := (
      SELECT string_agg(format('ALTER %I SET STATISTICS 0', attname), ', ') FROM pg_attribute
      WHERE attrelid = newest.parent AND attnum > 0 AND attstattarget = 0);
    key := (
      SELECT pg_get_constraintdef(oid) FROM pg_constraint
      WHERE conrelid = newest.month AND contype = 'p' AND newest.parent <> 'events'::regclass);
    FOR number IN this_month .. this_month + ahead LOOP
      -- A clock that was wrong once may have made one far ahead.
      CONTINUE WHEN EXISTS (SELECT FROM record_months() AS m WHERE m.parent = newest.parent AND number >= m.begins AND number < m.ends);
      name := format('%s_%s', newest.parent, to_char(make_date(2020 + number / 12, number % 12 + 1, 1), 'YYYY_MM'));
      EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING ALL EXCLUDING INDEXES)%s', name, newest.month, ' WITH (' || newest.settings || ')');
      IF key IS NOT NULL THEN EXECUTE format('ALTER TABLE %I ADD %s', name, key); END IF;
      IF skipped IS NOT NULL THEN EXECUTE format('ALTER TABLE %I %s', name, skipped); END IF;
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
        newest.parent, name, number * newest.width, (number + 1) * newest.width);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;

-- Begins a month, if it has not begun: from here on events are numbered, and with them everything is written, in it. Not before all tables
-- have it, for others, so never in the transaction that makes it: a number that was given is given for everybody at once. Never back.
CREATE FUNCTION record_months_turn(moment timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  this_month int := month_number(moment);
BEGIN
  -- There is no way back, so a clock that is ten years ahead of that of the database is not believed.
  IF month_of_writing() >= this_month OR this_month > month_number(now()) + 120 THEN RETURN false; END IF;
  -- Two at once would begin it twice, and numbers of the first come again.
  PERFORM pg_advisory_xact_lock(hashtextextended('record_months', 0));
  IF month_of_writing() >= this_month
    OR (SELECT count(*) FROM record_months() AS m WHERE this_month >= m.begins AND this_month < m.ends) < 3
  THEN
    RETURN false;
  END IF;
  PERFORM setval('events_sequence_seq', this_month * events_of_a_month());
  RETURN true;
END $$;

-- No event that was written after the moment has a smaller number. A month may have begun late, so the one before is taken with it; of what
-- stood here before there were months nothing says when it came.
CREATE FUNCTION events_written_since(moment timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM record_months() AS m
      WHERE m.parent = 'events'::regclass AND m.begins = 0 AND m.ends >= month_number(moment)) THEN 0
    ELSE (month_number(moment) - 1) * events_of_a_month() END
$$;

-- An event by its id, which leads to its month.
CREATE VIEW events_by_id AS
  SELECT k.customer_id, k.event_id, k.sequence, e.buddy_id, e.user_id, e.type, e.audience, e.occurred_at, e.received_at, e.properties,
    e.payload_hash, e.mode, e.config_version_id, e.effects, e.trace
  FROM event_keys AS k JOIN events AS e ON e.customer_id = k.customer_id AND e.sequence = k.sequence;
DO $$
DECLARE
  stands text := (SELECT pg_get_functiondef(oid) FROM pg_proc WHERE proname = 'journal_stored');
BEGIN
  EXECUTE replace(stands, 'JOIN events AS e', 'JOIN events_by_id AS e');
END $$;

SELECT record_months_keep(now(), 3);

-- A service that has just begun has nothing from before.
DO $$
BEGIN
  IF EXISTS (SELECT FROM events) OR EXISTS (SELECT FROM ledger) OR EXISTS (SELECT FROM buddy_changes) THEN RETURN; END IF;
  PERFORM setval('events_sequence_seq', month_number(now()) * events_of_a_month());
  DROP TABLE events_before, ledger_before, buddy_changes_before;
END $$;
