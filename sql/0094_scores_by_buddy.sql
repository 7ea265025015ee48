-- 0094_scores_by_buddy.sql: an event counts for all that its buddy takes part in, and each of its scores was looked up in another part of
-- an index that begins with what they count for: as many descents into as many pages, and most comparisons on the way alike. Scores of one
-- buddy lie beside each other now, told apart by the first value that differs. Whoever reads all scores of a subject has the index there
-- was, and what is erased by buddy needs none of its own any more.
--
-- A key of the same columns as before: nodes of the release before find it by them, in whatever order they stand.
CREATE UNIQUE INDEX campaign_scores_key ON campaign_scores (customer_id, buddy_id, subject_id, period_key);
CREATE INDEX campaign_scores_subject ON campaign_scores (customer_id, subject_id, period_key, buddy_id);
ALTER TABLE campaign_scores DROP CONSTRAINT campaign_scores_pkey;
ALTER TABLE campaign_scores ADD CONSTRAINT campaign_scores_pkey PRIMARY KEY USING INDEX campaign_scores_key;
DROP INDEX campaign_scores_buddy;
