-- 0062_hosted_surfaces.sql: tenants without a page of their own had nowhere to send players to. A hosted surface is a page of ours:
-- players come in with a code or a card, and staff gives them things by recipe.

CREATE TABLE hosted_surfaces (
  customer_id uuid NOT NULL REFERENCES customers,
  hosted_surface_id uuid NOT NULL,
  hosted_surface_key text NOT NULL,
  -- unique in the service, and kept for ever: cards with it are in drawers
  slug text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
  -- what the tenant says of it, as it is sent
  content jsonb NOT NULL,
  -- of the first publish: from then on the slug stays
  first_published_at timestamptz,
  published_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, hosted_surface_id),
  UNIQUE (customer_id, hosted_surface_key)
);
CREATE INDEX hosted_surfaces_assets ON hosted_surfaces USING gin (asset_names(content));
CREATE TRIGGER hosted_surfaces_hold AFTER INSERT OR UPDATE OF content ON hosted_surfaces
  FOR EACH ROW EXECUTE FUNCTION hold_uploads('content');

-- Its logo is in use like any other picture a tenant refers to.
CREATE OR REPLACE FUNCTION asset_referrers(p_sha256 text) RETURNS SETOF uuid LANGUAGE sql STABLE
AS $$
  SELECT customer_id FROM config_versions WHERE asset_names(content) @> ARRAY[p_sha256]
  UNION SELECT customer_id FROM marketplace_items WHERE asset_names(content) @> ARRAY[p_sha256]
  UNION SELECT customer_id FROM path_definitions WHERE asset_names(steps) @> ARRAY[p_sha256]
  UNION SELECT customer_id FROM hosted_surfaces WHERE asset_names(content) @> ARRAY[p_sha256]
$$;

-- A code is short enough to be guessed by whoever has its hash, so it is kept under a key; what stands on a card is not.
CREATE TABLE hosted_players (
  customer_id uuid NOT NULL,
  player_id uuid NOT NULL,
  hosted_surface_id uuid NOT NULL,
  user_id text NOT NULL,
  display_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'disabled')),
  egg_id uuid,
  code_mac bytea NOT NULL,
  card_hash bytea NOT NULL UNIQUE,
  last_session_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, player_id),
  UNIQUE (customer_id, hosted_surface_id, user_id),
  UNIQUE (customer_id, hosted_surface_id, code_mac),
  FOREIGN KEY (customer_id, hosted_surface_id) REFERENCES hosted_surfaces
);
CREATE INDEX hosted_players_user ON hosted_players (customer_id, user_id);

-- Code and card as they can be shown again, for a while.
CREATE TABLE hosted_cards (
  customer_id uuid NOT NULL,
  player_id uuid NOT NULL,
  sealed_access bytea NOT NULL,
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, player_id),
  FOREIGN KEY (customer_id, player_id) REFERENCES hosted_players ON DELETE CASCADE
);
CREATE INDEX hosted_cards_age ON hosted_cards (issued_at);

-- What a page that was let in stays in with.
CREATE TABLE hosted_refreshes (
  customer_id uuid NOT NULL,
  refresh_id uuid NOT NULL,
  player_id uuid NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, refresh_id),
  FOREIGN KEY (customer_id, player_id) REFERENCES hosted_players ON DELETE CASCADE
);
CREATE INDEX hosted_refreshes_player ON hosted_refreshes (customer_id, player_id);
CREATE INDEX hosted_refreshes_age ON hosted_refreshes (expires_at);

-- Addresses that came in or failed to, none of them as it is; the empty one stands for all of them together.
CREATE TABLE hosted_addresses (
  customer_id uuid NOT NULL,
  hosted_surface_id uuid NOT NULL,
  address bytea NOT NULL,
  failures int NOT NULL,
  window_ends_at timestamptz,
  came_in_at timestamptz,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, hosted_surface_id, address),
  FOREIGN KEY (customer_id, hosted_surface_id) REFERENCES hosted_surfaces
);
CREATE INDEX hosted_addresses_age ON hosted_addresses (seen_at);

CREATE TABLE hosted_recipes (
  customer_id uuid NOT NULL,
  hosted_surface_id uuid NOT NULL,
  recipe_key text NOT NULL,
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, hosted_surface_id, recipe_key),
  FOREIGN KEY (customer_id, hosted_surface_id) REFERENCES hosted_surfaces
);

-- A run takes its place under the limits before anything is asked of the buddy, and gives it back when that refuses.
CREATE TABLE hosted_runs (
  customer_id uuid NOT NULL,
  run_id uuid NOT NULL,
  hosted_surface_id uuid NOT NULL,
  recipe_key text NOT NULL,
  -- null: of somebody who is erased
  player_id uuid,
  buddy_id uuid,
  note text,
  action jsonb NOT NULL,
  origin jsonb NOT NULL,
  -- of the tenant's calendar
  day date NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'done')),
  effects jsonb,
  ran_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, run_id),
  FOREIGN KEY (customer_id, hosted_surface_id, recipe_key) REFERENCES hosted_recipes
);
CREATE INDEX hosted_runs_day ON hosted_runs (customer_id, hosted_surface_id, recipe_key, day, player_id);
CREATE INDEX hosted_runs_player ON hosted_runs (customer_id, player_id);
CREATE INDEX hosted_runs_pending ON hosted_runs (ran_at) WHERE status = 'pending';

-- Tokens a hosted page was given end with whatever let their player in.
ALTER TABLE widget_tokens ADD COLUMN player_id uuid;
CREATE INDEX widget_tokens_player ON widget_tokens (customer_id, player_id) WHERE player_id IS NOT NULL;
