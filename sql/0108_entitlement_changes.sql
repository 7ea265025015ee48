-- 0108_entitlement_changes.sql: since when a workspace has, or has no longer, what its plan and its toggles give it.

-- What had been set up to begin later began all the same after its capability was lost: a season, a sale or a quest only knows when it begins,
-- and a workspace only what it has now. Each row is what a workspace had until a moment, whoever took or gave it.
CREATE TABLE entitlement_changes (
  customer_id uuid NOT NULL REFERENCES customers (customer_id) ON DELETE CASCADE,
  change_id bigint GENERATED ALWAYS AS IDENTITY,
  changed_at timestamptz NOT NULL,
  plan text NOT NULL,
  disabled_capabilities text[] NOT NULL,
  PRIMARY KEY (customer_id, change_id)
);
CREATE INDEX entitlement_changes_moment ON entitlement_changes (customer_id, changed_at, change_id);
CREATE INDEX entitlement_changes_age ON entitlement_changes (changed_at);

-- Of the time before this nobody knows: whatever began then goes on as it did. Webhooks that are off were off.
INSERT INTO entitlement_changes (customer_id, changed_at, plan, disabled_capabilities)
SELECT customer_id, now(), 'enterprise', CASE WHEN 'webhooks' = ANY (disabled_capabilities) THEN '{webhooks}' ELSE '{}' END::text[]
FROM customers WHERE plan <> 'enterprise' OR disabled_capabilities <> '{}';

CREATE FUNCTION customers_keep_entitlements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entitlement_changes (customer_id, changed_at, plan, disabled_capabilities)
  VALUES (OLD.customer_id, CASE WHEN NEW.updated_at > OLD.updated_at THEN NEW.updated_at ELSE now() END, OLD.plan,
    OLD.disabled_capabilities);
  -- Whoever switches on and off all day long is remembered the last times.
  DELETE FROM entitlement_changes WHERE customer_id = OLD.customer_id AND change_id < (
    SELECT change_id FROM entitlement_changes WHERE customer_id = OLD.customer_id ORDER BY change_id DESC OFFSET 499 LIMIT 1);
  RETURN NULL;
END $$;
CREATE TRIGGER customers_keep_entitlements AFTER UPDATE OF plan, disabled_capabilities ON customers
  FOR EACH ROW WHEN (OLD.plan <> NEW.plan OR OLD.disabled_capabilities <> NEW.disabled_capabilities)
  EXECUTE FUNCTION customers_keep_entitlements();
