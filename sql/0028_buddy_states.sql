-- 0028_buddy_states.sql: what every change of a buddy writes stands in a narrow table of its own. A row of `buddies` had 28 columns, six
-- indexes and four foreign keys to be looked at, and each event wrote all of it again to change nine columns. Who a buddy is, what it is
-- called and what it looks like move to buddy_identities; `buddies` is both together, for whoever reads.
--
-- A node of the release before goes on: it reads that view, and what it writes there the triggers below put into the two tables, fenced
-- by the same version. The small half of the rows is copied, because nobody gets at `buddies` meanwhile; the other half loses its
-- columns in the catalogue only, and each row when it is next written.

DROP VIEW held_badges;
ALTER TABLE buddies RENAME TO buddy_states;

CREATE TABLE buddy_identities (
  customer_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  egg_id uuid NOT NULL,
  user_id text NOT NULL,
  audience text NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  config_version_id uuid NOT NULL,
  visual_variant int NOT NULL,
  theme text NOT NULL,
  metadata jsonb NOT NULL,
  image_sha text,
  thumb_sha text,
  base_image_sha text,
  appearance_status text NOT NULL DEFAULT 'ready' CHECK (appearance_status IN ('ready', 'pending', 'failed', 'awaiting_credits')),
  appearance_error text,
  appearance_retry_at timestamptz,
  appearance_attempts int NOT NULL DEFAULT 0,
  is_mentor boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  archived_at timestamptz
) WITH (fillfactor = 90);
INSERT INTO buddy_identities
SELECT customer_id, buddy_id, egg_id, user_id, audience, name, status, config_version_id, visual_variant, theme, metadata, image_sha,
  thumb_sha, base_image_sha, appearance_status, appearance_error, appearance_retry_at, appearance_attempts, is_mentor, created_at,
  archived_at
FROM buddy_states;
-- Keys after the rows: looked at all at once.
ALTER TABLE buddy_identities ADD PRIMARY KEY (customer_id, buddy_id), ADD UNIQUE (customer_id, egg_id),
  ADD FOREIGN KEY (customer_id) REFERENCES customers, ADD FOREIGN KEY (customer_id, config_version_id) REFERENCES config_versions;
CREATE INDEX buddy_identities_user ON buddy_identities (customer_id, user_id, audience, created_at);
CREATE INDEX buddy_identities_newest ON buddy_identities (customer_id, created_at DESC, buddy_id DESC);
CREATE INDEX buddy_identities_unpainted ON buddy_identities (appearance_retry_at) WHERE appearance_retry_at IS NOT NULL;
ALTER TABLE buddy_profiles DROP CONSTRAINT buddy_profiles_customer_id_buddy_id_fkey,
  ADD FOREIGN KEY (customer_id, buddy_id) REFERENCES buddy_identities ON DELETE CASCADE;

-- Nobody warns an archived buddy of its streaks.
UPDATE buddy_states SET streaks_look_at = 'infinity' WHERE status = 'archived' AND streaks_look_at < 'infinity';
-- No foreign keys: the journal is what writes here, as with the events and the ledger. Half of every page is left free, so that a new
-- version of a row finds room beside the old one and no index hears of it.
ALTER TABLE buddy_states DROP CONSTRAINT buddies_customer_id_fkey,
  DROP COLUMN egg_id, DROP COLUMN user_id, DROP COLUMN audience, DROP COLUMN name, DROP COLUMN status, DROP COLUMN config_version_id,
  DROP COLUMN visual_variant, DROP COLUMN theme, DROP COLUMN metadata, DROP COLUMN image_sha, DROP COLUMN thumb_sha,
  DROP COLUMN base_image_sha, DROP COLUMN appearance_status, DROP COLUMN appearance_error, DROP COLUMN appearance_retry_at,
  DROP COLUMN appearance_attempts, DROP COLUMN is_mentor, DROP COLUMN created_at, DROP COLUMN archived_at;
ALTER TABLE buddy_states SET (fillfactor = 50);
ALTER INDEX buddies_pkey RENAME TO buddy_states_pkey;
CREATE INDEX buddy_states_streaks ON buddy_states (streaks_look_at, buddy_id) WHERE streaks_look_at < 'infinity';

-- States first: rows are locked in this order, here and by the journal. An outer join could not be locked.
CREATE VIEW buddies AS
  SELECT s.customer_id, s.buddy_id, i.egg_id, i.user_id, i.audience, i.name, i.status, s.version, s.coins, s.evolution_stage,
    s.prestige_level, s.state, i.config_version_id, i.visual_variant, i.theme, i.metadata, i.image_sha, i.thumb_sha, i.base_image_sha,
    i.appearance_status, i.appearance_error, i.appearance_retry_at, i.is_mentor, i.created_at, s.updated_at, i.archived_at,
    i.appearance_attempts, s.streaks_look_at, s.ledger_head
  FROM buddy_states AS s JOIN buddy_identities AS i ON i.customer_id = s.customer_id AND i.buddy_id = s.buddy_id;
ALTER VIEW buddies ALTER prestige_level SET DEFAULT 0, ALTER appearance_status SET DEFAULT 'ready', ALTER is_mentor SET DEFAULT false,
  ALTER appearance_attempts SET DEFAULT 0, ALTER streaks_look_at SET DEFAULT 'infinity';

-- From here to the end of the triggers: for nodes of the release before. This one writes the tables.
CREATE FUNCTION buddies_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO buddy_identities (
    customer_id, buddy_id, egg_id, user_id, audience, name, status, config_version_id, visual_variant, theme, metadata, image_sha,
    thumb_sha, base_image_sha, appearance_status, appearance_error, appearance_retry_at, is_mentor, created_at, archived_at,
    appearance_attempts)
  VALUES (
    NEW.customer_id, NEW.buddy_id, NEW.egg_id, NEW.user_id, NEW.audience, NEW.name, NEW.status, NEW.config_version_id,
    NEW.visual_variant, NEW.theme, NEW.metadata, NEW.image_sha, NEW.thumb_sha, NEW.base_image_sha, NEW.appearance_status,
    NEW.appearance_error, NEW.appearance_retry_at, NEW.is_mentor, NEW.created_at, NEW.archived_at, NEW.appearance_attempts);
  INSERT INTO buddy_states (
    customer_id, buddy_id, version, updated_at, streaks_look_at, coins, evolution_stage, prestige_level, state, ledger_head)
  VALUES (
    NEW.customer_id, NEW.buddy_id, NEW.version, NEW.updated_at, NEW.streaks_look_at, NEW.coins, NEW.evolution_stage,
    NEW.prestige_level, NEW.state, NEW.ledger_head);
  RETURN NEW;
END $$;

-- An update of a view does not look again at what changed while it waited for a row, as one of a table does: hence only what it means
-- to change is written, and what has a version only if that is still the one it saw. Otherwise the row counts as not found, which the
-- journal takes for what it is. A new name of an audience goes by no version: it holds for whoever is in it.
CREATE FUNCTION buddies_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.audience <> OLD.audience THEN
    UPDATE buddy_states AS s SET version = s.version + 1, updated_at = NEW.updated_at
    WHERE s.customer_id = OLD.customer_id AND s.buddy_id = OLD.buddy_id;
  ELSIF (NEW.version, NEW.updated_at, NEW.streaks_look_at, NEW.coins, NEW.evolution_stage, NEW.prestige_level, NEW.state::text,
      NEW.ledger_head::text)
    IS DISTINCT FROM (OLD.version, OLD.updated_at, OLD.streaks_look_at, OLD.coins, OLD.evolution_stage, OLD.prestige_level,
      OLD.state::text, OLD.ledger_head::text)
  THEN
    UPDATE buddy_states AS s SET version = NEW.version, updated_at = NEW.updated_at, streaks_look_at = NEW.streaks_look_at,
      coins = NEW.coins, evolution_stage = NEW.evolution_stage, prestige_level = NEW.prestige_level, state = NEW.state,
      ledger_head = NEW.ledger_head
    WHERE s.customer_id = OLD.customer_id AND s.buddy_id = OLD.buddy_id AND s.version = OLD.version;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  UPDATE buddy_identities AS i SET
    user_id = CASE WHEN NEW.user_id <> OLD.user_id THEN NEW.user_id ELSE i.user_id END,
    audience = CASE WHEN NEW.audience <> OLD.audience THEN NEW.audience ELSE i.audience END,
    name = CASE WHEN NEW.name <> OLD.name THEN NEW.name ELSE i.name END,
    status = CASE WHEN NEW.status <> OLD.status THEN NEW.status ELSE i.status END,
    archived_at = CASE WHEN NEW.archived_at IS DISTINCT FROM OLD.archived_at THEN NEW.archived_at ELSE i.archived_at END,
    config_version_id = CASE WHEN NEW.config_version_id <> OLD.config_version_id THEN NEW.config_version_id
      ELSE i.config_version_id END,
    metadata = CASE WHEN NEW.metadata <> OLD.metadata THEN NEW.metadata ELSE i.metadata END,
    image_sha = CASE WHEN NEW.image_sha IS DISTINCT FROM OLD.image_sha THEN NEW.image_sha ELSE i.image_sha END,
    thumb_sha = CASE WHEN NEW.thumb_sha IS DISTINCT FROM OLD.thumb_sha THEN NEW.thumb_sha ELSE i.thumb_sha END,
    base_image_sha = CASE WHEN NEW.base_image_sha IS DISTINCT FROM OLD.base_image_sha THEN NEW.base_image_sha
      ELSE i.base_image_sha END,
    appearance_status = CASE WHEN NEW.appearance_status <> OLD.appearance_status THEN NEW.appearance_status
      ELSE i.appearance_status END,
    appearance_error = CASE WHEN NEW.appearance_error IS DISTINCT FROM OLD.appearance_error THEN NEW.appearance_error
      ELSE i.appearance_error END,
    appearance_retry_at = CASE WHEN NEW.appearance_retry_at IS DISTINCT FROM OLD.appearance_retry_at THEN NEW.appearance_retry_at
      ELSE i.appearance_retry_at END,
    appearance_attempts = CASE WHEN NEW.appearance_attempts <> OLD.appearance_attempts THEN NEW.appearance_attempts
      ELSE i.appearance_attempts END,
    created_at = CASE WHEN NEW.created_at <> OLD.created_at THEN NEW.created_at ELSE i.created_at END
  WHERE i.customer_id = OLD.customer_id AND i.buddy_id = OLD.buddy_id
    AND (NEW.user_id, NEW.audience, NEW.name, NEW.status, NEW.archived_at, NEW.config_version_id, NEW.metadata, NEW.image_sha,
      NEW.thumb_sha, NEW.base_image_sha, NEW.appearance_status, NEW.appearance_error, NEW.appearance_retry_at,
      NEW.appearance_attempts, NEW.created_at)
    IS DISTINCT FROM (OLD.user_id, OLD.audience, OLD.name, OLD.status, OLD.archived_at, OLD.config_version_id, OLD.metadata,
      OLD.image_sha, OLD.thumb_sha, OLD.base_image_sha, OLD.appearance_status, OLD.appearance_error, OLD.appearance_retry_at,
      OLD.appearance_attempts, OLD.created_at);
  RETURN NEW;
END $$;

CREATE FUNCTION buddies_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM buddy_states AS s WHERE s.customer_id = OLD.customer_id AND s.buddy_id = OLD.buddy_id;
  DELETE FROM buddy_identities AS i WHERE i.customer_id = OLD.customer_id AND i.buddy_id = OLD.buddy_id;
  RETURN OLD;
END $$;

CREATE TRIGGER buddies_insert INSTEAD OF INSERT ON buddies FOR EACH ROW EXECUTE FUNCTION buddies_insert();
CREATE TRIGGER buddies_update INSTEAD OF UPDATE ON buddies FOR EACH ROW EXECUTE FUNCTION buddies_update();
CREATE TRIGGER buddies_delete INSTEAD OF DELETE ON buddies FOR EACH ROW EXECUTE FUNCTION buddies_delete();

-- As before: what a prestige or a reversal took is the lowest numbers.
CREATE VIEW held_badges AS
  SELECT a.* FROM buddy_badges AS a
  JOIN buddy_states AS s ON s.customer_id = a.customer_id AND s.buddy_id = a.buddy_id
  WHERE a.times > coalesce((s.state -> 'badges' -> a.badge_key ->> 'past')::int, 0);

-- As before, but a row can also be amended: of its columns those that are given.
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
  WHEN 'amend' THEN
    EXECUTE (
      SELECT format('UPDATE %s AS t SET %s FROM %s AS c WHERE %s', target,
        string_agg(format('%1$I = coalesce(c.%1$I, t.%1$I)', name), ', ') FILTER (WHERE NOT is_key), given,
        string_agg(format('t.%1$I = c.%1$I', name), ' AND ') FILTER (WHERE is_key))
      FROM (
        SELECT name, name IN (SELECT json_array_elements_text(shape -> 'key')) AS is_key
        FROM json_array_elements_text(shape -> 'columns') AS name) AS described)
    USING new_rows;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed <> json_array_length(new_rows) THEN
      RAISE EXCEPTION 'a row to amend is not there' USING ERRCODE = 'HA003';
    END IF;
  END CASE;
END $$;

-- The statement of a flush. journal_commit_rows stays for nodes of the release before; both fence on the version of the same row.
CREATE FUNCTION journal_flush(
  states_customer_id uuid[], states_buddy_id uuid[], states_version bigint[], states_coins bigint[], states_evolution_stage int[],
  states_prestige_level int[], states_state text[], states_streaks_look_at timestamptz[], states_updated_at timestamptz[],
  states_ledger_head text[],
  events_customer_id uuid[], events_buddy_id uuid[], events_event_id text[], events_user_id text[], events_type text[],
  events_audience text[], events_occurred_at timestamptz[], events_received_at timestamptz[], events_properties text[],
  events_payload_hash text[], events_mode text[], events_config_version_id uuid[], events_effects text[], events_trace text[],
  ledger_customer_id uuid[], ledger_buddy_id uuid[], ledger_unit text[], ledger_seq bigint[], ledger_ledger_id uuid[],
  ledger_amount bigint[], ledger_balance_after bigint[], ledger_reason text[], ledger_reference_type text[],
  ledger_reference_id text[], ledger_rule_id uuid[], ledger_config_version_id uuid[], ledger_reverses_ledger_id uuid[],
  ledger_is_lucky boolean[], ledger_created_at timestamptz[], ledger_prev_hash text[], ledger_hash text[],
  deliveries_customer_id uuid[], deliveries_delivery_id uuid[], deliveries_webhook_config_id uuid[], deliveries_event text[],
  deliveries_body text[], deliveries_trace_context text[], deliveries_next_attempt_at timestamptz[],
  deliveries_created_at timestamptz[],
  usage_customer_id uuid[], usage_month text[], usage_slot int[], usage_used bigint[],
  rare json
) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  advanced int;
BEGIN
  IF states_version IS NOT NULL THEN
    UPDATE buddy_states AS b SET
      version = b.version + 1, coins = c.coins, evolution_stage = c.evolution_stage, prestige_level = c.prestige_level,
      state = c.state, streaks_look_at = c.streaks_look_at, updated_at = c.updated_at,
      ledger_head = coalesce(c.ledger_head, b.ledger_head)
    FROM (SELECT
      unnest(states_customer_id) AS customer_id, unnest(states_buddy_id) AS buddy_id, unnest(states_version) AS version,
      unnest(states_coins) AS coins, unnest(states_evolution_stage) AS evolution_stage,
      unnest(states_prestige_level) AS prestige_level, unnest(states_state)::json AS state,
      unnest(states_streaks_look_at) AS streaks_look_at, unnest(states_updated_at) AS updated_at,
      unnest(states_ledger_head)::json AS ledger_head
    ) AS c
    WHERE b.customer_id = c.customer_id AND b.buddy_id = c.buddy_id AND b.version = c.version;
    GET DIAGNOSTICS advanced = ROW_COUNT;
    IF advanced <> cardinality(states_version) THEN
      RAISE EXCEPTION 'a buddy has moved on since the change was decided' USING ERRCODE = 'HA003';
    END IF;
  END IF;
  IF events_event_id IS NOT NULL THEN
    INSERT INTO events (
      customer_id, buddy_id, event_id, user_id, type, audience, occurred_at, received_at, properties, payload_hash, mode,
      config_version_id, effects, trace)
    SELECT
      unnest(events_customer_id), unnest(events_buddy_id), unnest(events_event_id), unnest(events_user_id), unnest(events_type),
      unnest(events_audience), unnest(events_occurred_at), unnest(events_received_at), unnest(events_properties)::json,
      unnest(events_payload_hash), unnest(events_mode), unnest(events_config_version_id), unnest(events_effects)::json,
      unnest(events_trace)::json;
  END IF;
  IF ledger_seq IS NOT NULL THEN
    INSERT INTO ledger (
      customer_id, buddy_id, unit, seq, ledger_id, amount, balance_after, reason, reference_type, reference_id, rule_id,
      config_version_id, reverses_ledger_id, is_lucky, created_at, prev_hash, hash)
    SELECT
      unnest(ledger_customer_id), unnest(ledger_buddy_id), unnest(ledger_unit), unnest(ledger_seq), unnest(ledger_ledger_id),
      unnest(ledger_amount), unnest(ledger_balance_after), unnest(ledger_reason), unnest(ledger_reference_type),
      unnest(ledger_reference_id), unnest(ledger_rule_id), unnest(ledger_config_version_id), unnest(ledger_reverses_ledger_id),
      unnest(ledger_is_lucky), unnest(ledger_created_at), unnest(ledger_prev_hash), unnest(ledger_hash);
  END IF;
  IF deliveries_delivery_id IS NOT NULL THEN
    PERFORM webhook_tell(deliveries_customer_id, deliveries_webhook_config_id, deliveries_delivery_id, deliveries_event,
      deliveries_body, deliveries_trace_context, deliveries_created_at);
  END IF;
  IF rare IS NOT NULL THEN
    PERFORM journal_apply(part -> 'shape', part -> 'rows') FROM json_array_elements(rare) AS part;
  END IF;
  IF usage_used IS NOT NULL THEN
    INSERT INTO event_usage AS m (customer_id, month, slot, used)
    SELECT customer_id, month, slot, used
    FROM (SELECT unnest(usage_customer_id) AS customer_id, unnest(usage_month) AS month, unnest(usage_slot) AS slot,
      unnest(usage_used) AS used) AS u
    ORDER BY 1, 2, 3
    ON CONFLICT (customer_id, month, slot) DO UPDATE SET used = m.used + excluded.used;
  END IF;
END $$;

-- As before, of the tables.
CREATE OR REPLACE FUNCTION journal_wake(customer_ids uuid[], buddy_ids uuid[])
RETURNS TABLE (customer_id uuid, buddy_id uuid, user_id text, audience text, status text, version bigint, state json,
  config_version_id uuid, heads json, signed json, anchors json, uniques json) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT b.customer_id, b.buddy_id, i.user_id, i.audience, i.status, b.version, b.state, i.config_version_id,
    (SELECT json_object_agg(u.unit, json_build_array(h.seq, h.hash, floor(extract(epoch FROM h.created_at) * 1000)::bigint))
     FROM (SELECT 'coin' UNION ALL SELECT 'token:' || t FROM json_object_keys(b.state -> 'tokens') AS t) AS u (unit),
       LATERAL (SELECT l.seq, l.hash, l.created_at FROM ledger AS l
         WHERE l.customer_id = b.customer_id AND l.buddy_id = b.buddy_id AND l.unit = u.unit
         ORDER BY l.seq DESC LIMIT 1) AS h),
    b.ledger_head,
    (SELECT json_object_agg(s.key, l.hash)
     FROM json_each(CASE WHEN json_typeof(b.ledger_head -> 'units') = 'object' THEN b.ledger_head -> 'units' END) AS s
     JOIN ledger AS l ON l.customer_id = b.customer_id AND l.buddy_id = b.buddy_id AND l.unit = s.key
       AND l.seq = CASE WHEN s.value ->> 0 ~ '^[0-9]{1,18}$' THEN (s.value ->> 0)::bigint END),
    (SELECT json_agg(json_build_array(p.rule_id, p.unique_key)) FROM unique_payments AS p
     WHERE p.customer_id = b.customer_id AND p.buddy_id = b.buddy_id)
  FROM unnest(customer_ids, buddy_ids) AS k (customer_id, buddy_id)
  JOIN buddy_states AS b ON b.customer_id = k.customer_id AND b.buddy_id = k.buddy_id
  JOIN buddy_identities AS i ON i.customer_id = k.customer_id AND i.buddy_id = k.buddy_id;
END $$;

CREATE OR REPLACE FUNCTION journal_routes(keys json) RETURNS TABLE (buddy_id uuid) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT CASE WHEN k.buddy_id IS NULL
    THEN (SELECT i.buddy_id FROM buddy_identities AS i
      WHERE i.customer_id = k.customer_id AND i.user_id = k.user_id AND i.audience = k.audience AND i.status = 'active'
      ORDER BY i.created_at, i.buddy_id LIMIT 1)
    ELSE (SELECT i.buddy_id FROM buddy_identities AS i
      WHERE i.customer_id = k.customer_id AND i.buddy_id = k.buddy_id AND i.user_id = k.user_id AND i.status = 'active')
    END
  FROM ROWS FROM (json_to_recordset(keys) AS (customer_id uuid, user_id text, audience text, buddy_id uuid))
    WITH ORDINALITY AS k (customer_id, user_id, audience, buddy_id, position)
  ORDER BY k.position;
END $$;
