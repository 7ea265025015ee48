-- 0080_ends.sql: what ends says how it ended, whoever writes it.

-- A session of players on a test clock ends at the moment they live at, also when its mentor's last team goes: ended in the time of everybody
-- else, one that had days to go looked expired.
CREATE OR REPLACE FUNCTION mentor_sessions_end_with_team() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM mentor_sessions AS s
  WHERE s.customer_id = NEW.customer_id AND s.ended_at IS NULL AND s.mentor_buddy_id IN (
    SELECT buddy_id FROM team_members WHERE customer_id = NEW.customer_id AND team_id = NEW.team_id AND role = 'mentor')
  ORDER BY s.mentor_session_id FOR UPDATE;
  UPDATE mentor_sessions AS s SET ended_at = least(coalesce((
      SELECT c.virtual_now FROM buddy_identities AS b
      JOIN test_clock_users AS u ON u.customer_id = b.customer_id AND u.user_id = b.user_id
      JOIN test_clocks AS c ON c.customer_id = u.customer_id AND c.test_clock_id = u.test_clock_id
      WHERE b.customer_id = s.customer_id AND b.buddy_id = s.mentee_buddy_id), NEW.deleted_at), s.ends_at)
  WHERE s.customer_id = NEW.customer_id AND s.ended_at IS NULL
    AND s.mentor_buddy_id IN (
      SELECT buddy_id FROM team_members WHERE customer_id = NEW.customer_id AND team_id = NEW.team_id AND role = 'mentor')
    AND NOT EXISTS (
      SELECT FROM team_members AS m JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id
      WHERE m.customer_id = s.customer_id AND m.buddy_id = s.mentor_buddy_id AND m.role = 'mentor' AND t.deleted_at IS NULL);
  RETURN NULL;
END $$;

-- Nodes of releases before 0073 count what a season has paid, and write it down a moment later: a reward that was paid in between stayed void
-- in the sum. The row is locked by now, and whoever pays after this corrects it.
CREATE FUNCTION league_season_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT NEW.result || jsonb_build_object(
    'coins', coalesce(sum((reward ->> 'coins')::bigint) FILTER (WHERE reward_status = 'granted'), 0),
    'void', count(*) FILTER (WHERE reward_status = 'void'))
  INTO NEW.result
  FROM league_results WHERE customer_id = NEW.customer_id AND season_id = NEW.season_id;
  RETURN NEW;
END $$;
CREATE TRIGGER league_season_result BEFORE UPDATE OF state ON league_seasons FOR EACH ROW
  WHEN (OLD.state = 'closing' AND NEW.state = 'closed') EXECUTE FUNCTION league_season_result();
