-- 0053_onboarding.sql: how a workspace is set up by talking about its product. A node of the release before knows nothing of it.

-- One session is open or planned at a time; the others are history. busy says what is being generated, and by which operation; last how
-- the latest of these ended. seed_text is what was read, seed_events names of events found in code.
CREATE TABLE onboarding_sessions (
  customer_id uuid NOT NULL REFERENCES customers,
  session_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'planned', 'applied', 'abandoned')),
  source jsonb NOT NULL,
  seed_text text NOT NULL,
  seed_events jsonb NOT NULL,
  answers jsonb NOT NULL,
  guide jsonb,
  busy jsonb,
  last jsonb,
  revision int NOT NULL,
  messages int NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, session_id)
);
CREATE UNIQUE INDEX onboarding_sessions_one ON onboarding_sessions (customer_id) WHERE status IN ('open', 'planned');
CREATE INDEX onboarding_sessions_age ON onboarding_sessions (updated_at);

-- The last few plans of a session; the one with its revision counts.
CREATE TABLE onboarding_plans (
  customer_id uuid NOT NULL,
  session_id uuid NOT NULL,
  revision int NOT NULL,
  plan_id uuid NOT NULL,
  plan jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, session_id, revision),
  FOREIGN KEY (customer_id, session_id) REFERENCES onboarding_sessions ON DELETE CASCADE
);

-- What was said in a session. command_key is the Idempotency-Key's, by which a repeated message gets its reply again.
CREATE TABLE onboarding_messages (
  customer_id uuid NOT NULL,
  session_id uuid NOT NULL,
  message_id uuid NOT NULL,
  command_key text,
  message text NOT NULL,
  reply text NOT NULL,
  answers_changed jsonb NOT NULL,
  plan_stale boolean NOT NULL,
  provider text NOT NULL,
  credits int NOT NULL,
  status text NOT NULL CHECK (status IN ('streaming', 'done', 'truncated', 'failed')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, session_id, message_id),
  FOREIGN KEY (customer_id, session_id) REFERENCES onboarding_sessions ON DELETE CASCADE
);
CREATE UNIQUE INDEX onboarding_messages_key ON onboarding_messages (customer_id, session_id, command_key);

-- How often a workspace asked for something that day (UTC).
CREATE TABLE onboarding_caps (
  customer_id uuid NOT NULL REFERENCES customers,
  day date NOT NULL,
  cap text NOT NULL,
  used int NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, day, cap)
);
CREATE INDEX onboarding_caps_age ON onboarding_caps (created_at);
CREATE INDEX onboarding_caps_day ON onboarding_caps (day, cap);

-- People who wait to be let in. Of no tenant: they have none yet.
CREATE TABLE onboarding_waitlist (
  email text PRIMARY KEY,
  use_case text,
  created_at timestamptz NOT NULL
);
CREATE INDEX onboarding_waitlist_age ON onboarding_waitlist (created_at);
