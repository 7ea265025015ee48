-- 0106_months_missed.sql: months were made from the last one on. A runner whose clock was wrong once made some far ahead, and those before
-- them were not made until then: rows went to the rest, one by one.

CREATE FUNCTION months_cover(parent regclass, id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid, LATERAL pg_get_expr(c.relpartbound, c.oid) AS bound
    WHERE i.inhparent = parent AND id < substring(bound FROM $re$TO \('([0-9a-f-]{36})'\)$re$)::uuid
      AND coalesce(id >= substring(bound FROM $re$FROM \('([0-9a-f-]{36})'\)$re$)::uuid, bound LIKE '%FROM (MINVALUE)%'))
$$;

-- As before, for whichever months have no table.
CREATE OR REPLACE FUNCTION months_keep(parent regclass, moment timestamptz, ahead int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  this_month timestamptz := date_trunc('month', moment, 'UTC');
  begins_at timestamptz := this_month;
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
    IF months_cover(parent, first_id_of(begins_at)) THEN
      begins_at := ends_at;
      CONTINUE;
    END IF;
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
