-- 0027_campaigns.sql: what all campaigns count with. Many buddies count together without a row that all of them write: each writes a
-- score row of its own, sums stand in slots, and a fence parts what counts from what comes too late.

-- Something buddies count for together: a season, a board, a quest, a cause, a draw. Whoever commits for it holds its lock shared, whoever
-- closes it exclusively (campaign_fence, campaign_close), so nothing is counted once it is closed.
CREATE TABLE campaign_subjects (
  customer_id uuid NOT NULL REFERENCES customers,
  subject_id uuid NOT NULL,
  kind text NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (customer_id, subject_id)
);
CREATE INDEX campaign_subjects_open ON campaign_subjects (kind, customer_id, subject_id) WHERE is_open;

-- What one buddy has brought, per period; written by the commits of that buddy alone. reached_at: when the score last rose.
CREATE TABLE campaign_scores (
  customer_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  period_key text NOT NULL,
  buddy_id uuid NOT NULL,
  score bigint NOT NULL,
  first_at timestamptz NOT NULL,
  reached_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, subject_id, period_key, buddy_id)
) WITH (fillfactor = 80);

-- What all have brought together: the sum over the slots. is_new: changed since somebody looked for thresholds.
CREATE TABLE campaign_totals (
  customer_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  bucket text NOT NULL,
  slot int NOT NULL,
  amount bigint NOT NULL,
  is_new boolean NOT NULL DEFAULT true,
  PRIMARY KEY (customer_id, subject_id, bucket, slot)
) WITH (fillfactor = 50);
CREATE INDEX campaign_totals_new ON campaign_totals (customer_id, subject_id) WHERE is_new;

-- What was granted from outside a buddy, for ever: the same grant is made once however often it is asked for. body: what its family
-- remembers of it.
CREATE TABLE campaign_receipts (
  customer_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  grant_key text NOT NULL,
  buddy_id uuid NOT NULL,
  source text NOT NULL,
  body json,
  ledger_ids uuid[] NOT NULL,
  granted_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, campaign_id, grant_key, buddy_id)
);
CREATE INDEX campaign_receipts_source ON campaign_receipts (customer_id, source, granted_at DESC, campaign_id);

CREATE FUNCTION campaign_lock(p_customer uuid, p_subject uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(p_customer::text || p_subject::text, 0)
$$;

-- Of a commit: holds what it counts for until its end. HA004: one of them is closed, or unknown.
-- Whoever closes holds it for moments; longer than a second nobody waits, for the commits of others wait along.
CREATE FUNCTION campaign_fence(new_rows json) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off SET lock_timeout = '1s'
AS $$
DECLARE
  subject record;
BEGIN
  FOR subject IN
    SELECT DISTINCT campaign_lock(customer_id, subject_id) AS key
    FROM json_to_recordset(new_rows) AS r (customer_id uuid, subject_id uuid) ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock_shared(subject.key);
  END LOOP;
  SELECT r.subject_id INTO subject FROM json_to_recordset(new_rows) AS r (customer_id uuid, subject_id uuid)
  WHERE NOT EXISTS (SELECT FROM campaign_subjects AS s
    WHERE s.customer_id = r.customer_id AND s.subject_id = r.subject_id AND s.is_open) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the subject % is closed', subject.subject_id USING ERRCODE = 'HA004';
  END IF;
END $$;

-- Waits for the commits under way. False: it was closed already, or is unknown. Whoever closes writes nothing afterwards that commits of
-- buddies write as well.
CREATE FUNCTION campaign_close(p_customer uuid, p_subject uuid, p_now timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(campaign_lock(p_customer, p_subject));
  UPDATE campaign_subjects SET is_open = false, closed_at = p_now
  WHERE customer_id = p_customer AND subject_id = p_subject AND is_open;
  RETURN FOUND;
END $$;

-- add: to the score; max: the higher one; last: the newest. One row per key.
CREATE FUNCTION campaign_fold_scores(new_rows json) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
BEGIN
  INSERT INTO campaign_scores AS s (customer_id, subject_id, period_key, buddy_id, score, first_at, reached_at)
  SELECT customer_id, subject_id, period_key, buddy_id, amount, counted_at, counted_at
  FROM json_to_recordset(new_rows) AS r (
    customer_id uuid, subject_id uuid, period_key text, buddy_id uuid, amount bigint, fold text, counted_at timestamptz)
  WHERE fold = 'add'
  ON CONFLICT (customer_id, subject_id, period_key, buddy_id) DO UPDATE SET
    score = s.score + excluded.score,
    reached_at = CASE WHEN excluded.score > 0 THEN excluded.reached_at ELSE s.reached_at END;
  INSERT INTO campaign_scores AS s (customer_id, subject_id, period_key, buddy_id, score, first_at, reached_at)
  SELECT customer_id, subject_id, period_key, buddy_id, amount, counted_at, counted_at
  FROM json_to_recordset(new_rows) AS r (
    customer_id uuid, subject_id uuid, period_key text, buddy_id uuid, amount bigint, fold text, counted_at timestamptz)
  WHERE fold = 'max'
  ON CONFLICT (customer_id, subject_id, period_key, buddy_id) DO UPDATE SET
    score = excluded.score, reached_at = excluded.reached_at
  WHERE excluded.score > s.score;
  INSERT INTO campaign_scores AS s (customer_id, subject_id, period_key, buddy_id, score, first_at, reached_at)
  SELECT customer_id, subject_id, period_key, buddy_id, amount, counted_at, counted_at
  FROM json_to_recordset(new_rows) AS r (
    customer_id uuid, subject_id uuid, period_key text, buddy_id uuid, amount bigint, fold text, counted_at timestamptz)
  WHERE fold = 'last'
  ON CONFLICT (customer_id, subject_id, period_key, buddy_id) DO UPDATE SET
    score = excluded.score,
    reached_at = CASE WHEN excluded.score > s.score THEN excluded.reached_at ELSE s.reached_at END;
END $$;

-- As before, and two things more: rows of mode `call` go to a function of their own, and a sum may have a column that marks a change.
CREATE OR REPLACE FUNCTION journal_apply(shape json, new_rows json, only_locks boolean DEFAULT false) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  target text := quote_ident(shape ->> 'table');
  names text := btrim(shape ->> 'columns', '[]');
  key_names text := btrim(shape ->> 'key', '[]');
  given text := format('json_populate_recordset(NULL::%s, $1)', target);
  total text := quote_ident(shape ->> 'sum');
  ceiling text := quote_ident(shape ->> 'max');
  marked text := quote_ident(shape ->> 'mark');
  changed int;
BEGIN
  CASE shape ->> 'mode'
  WHEN 'append' THEN
    EXECUTE format('INSERT INTO %s (%s) SELECT %2$s FROM %s', target, names, given) USING new_rows;
  WHEN 'delete' THEN
    EXECUTE format('DELETE FROM %s WHERE (%s) IN (SELECT %2$s FROM %s)', target, key_names, given) USING new_rows;
  WHEN 'call' THEN
    EXECUTE format('SELECT %I($1)', shape ->> 'function') USING new_rows;
  WHEN 'add' THEN
    EXECUTE format(
      'INSERT INTO %s AS t (%s) SELECT %s FROM %s GROUP BY %s ORDER BY %5$s ON CONFLICT (%5$s) DO UPDATE SET %s', target,
      concat_ws(', ', key_names, total, ceiling),
      concat_ws(', ', key_names, CASE WHEN only_locks THEN '0' ELSE 'sum(' || total || ')' END, 'min(' || ceiling || ')'),
      given, key_names,
      CASE WHEN only_locks THEN format('%1$s = t.%1$s', total)
        ELSE concat_ws(', ', format('%1$s = t.%1$s + excluded.%1$s', total), ceiling || ' = excluded.' || ceiling, marked || ' = true')
      END)
    USING new_rows;
  WHEN 'advance' THEN
    EXECUTE (
      SELECT format('UPDATE %s AS t SET %I = t.%2$I + 1, %s FROM %s AS c WHERE %s AND t.%2$I = c.%2$I', target, shape ->> 'version',
        string_agg(format(
          CASE WHEN is_kept THEN '%1$I = coalesce(c.%1$I, t.%1$I)' ELSE '%1$I = c.%1$I' END, name), ', ') FILTER (WHERE NOT is_key),
        given, string_agg(format('t.%1$I = c.%1$I', name), ' AND ') FILTER (WHERE is_key))
      FROM (
        SELECT name, name IN (SELECT json_array_elements_text(shape -> 'keeps')) AS is_kept,
          name IN (SELECT json_array_elements_text(shape -> 'key')) AS is_key
        FROM json_array_elements_text(shape -> 'columns') AS name WHERE name <> shape ->> 'version') AS described)
    USING new_rows;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed <> json_array_length(new_rows) THEN
      RAISE EXCEPTION 'a row has moved on since the change was decided' USING ERRCODE = 'HA003';
    END IF;
  END CASE;
END $$;

-- As before, but whoever waits in vain for a lock waits for all: the items that follow are told at once instead of waiting as long each,
-- until the whole call is given up and everybody in it with it.
CREATE OR REPLACE FUNCTION journal_commit_rows_each(items json, shared json)
RETURNS TABLE (error_code text, constraint_name text, message text, stored json) LANGUAGE plpgsql
SET jit = off
AS $$
DECLARE
  item json;
  is_stuck boolean := false;
BEGIN
  PERFORM journal_apply(part -> 'shape', part -> 'rows', only_locks => true) FROM json_array_elements(shared) AS part;
  FOR item IN SELECT value FROM json_array_elements(items) LOOP
    error_code := NULL;
    constraint_name := NULL;
    message := NULL;
    stored := NULL;
    BEGIN
      IF is_stuck AND item::text LIKE '%"campaign_fence"%' THEN
        RAISE EXCEPTION 'another change of this flush waited for a fence in vain' USING ERRCODE = '55P03';
      END IF;
      PERFORM journal_apply(part -> 'shape', part -> 'rows') FROM json_array_elements(item -> 'parts') AS part;
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS error_code = RETURNED_SQLSTATE, constraint_name = CONSTRAINT_NAME, message = MESSAGE_TEXT;
    END;
    is_stuck := is_stuck OR coalesce(error_code = '55P03', false);
    IF error_code = '23505' THEN
      stored := journal_stored((item ->> 'customer_id')::uuid, item -> 'event_ids', item -> 'command_ids');
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
