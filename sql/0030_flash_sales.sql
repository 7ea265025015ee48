-- 0030_flash_sales.sql: items of a marketplace for less, for a while and maybe for so many pieces. No timer opens or closes a sale: whoever
-- buys compares its window with the moment the buyer lives at. How many pieces are sold stands in rule_budgets (period_key `sale`), where
-- purchases of all buddies meet and the table itself refuses one too many.

CREATE TABLE flash_sales (
  customer_id uuid NOT NULL REFERENCES customers,
  flash_sale_id uuid NOT NULL,
  name text NOT NULL,
  marketplace_id uuid NOT NULL,
  item_ids uuid[] NOT NULL,
  -- {mode: percent | fixed_price, value}
  discount jsonb NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  -- null: any number
  per_buddy_limit int,
  stock_total bigint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- A sale that is taken back keeps its row: what was sold under it names it.
  deleted_at timestamptz,
  PRIMARY KEY (customer_id, flash_sale_id)
);
-- What is not over yet, for every purchase and every look into the shop.
CREATE INDEX flash_sales_open ON flash_sales (customer_id, ends_at) WHERE deleted_at IS NULL;
