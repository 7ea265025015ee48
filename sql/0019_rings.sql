-- 0019_rings.sql: keys of the service are sealed, heads of ledgers are signed, headers of webhooks are sealed.

-- A dump held the keys in plain text, also where SECRET_KEY was set to prevent just that. True: `material` is sealed with SECRET_KEY.
ALTER TABLE service_keys ADD COLUMN sealed boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN service_keys.retired_at IS 'from then on the key verifies and opens nothing; may lie ahead';

-- Where the chains of a buddy ended when it was last booked: {"units": {"coin": [seq, hash], ...}, "key": key_id, "mac": base64url}.
-- The chain alone does not show that its end was cut off or written anew; this does, as far as the writer lacks the key. Null until the
-- first booking by a release that signs. Nodes of older releases leave it as it is: it goes on vouching for the rows up to it.
ALTER TABLE buddies ADD COLUMN ledger_head json;

-- Tenants put credentials of their receivers here. When set, it is what counts, and `headers` is empty.
ALTER TABLE webhook_configs ADD COLUMN sealed_headers bytea;

CREATE OR REPLACE FUNCTION journal_advance(changes json) RETURNS int LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  advanced int;
BEGIN
  UPDATE buddies AS b
  SET version = b.version + 1, coins = c.coins, evolution_stage = c.evolution_stage, prestige_level = c.prestige_level,
      state = c.state, name = coalesce(c.name, b.name), status = coalesce(c.status, b.status),
      archived_at = coalesce(c.archived_at, b.archived_at), config_version_id = coalesce(c.config_version_id, b.config_version_id),
      streaks_look_at = coalesce(c.streaks_look_at, '-infinity'), ledger_head = coalesce(c.ledger_head, b.ledger_head),
      updated_at = c.updated_at
  FROM json_to_recordset(changes) AS c (
    customer_id uuid, buddy_id uuid, version bigint, coins bigint, evolution_stage int, prestige_level int, state json,
    name text, status text, archived_at timestamptz, config_version_id uuid, streaks_look_at timestamptz, ledger_head json,
    updated_at timestamptz)
  WHERE b.customer_id = c.customer_id AND b.buddy_id = c.buddy_id AND b.version = c.version;
  GET DIAGNOSTICS advanced = ROW_COUNT;
  RETURN advanced;
END $$;

-- journal_load with what vouches for the ledger: `heads` by unit [seq, hash, epoch ms of the row], `signed` the column above, `anchors`
-- by unit the hash of the row the signed head names, as the ledger has it now. Another name, for nodes of the release before go on
-- calling the old one.
CREATE FUNCTION journal_wake(customer_ids uuid[], buddy_ids uuid[])
RETURNS TABLE (customer_id uuid, buddy_id uuid, user_id text, audience text, status text, version bigint, state json,
  config_version_id uuid, heads json, signed json, anchors json, uniques json) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT b.customer_id, b.buddy_id, b.user_id, b.audience, b.status, b.version, b.state, b.config_version_id,
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
  JOIN buddies AS b ON b.customer_id = k.customer_id AND b.buddy_id = k.buddy_id;
END $$;
