-- 0051_closed_subjects.sql: what was counted for something that closed long ago goes, and is found by when that was. A subject closes once,
-- so commits that count write nothing to this index.
CREATE INDEX campaign_subjects_closed ON campaign_subjects (closed_at) WHERE NOT is_open;
