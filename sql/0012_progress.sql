-- 0012_progress.sql: the story of streaks, vacations and badge reviews, as the analytics and the reviewers read it.

ALTER TABLE buddy_history DROP CONSTRAINT buddy_history_kind_check;
-- Those before passed a narrower check: only new rows are looked at.
ALTER TABLE buddy_history ADD CONSTRAINT buddy_history_kind_check CHECK (
  kind IN ('evolution', 'prestige', 'item', 'gate', 'decay', 'path', 'streak', 'review', 'reversal')) NOT VALID;

-- GET /customers/me/vacation/analytics and /streak-at-risk/analytics
CREATE INDEX buddy_history_streak ON buddy_history (customer_id, created_at) WHERE kind = 'streak';
-- GET /badge-reviews
CREATE INDEX buddy_history_review ON buddy_history (customer_id, history_id) WHERE kind = 'review';
