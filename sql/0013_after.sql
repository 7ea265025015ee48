-- 0013_after.sql: what is found out after the fact.

-- GET /config-versions/{id}/impact tells what the newest finished backtest of a version measured.
CREATE INDEX operations_backtest ON operations (customer_id, resource_id, finished_at DESC)
  WHERE type = 'backtest' AND status = 'completed';
