-- 0025_widget_tokens.sql: ceremonies in the story of buddies, and tokens of widgets that may do less than their scopes say.

ALTER TABLE buddy_history DROP CONSTRAINT buddy_history_kind_check;
-- Those before passed a narrower check: only new rows are looked at.
ALTER TABLE buddy_history ADD CONSTRAINT buddy_history_kind_check CHECK (
  kind IN ('evolution', 'prestige', 'item', 'gate', 'decay', 'path', 'streak', 'review', 'reversal', 'ceremony')) NOT VALID;

-- Types of events a session may send, and pages a token may be used on; null: any. A node of the release before writes null.
ALTER TABLE widget_tokens ADD COLUMN event_types text[], ADD COLUMN allowed_origins text[];
