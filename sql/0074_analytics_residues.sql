-- 0074_analytics_residues.sql: figures can be counted again out of what is stored of every change, but for what users did who were
-- erased since: their rows are gone and what they counted stays. So an erasure adds it up here first, as nobody's.
--
-- Erasures that ended on the release before have left nothing: they have no row in analytics_residues, and a rebuild says so instead of losing them.

CREATE TABLE analytics_residue_counters (
  customer_id uuid NOT NULL,
  metric text NOT NULL,
  day date NOT NULL,
  audience text NOT NULL,
  key text NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (customer_id, metric, day, audience, key)
);

CREATE TABLE analytics_residue_cells (
  customer_id uuid NOT NULL,
  audience text NOT NULL,
  granularity text NOT NULL CHECK (granularity IN ('day', 'week', 'month')),
  cohort date NOT NULL,
  period date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('active', 'last')),
  users bigint NOT NULL,
  PRIMARY KEY (customer_id, audience, granularity, cohort, period, kind)
);

-- Up to which event what the user counted has been added: an erasure that is taken up again adds the rest.
CREATE TABLE analytics_residues (
  customer_id uuid NOT NULL,
  erasure_id uuid NOT NULL,
  counted_until bigint NOT NULL,
  PRIMARY KEY (customer_id, erasure_id)
);

ALTER TABLE erasures ADD COLUMN on_test_clock boolean NOT NULL DEFAULT false;
-- Whose figures its changes were counted in, and whether they have been added.
ALTER TABLE erased_buddies ADD COLUMN audience text NOT NULL DEFAULT 'default',
  ADD COLUMN is_counted boolean NOT NULL DEFAULT false;
