-- 0055_billing.sql: what a payment provider says of a tenant. No card, no address: those are the provider's.

CREATE TABLE billing_accounts (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  provider_customer_id text NOT NULL UNIQUE,
  subscription_id text,
  -- the plan that is paid for, and the state the provider has it in; null until there is a subscription
  plan text,
  billing_interval text,
  state text,
  current_period_end timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  past_due_since timestamptz,
  -- how many of the notices of this debt were given, and when the next thing happens to it
  notices int NOT NULL DEFAULT 0,
  dunning_at timestamptz,
  -- fetches are numbered as they begin; what one brings that began before the last one written is dropped
  fetches bigint NOT NULL DEFAULT 0,
  fetch_written bigint NOT NULL DEFAULT 0,
  fetched_at timestamptz,
  -- when the sweep last tried
  swept_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX billing_accounts_dunning ON billing_accounts (dunning_at) WHERE dunning_at IS NOT NULL;
CREATE INDEX billing_accounts_fetched ON billing_accounts (fetched_at);

-- Events of the provider that were carried out: a repetition of one changes nothing.
CREATE TABLE stripe_events (
  customer_id uuid NOT NULL REFERENCES customers,
  event_id text NOT NULL,
  type text NOT NULL,
  handled_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, event_id)
);
CREATE INDEX stripe_events_age ON stripe_events (handled_at);

-- Events of a day (UTC) of tenants that pay for what they use, as the provider is told of them.
CREATE TABLE billing_meters (
  customer_id uuid NOT NULL REFERENCES customers,
  day date NOT NULL,
  events bigint NOT NULL,
  -- events of the month when the day was closed
  month_used bigint NOT NULL,
  told_at timestamptz,
  tried_at timestamptz,
  PRIMARY KEY (customer_id, day)
);
CREATE INDEX billing_meters_untold ON billing_meters (day) WHERE told_at IS NULL AND events > 0;
