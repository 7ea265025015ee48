-- 0077_scores_read_once.sql: a commit that counts for several things at once read the text of all its scores three times, once for each
-- way of folding them. Nearly all of them add up; the others are only looked for when there are any.

CREATE OR REPLACE FUNCTION campaign_fold_scores(new_rows json) RETURNS void LANGUAGE plpgsql
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
  IF new_rows::text !~ '"fold"\s*:\s*"(max|last)"' THEN RETURN; END IF;
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
