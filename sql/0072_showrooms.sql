-- 0072_showrooms.sql: a tenant's buddies were seen by their own players only. A showroom is a page of ours that shows some of them to
-- anybody, by link or by QR code.

CREATE TABLE showrooms (
  customer_id uuid NOT NULL REFERENCES customers,
  showroom_id uuid NOT NULL,
  showroom_key text NOT NULL,
  -- unique in the service, and kept for ever: it is printed
  slug text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
  -- what the tenant says of it, as it is sent
  content jsonb NOT NULL,
  -- those it has picked, in their order; empty in other modes
  buddy_ids uuid[] NOT NULL,
  -- what the QR code has that a link has not
  qr_key text NOT NULL,
  qr_created_at timestamptz NOT NULL,
  -- how many visits were told in the minute in which one was last
  told_minute timestamptz NOT NULL,
  told int NOT NULL,
  -- of the first publish: from then on the slug stays
  first_published_at timestamptz,
  published_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, showroom_id),
  UNIQUE (customer_id, showroom_key)
);
CREATE INDEX showrooms_newest ON showrooms (customer_id, created_at DESC, showroom_id DESC);
CREATE INDEX showrooms_buddies ON showrooms USING gin (buddy_ids);
