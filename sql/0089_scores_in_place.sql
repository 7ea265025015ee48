-- 0089_scores_in_place.sql: what campaigns count costs as much as the event it is counted for. Nearly every score and sum is there already,
-- and INSERT ... ON CONFLICT tries to insert it, locks it and only then changes it: a record of the log more for each. They are changed
-- first, and only what was not there is inserted.
--
-- And rows of a little more than 2 kB, which events and states are where campaigns run, were compressed at each write, for a third of the
-- cost of the whole commit, and read out again at each read. They stay as they are up to 4 kB.

ALTER TABLE events SET (toast_tuple_target = 4080);
ALTER TABLE buddy_states SET (toast_tuple_target = 4080);

-- Of a flush, under its settings. Scores of a buddy are written by its own commits alone, behind the fence of its state.
CREATE OR REPLACE FUNCTION campaign_fold_scores(
  customer_ids uuid[], buddy_ids uuid[], subject_ids uuid[], period_keys text[], amounts bigint[], folds text[],
  counted_ats timestamptz[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found_count int;
BEGIN
  UPDATE campaign_scores AS s SET
    score = CASE r.fold WHEN 'add' THEN s.score + r.amount WHEN 'max' THEN greatest(s.score, r.amount) ELSE r.amount END,
    reached_at = CASE WHEN CASE r.fold WHEN 'add' THEN r.amount > 0 ELSE r.amount > s.score END THEN r.counted_at ELSE s.reached_at END
  FROM (SELECT unnest(customer_ids) AS customer_id, unnest(subject_ids) AS subject_id, unnest(period_keys) AS period_key,
    unnest(buddy_ids) AS buddy_id, unnest(amounts) AS amount, unnest(folds) AS fold, unnest(counted_ats) AS counted_at) AS r
  WHERE s.customer_id = r.customer_id AND s.subject_id = r.subject_id AND s.period_key = r.period_key AND s.buddy_id = r.buddy_id;
  GET DIAGNOSTICS found_count = ROW_COUNT;
  IF found_count = cardinality(amounts) THEN RETURN; END IF;
  INSERT INTO campaign_scores (customer_id, subject_id, period_key, buddy_id, score, first_at, reached_at)
  SELECT customer_id, subject_id, period_key, buddy_id, amount, counted_at, counted_at
  FROM (SELECT unnest(customer_ids) AS customer_id, unnest(subject_ids) AS subject_id, unnest(period_keys) AS period_key,
    unnest(buddy_ids) AS buddy_id, unnest(amounts) AS amount, unnest(counted_ats) AS counted_at) AS r
  WHERE NOT EXISTS (SELECT FROM campaign_scores AS s WHERE s.customer_id = r.customer_id AND s.subject_id = r.subject_id
    AND s.period_key = r.period_key AND s.buddy_id = r.buddy_id);
END $$;
