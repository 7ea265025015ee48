-- 0066_visits.sql: whoever shares a page wants to know whether anybody came. Visits are counted per day; of a visitor only a mark is
-- kept, under a salt of the day that is thrown away, so that nobody can be followed from one day to the next.

CREATE TABLE visit_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX visit_salts_age ON visit_salts (created_at);

-- Who was there already today: counted once.
CREATE TABLE visit_marks (
  customer_id uuid NOT NULL REFERENCES customers,
  subject_kind text NOT NULL CHECK (subject_kind IN ('showroom', 'share')),
  -- the showroom, or the buddy that is shared
  subject_id uuid NOT NULL,
  day date NOT NULL,
  event text NOT NULL,
  visitor bytea NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, subject_kind, subject_id, day, event, visitor)
);
CREATE INDEX visit_marks_age ON visit_marks (seen_at);

CREATE TABLE visit_counts (
  customer_id uuid NOT NULL REFERENCES customers,
  subject_kind text NOT NULL CHECK (subject_kind IN ('showroom', 'share')),
  subject_id uuid NOT NULL,
  -- of UTC
  day date NOT NULL,
  event text NOT NULL,
  channel text NOT NULL,
  visits bigint NOT NULL CHECK (visits > 0),
  -- the newest of them
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, subject_kind, subject_id, day, event, channel)
);
CREATE INDEX visit_counts_days ON visit_counts (customer_id, subject_kind, day);
CREATE INDEX visit_counts_age ON visit_counts (counted_at);
