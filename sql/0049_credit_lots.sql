-- 0049_credit_lots.sql: credits that were bought or given beside the plan's, each with an end of its own.

-- What the plan grants stays where it was: the row of credit_accounts is the lot of the month, and `balance` what is left of it. So a node of
-- the release before, which knows no other lots, goes on paying with the month's; today's balances are that lot already.
CREATE TABLE credit_lots (
  customer_id uuid NOT NULL REFERENCES customers,
  -- of a purchase the session it was paid in: nothing is bought twice
  lot_id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('purchase', 'referral')),
  granted int NOT NULL CHECK (granted > 0),
  remaining int NOT NULL CHECK (remaining BETWEEN 0 AND granted),
  expires_at timestamptz NOT NULL,
  -- the money went back: what comes back into the lot later goes as well
  charged_back_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, lot_id)
);
CREATE INDEX credit_lots_open ON credit_lots (customer_id, expires_at) WHERE remaining > 0;

-- What of the amount is of which lot, `{"<lot_id>": amount}`; the rest is of the month's. Null in entries of a node of the release before.
ALTER TABLE credit_ledger ADD COLUMN lots jsonb;
-- A price goes back to where it came from.
CREATE INDEX credit_ledger_images ON credit_ledger (customer_id, image_id) WHERE image_id IS NOT NULL;

-- The month (its first day) in which the tenant was told that few credits are left.
ALTER TABLE credit_accounts ADD COLUMN low_told date;

-- A node of the release before counts the month's lot alone; what the ledger says of the balance is true all the same.
CREATE FUNCTION credit_ledger_counts_lots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.balance_after := NEW.balance_after
    + coalesce((SELECT sum(remaining) FROM credit_lots WHERE customer_id = NEW.customer_id), 0);
  RETURN NEW;
END $$;
CREATE TRIGGER credit_ledger_counts_lots BEFORE INSERT ON credit_ledger
  FOR EACH ROW WHEN (NEW.lots IS NULL) EXECUTE FUNCTION credit_ledger_counts_lots();
