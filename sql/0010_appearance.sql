-- 0010_appearance.sql: pictures of buddies as they are, drawn once per look, and drawn again where that failed.

-- A look is everything a picture shows: theme, creature, stage, prestige, items. Drawing it again would give the same picture, so
-- putting an item on again is answered at once.
CREATE TABLE pictures (
  customer_id uuid NOT NULL,
  look text NOT NULL,
  image_sha text NOT NULL,
  thumb_sha text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, look)
);

-- How often drawing the present look has failed: the next wait of the ladder.
ALTER TABLE buddies ADD COLUMN appearance_attempts int NOT NULL DEFAULT 0;
CREATE INDEX buddies_unpainted ON buddies (appearance_retry_at) WHERE appearance_retry_at IS NOT NULL;

-- Two evolutions of one buddy at once would draw the same stage twice; the second is told about the first.
CREATE UNIQUE INDEX operations_one_evolution ON operations (customer_id, resource_id)
  WHERE type = 'evolve' AND status IN ('pending', 'processing');
