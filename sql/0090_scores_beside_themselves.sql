-- 0090_scores_beside_themselves.sql: a score or a ticket changes with nearly every event of its buddy. In pages four fifths full most new
-- versions found no room beside the old one, went to another page, and all three indexes of the table got an entry for each. Half of a
-- page is left to them now, as in buddy_states; rows that are there already move with their next changes.

ALTER TABLE campaign_scores SET (fillfactor = 50);
ALTER TABLE lottery_entries SET (fillfactor = 50);
