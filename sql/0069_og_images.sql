-- 0069_og_images.sql: links to our pages are shown with a picture wherever they are shared. It is composed once for all who look the same
-- on it, and kept as long as pages ask for it.

CREATE TABLE og_images (
  customer_id uuid NOT NULL REFERENCES customers,
  -- a hash of everything that is on it
  look text NOT NULL,
  sha256 text NOT NULL,
  -- those it was composed for, until one of them is erased
  buddy_ids uuid[] NOT NULL,
  -- null: counted, and about to be kept
  kept_at timestamptz,
  -- when a page last asked, to the day; the epoch: it may go
  used_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, look)
);
CREATE INDEX og_images_age ON og_images (used_at);
CREATE INDEX og_images_oldest ON og_images (customer_id, used_at);
CREATE INDEX og_images_buddies ON og_images USING gin (buddy_ids);
