-- 0101_audit_by_action.sql: who asked for an action that is rare, or that nobody has used, read all entries of the workspace for a page.
CREATE INDEX audit_log_action ON audit_log (customer_id, action, audit_id);
