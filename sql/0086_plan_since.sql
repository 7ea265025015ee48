-- 0086_plan_since.sql: since when a workspace has its plan.
--
-- It was read from the last checkout that was completed, which says nothing once a subscription has ended or changed elsewhere. Null: the plan
-- has not changed since this column is there, and the checkout still tells.
ALTER TABLE customers ADD COLUMN plan_since timestamptz;
