-- 0073_late_grants.sql: whoever could not be paid for a season, a draw or a founding cohort was written down as void, and stayed so when the
-- grant was made after all: an answer that was lost, a dead letter that was sent again weeks later. The commit that pays says it now.

-- It takes the row of what it pays for whatever that says, so that whoever writes "void" at the same moment waits for it or is waited for.
CREATE FUNCTION campaign_receipt_pays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_result record;
BEGIN
  IF NEW.source = 'league' THEN
    SELECT place, reward_status, coalesce((reward ->> 'coins')::bigint, 0) AS coins INTO v_result FROM league_results
    WHERE customer_id = NEW.customer_id AND season_id = NEW.campaign_id AND buddy_id = NEW.buddy_id
      AND reward_status IN ('pending', 'void') FOR UPDATE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    UPDATE league_results SET reward_status = 'granted'
    WHERE customer_id = NEW.customer_id AND season_id = NEW.campaign_id AND place = v_result.place;
    IF v_result.reward_status = 'void' THEN
      -- A season that is being settled counts itself behind this lock.
      PERFORM FROM league_seasons WHERE customer_id = NEW.customer_id AND season_id = NEW.campaign_id FOR UPDATE;
      UPDATE league_seasons SET result = result || jsonb_build_object(
        'coins', (result ->> 'coins')::bigint + v_result.coins, 'void', (result ->> 'void')::int - 1)
      WHERE customer_id = NEW.customer_id AND season_id = NEW.campaign_id AND state = 'closed';
    END IF;
  ELSIF NEW.source = 'lottery' THEN
    UPDATE lottery_winners SET status = 'granted'
    WHERE customer_id = NEW.customer_id AND draw_id = NEW.campaign_id AND buddy_id = NEW.buddy_id
      AND rank = split_part(NEW.grant_key, '/', 1)::int AND place = split_part(NEW.grant_key, '/', 2)::int
      AND status IN ('pending', 'void');
  ELSE
    -- The next look at the cohort is told that it is paid, and writes that into its record.
    UPDATE founding_members AS m SET reward_status = 'pending', tries = 0
    FROM founding_cohorts AS c
    WHERE c.customer_id = NEW.customer_id AND c.cohort_id = NEW.campaign_id AND m.customer_id = NEW.customer_id
      AND m.buddy_id = NEW.buddy_id AND m.reward_status IN ('pending', 'void');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_receipt_pays AFTER INSERT ON campaign_receipts FOR EACH ROW
  WHEN (NEW.source IN ('league', 'lottery', 'founding_cohort')) EXECUTE FUNCTION campaign_receipt_pays();

-- What was paid late before there was this. Whoever writes receipts waits meanwhile: only what has to be mended is summed.
CREATE TEMP TABLE mended ON COMMIT DROP AS
SELECT DISTINCT r.customer_id, r.season_id
FROM league_results AS r JOIN campaign_receipts AS p ON p.customer_id = r.customer_id AND p.campaign_id = r.season_id
  AND p.grant_key = 'rank' AND p.buddy_id = r.buddy_id
WHERE r.reward_status = 'void';
UPDATE league_results AS r SET reward_status = 'granted'
FROM mended AS m, campaign_receipts AS p
WHERE r.customer_id = m.customer_id AND r.season_id = m.season_id AND r.reward_status = 'void'
  AND p.customer_id = r.customer_id AND p.campaign_id = r.season_id AND p.grant_key = 'rank' AND p.buddy_id = r.buddy_id;
UPDATE league_seasons AS s SET result = s.result || jsonb_build_object('coins', found.coins, 'void', found.void)
FROM (
  SELECT customer_id, season_id,
    coalesce(sum((reward ->> 'coins')::bigint) FILTER (WHERE reward_status = 'granted'), 0) AS coins,
    count(*) FILTER (WHERE reward_status = 'void') AS void
  FROM league_results JOIN mended USING (customer_id, season_id) GROUP BY customer_id, season_id) AS found
WHERE s.customer_id = found.customer_id AND s.season_id = found.season_id AND s.state = 'closed'
  AND (s.result ->> 'void')::bigint <> found.void;
UPDATE lottery_winners AS w SET status = 'granted'
FROM campaign_receipts AS p
WHERE w.status = 'void' AND p.customer_id = w.customer_id AND p.campaign_id = w.draw_id
  AND p.grant_key = w.rank || '/' || w.place AND p.buddy_id = w.buddy_id;
UPDATE founding_members AS m SET reward_status = 'pending', tries = 0
FROM founding_cohorts AS c JOIN campaign_receipts AS p ON p.customer_id = c.customer_id AND p.campaign_id = c.cohort_id
WHERE m.reward_status = 'void' AND m.customer_id = c.customer_id AND m.buddy_id = p.buddy_id;
