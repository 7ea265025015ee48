-- 0047_campaign_looks.sql: what the clock of campaigns looks for every other second is found without reading everything there is:
-- players who have scored for the first time, and jobs that have failed and are begun again. Neither column changes once it is set, so
-- scoring writes to no index for it.
CREATE INDEX campaign_scores_first ON campaign_scores (customer_id, subject_id, first_at);
CREATE INDEX operations_failed ON operations (type, finished_at) WHERE status = 'failed';
