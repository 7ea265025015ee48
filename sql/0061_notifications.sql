-- 0061_notifications.sql: news for the people of a workspace. There was a table with one kind that nobody could read; now each has a
-- weight, is about something, is told once while nobody has read it, and grave ones go out as mail.

ALTER TABLE notifications
  ADD COLUMN severity text NOT NULL DEFAULT 'info' CHECK (severity IN ('info', 'warning', 'critical')),
  -- what it is about within its kind; null: nothing two of them could share
  ADD COLUMN subject text,
  -- a page of the console, below its address
  ADD COLUMN action_path text,
  -- nobody has looked yet whether it goes out as mail
  ADD COLUMN mail_due boolean NOT NULL DEFAULT false,
  ADD COLUMN mailed_at timestamptz;

-- Endpoints that were disabled are told of by the statement that disables them, of the release before as well: it knows neither weight
-- nor subject. An endpoint that is disabled a second time is news again, and the older one is none any more.
CREATE FUNCTION notification_of_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.severity := 'critical';
  NEW.subject := NEW.details ->> 'webhook_config_id';
  NEW.action_path := '/webhooks';
  NEW.mail_due := true;
  UPDATE notifications AS n SET read_at = NEW.created_at
  WHERE n.customer_id = NEW.customer_id AND n.kind = NEW.kind AND n.subject = NEW.subject AND n.read_at IS NULL;
  RETURN NEW;
END $$;

UPDATE notifications AS n SET severity = 'critical', subject = n.details ->> 'webhook_config_id', action_path = '/webhooks',
  read_at = CASE WHEN EXISTS (
    SELECT FROM notifications AS newer
    WHERE newer.customer_id = n.customer_id AND newer.kind = n.kind
      AND newer.details ->> 'webhook_config_id' = n.details ->> 'webhook_config_id'
      AND (newer.created_at, newer.notification_id) > (n.created_at, n.notification_id)) THEN n.created_at END
WHERE n.kind = 'webhook_endpoint_disabled' AND n.read_at IS NULL;

CREATE TRIGGER notification_of_endpoint BEFORE INSERT ON notifications
  FOR EACH ROW WHEN (NEW.kind = 'webhook_endpoint_disabled' AND NEW.subject IS NULL)
  EXECUTE FUNCTION notification_of_endpoint();

CREATE UNIQUE INDEX notifications_unread ON notifications (customer_id, kind, subject) WHERE read_at IS NULL;
CREATE INDEX notifications_newest ON notifications (customer_id, created_at DESC, notification_id DESC);
CREATE INDEX notifications_to_mail ON notifications (created_at) WHERE mail_due;
CREATE INDEX notifications_mailed ON notifications (customer_id, kind, mailed_at) WHERE mailed_at IS NOT NULL;

-- Until then nobody of the workspace is mailed.
CREATE TABLE notification_pauses (
  customer_id uuid NOT NULL PRIMARY KEY REFERENCES customers,
  paused_until timestamptz NOT NULL
);

-- Keys that end; few do.
CREATE INDEX api_keys_ending ON api_keys (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL;
