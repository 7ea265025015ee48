-- 0089_rows_uncompressed.sql: rows of a little more than 2 kB, which events and states are where campaigns run, were compressed at each
-- write, for a fifth of what storing such an event costs, and read out again at each read. They stay as they are up to 4 kB.

ALTER TABLE events SET (toast_tuple_target = 4080);
ALTER TABLE buddy_states SET (toast_tuple_target = 4080);
