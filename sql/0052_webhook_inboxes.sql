-- 0052_webhook_inboxes.sql: who builds a receiver of webhooks had nothing to send to but a program of their own that did not run yet.
-- An inbox is an address of ours that takes whatever comes, keeps it for a day and says whether its signature holds.

CREATE TABLE webhook_inboxes (
  customer_id uuid NOT NULL REFERENCES customers,
  webhook_inbox_id uuid NOT NULL,
  name text,
  -- whose secret is checked with; null: that of the endpoints whose url this is
  webhook_config_id uuid,
  -- the last part of its address, in the clear as it is in the endpoint that points here: it opens nothing, it only takes
  token text NOT NULL UNIQUE,
  reply jsonb NOT NULL,
  -- requests that are still answered with 500
  failures_left int NOT NULL,
  -- requests ever taken: the place of the newest. Taken one by one, so that a later place is never seen before an earlier one
  taken bigint NOT NULL DEFAULT 0,
  -- since when all that was answered is listed: whoever empties the list begins anew
  emptied_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, webhook_inbox_id)
);
CREATE INDEX webhook_inboxes_expiry ON webhook_inboxes (expires_at);

CREATE TABLE webhook_inbox_requests (
  customer_id uuid NOT NULL,
  webhook_inbox_id uuid NOT NULL,
  place bigint NOT NULL,
  request_id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  method text NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  replied_status int NOT NULL,
  -- as it is called in its headers, ours or not
  delivery_id text,
  verification jsonb NOT NULL,
  PRIMARY KEY (customer_id, webhook_inbox_id, place),
  UNIQUE (customer_id, webhook_inbox_id, request_id),
  FOREIGN KEY (customer_id, webhook_inbox_id) REFERENCES webhook_inboxes ON DELETE CASCADE
);
CREATE INDEX webhook_inbox_requests_age ON webhook_inbox_requests (received_at);
