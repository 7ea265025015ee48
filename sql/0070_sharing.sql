-- 0070_sharing.sql: whoever is proud of a buddy wants to show it. A link of ours leads to a page about it, and a button in the widget hands it
-- out after a moment worth telling. What becomes of links is counted; what the button did is kept for a year, for whoever wants the rows.

CREATE TABLE share_settings (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  enabled boolean NOT NULL,
  show_tenant_name boolean NOT NULL,
  cta_url text,
  cta_label text,
  listed boolean NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX share_settings_listed ON share_settings (customer_id) WHERE enabled AND listed;

-- Personal data: goes with its buddy.
CREATE TABLE share_links (
  customer_id uuid NOT NULL REFERENCES customers,
  code text NOT NULL UNIQUE CHECK (code ~ '^[0-9A-Za-z]{16}$'),
  buddy_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  -- it leads nowhere any more, for ever
  voided_at timestamptz,
  PRIMARY KEY (customer_id, code)
);
CREATE UNIQUE INDEX share_links_live ON share_links (customer_id, buddy_id) WHERE voided_at IS NULL;
CREATE INDEX share_links_buddy ON share_links (customer_id, buddy_id);
CREATE INDEX share_links_made ON share_links (customer_id, created_at);
CREATE INDEX share_links_age ON share_links (voided_at) WHERE voided_at IS NOT NULL;

CREATE TABLE brag_settings (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  enabled boolean NOT NULL,
  moments text[] NOT NULL,
  channels text[] NOT NULL,
  -- by moment, where the workspace has words of its own
  templates jsonb NOT NULL,
  hashtag text,
  updated_at timestamptz NOT NULL
);

-- Personal data: goes with its buddy. What a browser says its player did with the button; it pays nothing.
CREATE TABLE brags (
  customer_id uuid NOT NULL REFERENCES customers,
  brag_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  action text NOT NULL CHECK (action IN ('shown', 'clicked', 'shared')),
  moment text NOT NULL CHECK (moment IN ('evolution', 'badge', 'streak_milestone', 'league_rank', 'path_completed')),
  subject_key text,
  channel text,
  -- when what is told of happened, as it is stored elsewhere
  happened_at timestamptz NOT NULL,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, brag_id),
  CHECK ((channel IS NULL) = (action = 'shown'))
);
CREATE INDEX brags_buddy ON brags (customer_id, buddy_id, occurred_at);
CREATE INDEX brags_newest ON brags (customer_id, occurred_at, brag_id) INCLUDE (action, moment, channel);
CREATE INDEX brags_age ON brags (occurred_at);
