-- 0087_cells_by_kind.sql: whoever reads cells of a span reads one kind of them, and the index handed out both.
CREATE INDEX analytics_cells_kind ON analytics_cells (customer_id, audience, granularity, kind, period);
DROP INDEX analytics_cells_period;
