-- 0057_referrals.sql: workspaces that recommend the service to others, and what both have of it.

-- Made when it is first asked for.
CREATE TABLE referral_codes (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  code text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);

-- The workspace that was referred, once; paid_at is its first paid checkout, for which both were given credits.
CREATE TABLE referrals (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  referrer_id uuid NOT NULL REFERENCES customers,
  registered_at timestamptz NOT NULL,
  paid_at timestamptz
);
CREATE INDEX referrals_of ON referrals (referrer_id);
