-- 0093_rewards_found_by_buddy.sql: what a receipt of a season pays was looked for by its buddy and then written by its place. Of results
-- that had just been written Postgres knew nothing yet: it took all places of the season for about one and read every one of them for each
-- reward, which was nine tenths of what paying a season cost, the more the more had played. One statement finds and writes it by the one
-- key that names a buddy's result; only what was void needs another. What a result becomes has room beside it, and leaves the indexes alone.

ALTER TABLE league_results SET (fillfactor = 85);

-- A workspace and its season are one and the same to tell, which Postgres does not know: whatever index began with both was as good as any,
-- and the places of a batch were looked for among all results as well. Now the places alone are behind both.
ALTER TABLE league_results DROP CONSTRAINT league_results_customer_id_season_id_buddy_id_key;
CREATE UNIQUE INDEX league_results_once ON league_results (season_id, buddy_id);
DROP INDEX league_results_cohort;
CREATE INDEX league_results_cohort ON league_results (season_id, cohort, rank);

-- It takes the row of what it pays for whatever that says, so that whoever writes "void" at the same moment waits for it or is waited for:
-- a result that becomes void while the first statement waits for it is found by the second, which looks anew.
CREATE OR REPLACE FUNCTION campaign_receipt_pays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_coins bigint;
BEGIN
  IF NEW.source = 'league' THEN
    UPDATE league_results SET reward_status = 'granted'
    WHERE (customer_id, season_id, buddy_id) = (NEW.customer_id, NEW.campaign_id, NEW.buddy_id) AND reward_status = 'pending';
    IF FOUND THEN RETURN NULL; END IF;
    UPDATE league_results SET reward_status = 'granted'
    WHERE (customer_id, season_id, buddy_id) = (NEW.customer_id, NEW.campaign_id, NEW.buddy_id) AND reward_status = 'void'
    RETURNING coalesce((reward ->> 'coins')::bigint, 0) INTO v_coins;
    IF NOT FOUND THEN RETURN NULL; END IF;
    -- A season that is being settled counts itself behind this lock.
    PERFORM FROM league_seasons WHERE customer_id = NEW.customer_id AND season_id = NEW.campaign_id FOR UPDATE;
    UPDATE league_seasons SET result = result || jsonb_build_object(
      'coins', (result ->> 'coins')::bigint + v_coins, 'void', (result ->> 'void')::int - 1)
    WHERE customer_id = NEW.customer_id AND season_id = NEW.campaign_id AND state = 'closed';
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
