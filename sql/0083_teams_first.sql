-- 0083_teams_first.sql: whoever ends sessions of mentors has their teams before, in one order.

-- As before, behind every team of the mentors whose sessions may end. A change of a role lets its row go, ends sessions, and only then asks
-- for the team to write the row anew: one that was deleted in between held that team and waited for those sessions, and one of the two was
-- given up. A commit is that of many buddies, and the one after may ask for another team of the same mentor.
CREATE OR REPLACE FUNCTION mentor_sessions_end_of_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM gone WHERE role = 'mentor') THEN
    RETURN NULL;
  END IF;
  PERFORM FROM teams AS t
  WHERE (t.customer_id, t.team_id) IN (
    SELECT customer_id, team_id FROM gone WHERE role = 'mentor'
    UNION
    SELECT m.customer_id, m.team_id FROM gone AS g
    JOIN team_members AS m ON m.customer_id = g.customer_id AND m.buddy_id = g.buddy_id WHERE g.role = 'mentor')
  ORDER BY t.customer_id, t.team_id FOR SHARE;
  PERFORM FROM mentor_sessions AS s
  WHERE s.ended_at IS NULL
    AND (s.customer_id, s.mentor_buddy_id) IN (SELECT customer_id, buddy_id FROM gone WHERE role = 'mentor')
  ORDER BY s.mentor_session_id FOR UPDATE;
  UPDATE mentor_sessions AS s SET ended_at = least(coalesce(b.updated_at, s.ends_at), s.ends_at)
  FROM (SELECT DISTINCT customer_id, buddy_id FROM gone WHERE role = 'mentor') AS g
  LEFT JOIN buddies AS b ON b.customer_id = g.customer_id AND b.buddy_id = g.buddy_id
  WHERE s.customer_id = g.customer_id AND s.mentor_buddy_id = g.buddy_id AND s.ended_at IS NULL
    AND NOT EXISTS (
      SELECT FROM team_members AS m JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id
      WHERE m.customer_id = g.customer_id AND m.buddy_id = g.buddy_id AND m.role = 'mentor' AND t.deleted_at IS NULL);
  RETURN NULL;
END $$;
