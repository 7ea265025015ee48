-- 0098_months_online.sql: reads all deliveries and their attempts once, in a transaction of its own, and keeps nobody from writing.

ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT months_bound;
ALTER TABLE webhook_past_attempts VALIDATE CONSTRAINT months_bound;
