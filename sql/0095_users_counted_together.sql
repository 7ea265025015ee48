-- 0095_users_counted_together.sql: nearly all users of a look have done the same on the same day, and for each of them the service was
-- told how it had been before, only to put them together again: that cost more than all else it does for figures. Whoever stood the same
-- before is told as a number here, and the row is read by the statement that writes it.

-- `told`: of users alike, [{kind, audiences, user_ids, first_day, last_day}]. Answers by kind, audience and by from when to when they had
-- been there (null: never) how many there are whose days are all as new as their newest or newer, and who the others are.
CREATE FUNCTION analytics_count_users(p_customer uuid, told jsonb)
RETURNS TABLE (kind int, audience text, first_day date, last_day date, users int, late text[]) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_nestloop = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH given AS MATERIALIZED (
      SELECT kind, audience, jsonb_array_elements_text(user_ids) AS user_id, first_day, last_day FROM (
        SELECT kind, jsonb_array_elements_text(audiences) AS audience, user_ids, first_day, last_day
        FROM jsonb_to_recordset(told) AS g (kind int, audiences jsonb, user_ids jsonb, first_day date, last_day date)) AS alike),
    written AS (
      INSERT INTO analytics_users AS u (customer_id, audience, user_id, user_no, first_day, last_day)
      SELECT p_customer, audience, user_id, hashtextextended(user_id, 0), first_day, last_day FROM given ORDER BY audience, user_id
      ON CONFLICT (customer_id, audience, user_id) DO UPDATE SET
        first_day = least(u.first_day, excluded.first_day), last_day = greatest(u.last_day, excluded.last_day)
      RETURNING u.audience, u.user_id, old.first_day AS was_first, old.last_day AS was_last)
    SELECT g.kind, g.audience, w.was_first, w.was_last,
      (count(*) FILTER (WHERE w.was_last IS NULL OR g.first_day >= w.was_last))::int,
      coalesce(array_agg(g.user_id) FILTER (WHERE g.first_day < w.was_last), '{}')
    FROM written AS w JOIN given AS g ON g.audience = w.audience AND g.user_id = w.user_id
    GROUP BY 1, 2, 3, 4;
END $$;
