-- 0085_figures_in_place.sql: the day of a user changes a few rows of figures, each of them once a day for as long as there are figures.
-- Where their page has room and no index knows what changes, a row is written anew beside itself and no index has to learn of it.

-- Whoever asked by the newest day looks at all users of the workspace anyway.
DROP INDEX analytics_users_last;
ALTER TABLE analytics_users SET (fillfactor = 85);
ALTER TABLE analytics_user_months SET (fillfactor = 85);

-- They live for a second: to press them on the write path costs more than to write them as they are.
ALTER TABLE analytics_deltas SET (toast_tuple_target = 8160);
