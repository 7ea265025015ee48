-- 0060_erasure_places.sql: an erasure that was interrupted began each of its steps anew, and looked through everything a tenant keeps in
-- one statement; with many ids and many rows that statement was given up before its end, every time. It goes on from where it came to
-- now. A node of the release before ignores the place and starts at the beginning, as it always did.

-- {"step", "entries", "entry", "next", "found"}: how far the step it is in has come; null: at the beginning
ALTER TABLE erasures ADD COLUMN progress jsonb;

-- As before, but told of ten thousand ids it looks at those that stand in the text. Without a user only ids are taken out.
CREATE OR REPLACE FUNCTION without_person(told text, ids text[], user_id text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  id text;
  quoted text := to_json(user_id)::text;
BEGIN
  IF cardinality(ids) > 16 THEN
    ids := ARRAY(
      SELECT DISTINCT token[1]
      FROM regexp_matches(told, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') AS hit (token)
      WHERE token[1] IN (SELECT unnest(ids)));
  END IF;
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

-- A page of a tenant's outbox behind a place: deliveries about the person go, others lose the name. What was written after the moment is
-- about somebody who came back under the same name, unless it has an id of the one who went. Answers how many rows it changed, and the
-- place of the last one it looked at, if there are more.
CREATE FUNCTION webhook_outbox_forget_page(
  p_customer uuid, p_ids text[], p_user text, p_until timestamptz, p_config uuid, p_first uuid, p_rows int,
  OUT changed int, OUT next_config uuid, OUT next_first uuid
) LANGUAGE plpgsql AS $$
DECLARE
  waiting webhook_outbox;
  kept record;
  looked int := 0;
BEGIN
  changed := 0;
  FOR waiting IN
    SELECT o.* FROM webhook_outbox AS o
    WHERE o.customer_id = p_customer AND (o.webhook_config_id, o.first_id) > (p_config, p_first)
    ORDER BY o.webhook_config_id, o.first_id LIMIT p_rows FOR UPDATE
  LOOP
    looked := looked + 1;
    next_config := waiting.webhook_config_id;
    next_first := waiting.first_id;
    SELECT array_agg(delivery_id) FILTER (WHERE stays) AS delivery_ids, array_agg(event) FILTER (WHERE stays) AS events,
      array_agg(told) FILTER (WHERE stays) AS bodies, array_agg(trace_context) FILTER (WHERE stays) AS trace_contexts,
      array_agg(created_at) FILTER (WHERE stays) AS created_ats,
      coalesce(array_agg(delivery_id) FILTER (WHERE stays AND delivery_id = ANY (waiting.done_ids)), '{}') AS done_ids,
      bool_or(told <> body) AS named
    INTO kept
    FROM (
      SELECT entry.*, without_person(body, p_ids, whom) AS told,
        without_person(body, p_ids, whom) = body OR NOT is_about_person(body, p_ids, whom) AS stays
      FROM unnest(waiting.delivery_ids, waiting.events, waiting.bodies, waiting.trace_contexts, waiting.created_ats)
        AS entry (delivery_id, event, body, trace_context, created_at)
      CROSS JOIN LATERAL (SELECT CASE WHEN entry.created_at <= p_until THEN p_user END AS whom) AS of_then) AS looked_at;
    CONTINUE WHEN NOT kept.named;
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
  IF looked < p_rows THEN
    next_config := NULL;
    next_first := NULL;
  END IF;
END $$;
