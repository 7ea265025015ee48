-- 0102_event_keys.sql: an event is known by the id its tenant gave it, whenever it came; a table kept by months can promise that of one
-- month alone. So ids have a table of their own, which is slim and kept whole, and says where the event lies. It is filled in 0103.

CREATE TABLE event_keys (
  customer_id uuid NOT NULL,
  event_id text NOT NULL,
  -- of the event
  sequence bigint NOT NULL,
  PRIMARY KEY (customer_id, event_id)
);

-- Of events that are erased while 0103 copies: it may have seen them, and nobody sees its copies yet. 0104 takes those back.
CREATE TABLE event_keys_gone (customer_id uuid NOT NULL, event_id text NOT NULL);

-- The statement of a flush writes the keys of its events together, and says so; for everybody else each event brings and takes its own.
CREATE FUNCTION event_key_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_keys (customer_id, event_id, sequence) VALUES (NEW.customer_id, NEW.event_id, NEW.sequence);
  RETURN NULL;
END $$;
CREATE FUNCTION event_key_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_keys WHERE customer_id = OLD.customer_id AND event_id = OLD.event_id;
  INSERT INTO event_keys_gone (customer_id, event_id) VALUES (OLD.customer_id, OLD.event_id);
  RETURN NULL;
END $$;
CREATE TRIGGER event_key_written AFTER INSERT ON events
  FOR EACH ROW WHEN (current_setting('hatchery.event_keys', true) IS DISTINCT FROM 'written') EXECUTE FUNCTION event_key_written();
CREATE TRIGGER event_key_deleted AFTER DELETE ON events FOR EACH ROW EXECUTE FUNCTION event_key_deleted();

-- The numbers of events go on where they are, and from 0104 on begin anew with each month: an identity could not be told to.
DO $$
DECLARE
  last bigint := (SELECT last_value FROM events_sequence_seq);
BEGIN
  ALTER TABLE events ALTER sequence DROP IDENTITY;
  CREATE SEQUENCE events_sequence_seq;
  PERFORM setval('events_sequence_seq', last);
  ALTER TABLE events ALTER sequence SET DEFAULT nextval('events_sequence_seq');
END $$;

-- Months are counted from January of 2020 on; the month of what is written now is that of the newest event's number.
CREATE FUNCTION month_number(moment timestamptz) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (extract(year FROM moment AT TIME ZONE 'UTC')::int - 2020) * 12 + extract(month FROM moment AT TIME ZONE 'UTC')::int - 1
$$;
CREATE FUNCTION events_of_a_month() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 10000000000000 $$;
CREATE FUNCTION month_of_writing() RETURNS int LANGUAGE sql STABLE AS $$
  SELECT (last_value / events_of_a_month())::int FROM events_sequence_seq
$$;

-- Entries and changes are dated by the clock their buddy lives by, which may be any; when they were written nothing said until now.
ALTER TABLE ledger ADD COLUMN month int NOT NULL DEFAULT 0;
ALTER TABLE buddy_changes ADD COLUMN month int NOT NULL DEFAULT 0;

-- What stands there is the first partition: said here, looked at in 0103.
ALTER TABLE events ADD CONSTRAINT months_bound CHECK (sequence < 10000000000000) NOT VALID;
ALTER TABLE ledger ADD CONSTRAINT months_bound CHECK (month < 1) NOT VALID;
ALTER TABLE buddy_changes ADD CONSTRAINT months_bound CHECK (month < 1) NOT VALID;

-- As before, with the keys of events and the month of entries.
DO $$
DECLARE
  stands text := (SELECT pg_get_functiondef(oid) FROM pg_proc WHERE proname = 'journal_write');
  keyed text := stands;
BEGIN
  keyed := replace(keyed, 'INSERT INTO events (', 'WITH stored AS (INSERT INTO events (');
  keyed := replace(keyed, 'unnest(events_trace)::json;', 'unnest(events_trace)::json
    RETURNING customer_id, event_id, sequence)
    INSERT INTO event_keys (customer_id, event_id, sequence) SELECT customer_id, event_id, sequence FROM stored;');
  keyed := replace(keyed, 'is_lucky, created_at, prev_hash, hash)', 'is_lucky, created_at, prev_hash, hash, month)');
  keyed := replace(keyed, 'unnest(ledger_hash);', 'unnest(ledger_hash), (SELECT month_of_writing());');
  EXECUTE keyed;
END $$;
ALTER FUNCTION journal_write SET hatchery.event_keys = 'written';
