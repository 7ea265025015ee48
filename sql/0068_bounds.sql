-- 0068_bounds.sql: what could grow without an end gets one.

-- What the parts of an export take up: all of a workspace's together have a limit.
ALTER TABLE user_exports ADD COLUMN bytes bigint NOT NULL DEFAULT 0;

-- What a run asks of its buddy, as it was when it was first asked. Null in runs of the release before: those ask anew.
ALTER TABLE hosted_runs ADD COLUMN command jsonb;

-- Whether one of a kind and subject was ever told; the index of unread ones does not know those that were read.
CREATE INDEX notifications_told ON notifications (customer_id, kind, subject);

-- When buddies were last looked at or meant to be: whoever fails comes after all others.
ALTER TABLE analytics_tenants ADD COLUMN snapshot_tried_at timestamptz;
-- {"from", "to", "until"}: the newest move of an audience, which deltas of nodes that had not heard of it follow.
ALTER TABLE analytics_tenants ADD COLUMN moved jsonb;

-- Sessions of mentors end in the order of their ids, whoever ends them: a team that was deleted while one of its mentors got another role
-- waited for sessions that role change held, and the other way round.
CREATE OR REPLACE FUNCTION mentor_sessions_end_with_team() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM mentor_sessions AS s
  WHERE s.customer_id = NEW.customer_id AND s.ended_at IS NULL AND s.mentor_buddy_id IN (
    SELECT buddy_id FROM team_members WHERE customer_id = NEW.customer_id AND team_id = NEW.team_id AND role = 'mentor')
  ORDER BY s.mentor_session_id FOR UPDATE;
  UPDATE mentor_sessions AS s SET ended_at = least(NEW.deleted_at, s.ends_at)
  WHERE s.customer_id = NEW.customer_id AND s.ended_at IS NULL
    AND s.mentor_buddy_id IN (
      SELECT buddy_id FROM team_members WHERE customer_id = NEW.customer_id AND team_id = NEW.team_id AND role = 'mentor')
    AND NOT EXISTS (
      SELECT FROM team_members AS m JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id
      WHERE m.customer_id = s.customer_id AND m.buddy_id = s.mentor_buddy_id AND m.role = 'mentor' AND t.deleted_at IS NULL);
  RETURN NULL;
END $$;

-- For all that a commit took out of teams at once: it may be that of many buddies, in any order.
CREATE FUNCTION mentor_sessions_end_of_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM gone WHERE role = 'mentor') THEN
    RETURN NULL;
  END IF;
  PERFORM FROM mentor_sessions AS s
  WHERE s.ended_at IS NULL
    AND (s.customer_id, s.mentor_buddy_id) IN (SELECT customer_id, buddy_id FROM gone WHERE role = 'mentor')
  ORDER BY s.mentor_session_id FOR UPDATE;
  UPDATE mentor_sessions AS s SET ended_at = least(coalesce(b.updated_at, now()), s.ends_at)
  FROM (SELECT DISTINCT customer_id, buddy_id FROM gone WHERE role = 'mentor') AS g
  LEFT JOIN buddies AS b ON b.customer_id = g.customer_id AND b.buddy_id = g.buddy_id
  WHERE s.customer_id = g.customer_id AND s.mentor_buddy_id = g.buddy_id AND s.ended_at IS NULL
    AND NOT EXISTS (
      SELECT FROM team_members AS m JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id
      WHERE m.customer_id = g.customer_id AND m.buddy_id = g.buddy_id AND m.role = 'mentor' AND t.deleted_at IS NULL);
  RETURN NULL;
END $$;
DROP TRIGGER mentor_sessions_end ON team_members;
CREATE TRIGGER mentor_sessions_end AFTER DELETE ON team_members REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION mentor_sessions_end_of_all();
