-- 0075_looks.sql: pages look as the widgets of their workspace do, and triggers write the clock of the service.

-- Parts of a look that nobody chose were written out as the look of widgets without one.
UPDATE hosted_surfaces SET content = jsonb_set(content, '{branding}', coalesce((
  SELECT jsonb_object_agg(key, value) FROM jsonb_each(content -> 'branding')
  WHERE value <> '{"accent_color": "#6c5ce7", "mode": "auto", "radius": "md", "font": "system"}'::jsonb -> key), '{}'));
UPDATE showrooms SET content = jsonb_set(content, '{branding}', coalesce((
  SELECT jsonb_object_agg(key, value) FROM jsonb_each(content -> 'branding')
  WHERE value <> '{"accent_color": "#6c5ce7", "mode": "auto", "radius": "md", "font": "system"}'::jsonb -> key), '{}'));

-- As before, but for sessions of a mentor whose buddy is gone: they end where they would have ended, at a moment the service wrote.
CREATE OR REPLACE FUNCTION mentor_sessions_end_of_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM gone WHERE role = 'mentor') THEN
    RETURN NULL;
  END IF;
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
