-- 0058_erasures.sql: a tenant can have one of its users forgotten. What a person has to be taken out of is named by the code, table by
-- table; here stands what remains: the proof that it was done, the amounts the books need to add up, and marks of the events that may
-- not be paid a second time.

-- One per tenant that ever erased: the key its hashes are made with, sealed. A hash says nothing without it.
CREATE TABLE erasure_keys (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  sealed_key bytea NOT NULL,
  -- intake looks for marks of events that occurred before this moment, and not at all where there is no row
  newest_at timestamptz NOT NULL,
  -- the end of the tenant's chain of proofs
  completed int NOT NULL DEFAULT 0,
  last_hash text NOT NULL
);

-- One per user and erasure, kept for good. The id of the user is sealed while the work goes on and gone when it ends.
CREATE TABLE erasures (
  customer_id uuid NOT NULL REFERENCES customers,
  erasure_id uuid NOT NULL,
  operation_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'completed', 'failed')),
  user_hash bytea NOT NULL,
  sealed_user_id bytea,
  -- {type, id} of who asked
  requested_by jsonb NOT NULL,
  requested_at timestamptz NOT NULL,
  -- events that arrived later are those of a user who came back
  event_limit bigint NOT NULL,
  buddy_ids uuid[] NOT NULL,
  egg_ids uuid[] NOT NULL,
  -- rows that were deleted or changed, by table
  rows jsonb NOT NULL DEFAULT '{}',
  completed_at timestamptz,
  -- place in the tenant's chain
  number int,
  -- the record as it was hashed: hash = sha256(prev_hash + proof)
  proof text,
  prev_hash text,
  hash text,
  PRIMARY KEY (customer_id, erasure_id),
  UNIQUE (customer_id, number),
  CHECK ((status = 'completed') = (hash IS NOT NULL AND proof IS NOT NULL AND number IS NOT NULL AND completed_at IS NOT NULL)),
  CHECK (status <> 'completed' OR sealed_user_id IS NULL)
);
CREATE UNIQUE INDEX erasures_open ON erasures (customer_id, user_hash) WHERE status <> 'completed';
CREATE INDEX erasures_user ON erasures (customer_id, user_hash);

-- What the books need of a buddy that is gone: its balances, and how many pieces it bought of what has a stock.
CREATE TABLE erased_buddies (
  customer_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  erasure_id uuid NOT NULL,
  -- {unit: {balance, rows, head_hash_before}}
  units jsonb NOT NULL,
  -- {item or sale: pieces}
  pieces jsonb NOT NULL,
  PRIMARY KEY (customer_id, buddy_id),
  FOREIGN KEY (customer_id, erasure_id) REFERENCES erasures
);
CREATE INDEX erased_buddies_erasure ON erased_buddies (customer_id, erasure_id);

-- An event of somebody who was erased, by the hash its ledger rows name it with. Sent again it pays nothing.
CREATE TABLE event_tombstones (
  customer_id uuid NOT NULL,
  event_hash bytea NOT NULL,
  -- it had been reversed: what it paid does not count against budgets
  was_taken_back boolean NOT NULL,
  PRIMARY KEY (customer_id, event_hash)
);

-- What a tenant has asked for of one of its users, as lines of JSON, for a day.
CREATE TABLE user_exports (
  customer_id uuid NOT NULL REFERENCES customers,
  export_id uuid NOT NULL,
  operation_id uuid NOT NULL,
  user_id text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (customer_id, export_id)
);
CREATE INDEX user_exports_age ON user_exports (created_at);
CREATE TABLE user_export_parts (
  customer_id uuid NOT NULL,
  export_id uuid NOT NULL,
  part int NOT NULL,
  lines text NOT NULL,
  PRIMARY KEY (customer_id, export_id, part),
  FOREIGN KEY (customer_id, export_id) REFERENCES user_exports ON DELETE CASCADE
);

-- Everything about one buddy has to be found, also where it was only ever looked up by campaign.
CREATE INDEX campaign_scores_buddy ON campaign_scores (customer_id, buddy_id);
CREATE INDEX campaign_receipts_buddy ON campaign_receipts (customer_id, buddy_id);
CREATE INDEX group_quest_members_buddy ON group_quest_members (customer_id, buddy_id);
CREATE INDEX lottery_entries_of_buddy ON lottery_entries (customer_id, buddy_id) WHERE buddy_id IS NOT NULL;
CREATE INDEX lottery_winners_of_buddy ON lottery_winners (customer_id, buddy_id) WHERE buddy_id IS NOT NULL;
CREATE INDEX operations_resource ON operations (customer_id, resource_id);

-- The ledger stays append-only but for one change: while a buddy is being erased, words its tenant wrote into rows of it give way to
-- marks, and the chain is hashed anew. Everything that is counted stays as it is.
DROP TRIGGER ledger_immutable ON ledger;
CREATE TRIGGER ledger_immutable BEFORE DELETE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION ledger_immutable();
CREATE FUNCTION ledger_redaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.customer_id, NEW.buddy_id, NEW.unit, NEW.seq, NEW.ledger_id, NEW.amount, NEW.balance_after, NEW.reference_type, NEW.rule_id,
      NEW.config_version_id, NEW.reverses_ledger_id, NEW.is_lucky, NEW.created_at)
    IS DISTINCT FROM (OLD.customer_id, OLD.buddy_id, OLD.unit, OLD.seq, OLD.ledger_id, OLD.amount, OLD.balance_after,
      OLD.reference_type, OLD.rule_id, OLD.config_version_id, OLD.reverses_ledger_id, OLD.is_lucky, OLD.created_at)
    OR NOT (NEW.reason = OLD.reason OR NEW.reason = 'erased')
    OR NOT (NEW.reference_id IS NOT DISTINCT FROM OLD.reference_id
      OR coalesce(NEW.reference_id ~ '^erased:[0-9a-f]{32}$' AND OLD.reference_id IS NOT NULL, false))
    OR NOT EXISTS (
      SELECT FROM erased_buddies AS b JOIN erasures AS e ON e.customer_id = b.customer_id AND e.erasure_id = b.erasure_id
      WHERE b.customer_id = OLD.customer_id AND b.buddy_id = OLD.buddy_id AND e.status = 'running')
  THEN
    RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'HA002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_redaction BEFORE UPDATE ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_redaction();

DROP TRIGGER buddy_changes_immutable ON buddy_changes;
CREATE TRIGGER buddy_changes_immutable BEFORE UPDATE ON buddy_changes
  FOR EACH STATEMENT EXECUTE FUNCTION buddy_changes_immutable();
CREATE FUNCTION buddy_changes_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM erased_buddies AS b JOIN erasures AS e ON e.customer_id = b.customer_id AND e.erasure_id = b.erasure_id
    WHERE b.customer_id = OLD.customer_id AND b.buddy_id = OLD.buddy_id AND e.status = 'running')
  THEN
    RAISE EXCEPTION 'changes are append-only' USING ERRCODE = 'HA002';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER buddy_changes_erasure BEFORE DELETE ON buddy_changes FOR EACH ROW EXECUTE FUNCTION buddy_changes_erasure();

-- Text of JSON without the ids and without the user: ids give way to zeros, the user in fields of that name to a word. The names of
-- fields end with user_id; what else a tenant may have written down is its own.
CREATE FUNCTION without_person(told text, ids text[], user_id text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  id text;
  quoted text := to_json(user_id)::text;
BEGIN
  FOREACH id IN ARRAY ids LOOP
    told := replace(told, id, '00000000-0000-0000-0000-000000000000');
  END LOOP;
  IF strpos(told, quoted) > 0 THEN
    told := regexp_replace(told,
      '("(?:[a-zA-Z0-9_.-]*_)?(?:user_id|userId)"\s*:\s*)' || regexp_replace(quoted, '([][(){}.*+?^$|\\-])', '\\\1', 'g'),
      '\1"erased"', 'g');
  END IF;
  RETURN told;
END $$;

-- Whether what is told to a receiver is about the person, and not only names it among others.
CREATE FUNCTION is_about_person(body text, ids text[], person text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT EXISTS (
    SELECT FROM json_each_text(body::json) AS field
    WHERE field.value = ANY (ids) AND field.key ~ '(^|_)(buddy|egg)_id$' OR field.value = person AND field.key ~ '(^|_)user_id$')
$$;

-- Takes deliveries about the person out of the outbox, and the person out of others. A pump that has one in its hands sends it, and
-- finds nothing to write that down in. Answers how many rows it changed.
CREATE FUNCTION webhook_outbox_forget(p_customer uuid, p_ids text[], p_user text, p_rows int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  waiting webhook_outbox;
  kept record;
  changed int := 0;
BEGIN
  FOR waiting IN
    SELECT o.* FROM webhook_outbox AS o
    WHERE o.customer_id = p_customer AND EXISTS (
      SELECT FROM unnest(o.bodies) AS body WHERE body <> without_person(body, p_ids, p_user))
    ORDER BY o.webhook_config_id, o.first_id LIMIT p_rows FOR UPDATE
  LOOP
    SELECT array_agg(delivery_id) AS delivery_ids, array_agg(event) AS events,
      array_agg(without_person(body, p_ids, p_user)) AS bodies, array_agg(trace_context) AS trace_contexts,
      array_agg(created_at) AS created_ats,
      coalesce(array_agg(delivery_id) FILTER (WHERE delivery_id = ANY (waiting.done_ids)), '{}') AS done_ids
    INTO kept
    FROM unnest(waiting.delivery_ids, waiting.events, waiting.bodies, waiting.trace_contexts, waiting.created_ats)
      AS entry (delivery_id, event, body, trace_context, created_at)
    WHERE NOT is_about_person(body, p_ids, p_user);
    IF kept.delivery_ids IS NULL OR cardinality(kept.done_ids) = cardinality(kept.delivery_ids) THEN
      DELETE FROM webhook_outbox AS o WHERE o.customer_id = p_customer AND o.webhook_config_id = waiting.webhook_config_id
        AND o.first_id = waiting.first_id;
    ELSE
      UPDATE webhook_outbox AS o SET delivery_ids = kept.delivery_ids, events = kept.events, bodies = kept.bodies,
        trace_contexts = kept.trace_contexts, created_ats = kept.created_ats, done_ids = kept.done_ids
      WHERE o.customer_id = p_customer AND o.webhook_config_id = waiting.webhook_config_id AND o.first_id = waiting.first_id;
    END IF;
    changed := changed + 1;
  END LOOP;
  RETURN changed;
END $$;
