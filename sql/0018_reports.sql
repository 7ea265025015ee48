-- 0018_reports.sql: what reports ask of events, and a rerender of the open ones, is found without reading all of them.

-- Events of one type, newest first, and when a type was seen last. Building it keeps writers out; where there are tens of millions of
-- events, build it beforehand with CREATE INDEX CONCURRENTLY under this name.
CREATE INDEX IF NOT EXISTS events_type ON events (customer_id, type, sequence);

-- How many events a tenant has of each type. Slots keep commits of different connections from waiting for each other's row; a
-- connection has one, and takes its rows in one order. No foreign keys: only the trigger writes it, inside the commit of the events.
CREATE TABLE event_type_counts (
  customer_id uuid NOT NULL,
  type text NOT NULL,
  slot int NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (customer_id, type, slot)
) WITH (fillfactor = 50);

-- Once per statement, which carries the events of up to 96 buddies; whichever release of the service sent it.
CREATE FUNCTION count_event_types() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_type_counts AS c (customer_id, type, slot, events)
  SELECT customer_id, type, pg_backend_pid() % 16, count(*) FROM added GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (customer_id, type, slot) DO UPDATE SET events = c.events + excluded.events;
  RETURN NULL;
END $$;
CREATE TRIGGER events_counted AFTER INSERT ON events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_event_types();

INSERT INTO event_type_counts (customer_id, type, slot, events)
SELECT customer_id, type, 0, count(*) FROM events GROUP BY 1, 2;

-- The rerender of a buddy that has not begun does for all that are asked for meanwhile.
CREATE INDEX operations_rerender ON operations (customer_id, resource_id)
  WHERE type = 'rerender' AND status IN ('pending', 'processing');
