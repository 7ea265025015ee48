-- 0011_credits.sql: what drawn pictures cost, who paid, and how much was used. Built-in pictures cost nothing.

-- `month` is the first day (UTC) of the month whose allowance the balance is the rest of; so much was `granted` for it.
CREATE TABLE credit_accounts (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  month date NOT NULL,
  balance int NOT NULL CHECK (balance >= 0),
  granted int NOT NULL DEFAULT 0,
  entries int NOT NULL DEFAULT 0
);

-- Numbered through per tenant. The sum of the amounts is the balance.
CREATE TABLE credit_ledger (
  customer_id uuid NOT NULL REFERENCES customers,
  seq int NOT NULL,
  entry_id uuid NOT NULL,
  type text NOT NULL,
  amount int NOT NULL,
  balance_after int NOT NULL,
  purpose text,
  image_id uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, seq)
);

-- `status`: drawing, drawn or failed. A row is there before the drawing begins when the picture has a price.
CREATE TABLE image_usage (
  customer_id uuid NOT NULL REFERENCES customers,
  image_id uuid NOT NULL,
  purpose text NOT NULL,
  provider text NOT NULL,
  status text NOT NULL,
  credits int NOT NULL,
  duration_ms int NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, image_id)
);
CREATE INDEX image_usage_days ON image_usage (customer_id, created_at);
CREATE INDEX image_usage_drawing ON image_usage (created_at) WHERE status = 'drawing';
