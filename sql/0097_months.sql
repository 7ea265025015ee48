-- 0097_months.sql: what only grows is kept by months. A table of all times has indexes of all times, of which each insert touches a page
-- somewhere, and old rows leave it one by one, with a vacuum of everything behind them. By months, what is old lies by itself, and goes as a
-- whole. Here stands how months are made; the tables follow, each by itself.
--
-- Their key is a UUIDv7, whose first half is its moment: a primary key that holds it is as unique over all months as it was in one table,
-- nothing has to be looked up elsewhere first, and whoever names an id looks into one month.

-- The smallest UUIDv7 of a moment.
CREATE FUNCTION first_id_of(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- Partitions of a table that have an end, by their end. What stood in the table before has no beginning; the rest of all times ends never.
CREATE FUNCTION months_of(parent regclass) RETURNS TABLE (month regclass, ends_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT c.oid::regclass, uuid_extract_timestamp(substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([0-9a-f-]{36})'\)$re$)::uuid)
  FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
  WHERE i.inhparent = parent AND pg_get_expr(c.relpartbound, c.oid) LIKE '%TO (''%' ORDER BY 2
$$;

-- Makes the months that are missing, up to `ahead` after that of `moment`, and says how many. Attaching a table that is ready keeps nobody
-- from the others. What came before its month was there stands in the rest and moves.
CREATE FUNCTION months_keep(parent regclass, moment timestamptz, ahead int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  this_month timestamptz := date_trunc('month', moment, 'UTC');
  begins_at timestamptz := greatest(this_month, (SELECT max(m.ends_at) FROM months_of(parent) AS m));
  ends_at timestamptz;
  rest regclass := (
    SELECT c.oid FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent AND pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT');
  key text := (
    SELECT a.attname FROM pg_partitioned_table AS p JOIN pg_attribute AS a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    WHERE p.partrelid = parent);
  settings text := (SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE oid = rest);
  name text;
  made int := 0;
BEGIN
  WHILE begins_at < (this_month AT TIME ZONE 'UTC' + make_interval(months => ahead + 1)) AT TIME ZONE 'UTC' LOOP
    ends_at := (begins_at AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
    name := format('%s_%s', parent, to_char(begins_at AT TIME ZONE 'UTC', 'YYYY_MM'));
    EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION) %s',
      name, parent, 'WITH (' || settings || ')');
    EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', rest);
    EXECUTE format('WITH moved AS (DELETE FROM %s WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      rest, key, first_id_of(begins_at), key, first_id_of(ends_at), name);
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      parent, name, first_id_of(begins_at), first_id_of(ends_at));
    made := made + 1;
    begins_at := ends_at;
  END LOOP;
  RETURN made;
END $$;

-- What stands in a table is its first partition, up to a moment that lies behind everything that nodes of the release before write while
-- they are replaced. That nothing in it is later than that is said first and looked at afterwards, while everybody works.
CREATE FUNCTION months_bound() RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT first_id_of((date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC')
$$;
DO $$
BEGIN
  EXECUTE format('ALTER TABLE webhook_deliveries ADD CONSTRAINT months_bound CHECK (delivery_id < %L::uuid) NOT VALID', months_bound());
  EXECUTE format('ALTER TABLE webhook_past_attempts ADD CONSTRAINT months_bound CHECK (delivery_id < %L::uuid) NOT VALID', months_bound());
END $$;
DROP FUNCTION months_bound();
