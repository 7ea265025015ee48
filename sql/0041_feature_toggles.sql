-- 0041_feature_toggles.sql: what a tenant has switched off is drafted, published at once, and rests.

-- Which capabilities are off stands in customers.disabled_capabilities, where the gate has always looked; until now nobody could change it
-- but by hand. A draft holds only what it would change.
CREATE TABLE feature_toggles (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  draft jsonb CHECK (draft <> '{}'),
  published_at timestamptz,
  published_by jsonb
);

-- What a tenant has set of a family beside its own routes; a family nobody has set anything of has no row.
CREATE TABLE feature_configs (
  customer_id uuid NOT NULL REFERENCES customers,
  feature_key text NOT NULL,
  visible_in_widgets boolean NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, feature_key)
);

-- While webhooks are off, what waits for an endpoint goes on waiting: neither sent, nor given up.
DO $$
DECLARE
  old text := pg_get_functiondef('lease_webhook_deliveries'::regproc);
  new text := replace(old, 'CONTINUE WHEN NOT config.enabled;', $new$CONTINUE WHEN NOT config.enabled OR EXISTS (
      SELECT FROM customers AS tenant
      WHERE tenant.customer_id = config.customer_id AND 'webhooks' = ANY (tenant.disabled_capabilities));$new$);
BEGIN
  IF new = old THEN RAISE EXCEPTION 'lease_webhook_deliveries does not look for endpoints that are enabled'; END IF;
  EXECUTE new;
END $$;
