-- 0048_members.sql: a workspace has more people than the one who registered it, and not all of them may do everything.
-- Whoever has an account already registered the workspace: owners. A node of the release before makes owners too, and
-- knows of no roles: an invited account is kept out there by a password hash that no password has.
ALTER TABLE accounts
  ADD COLUMN role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'admin', 'member')),
  ADD COLUMN status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'invited')),
  ADD COLUMN has_password boolean NOT NULL DEFAULT true,
  -- an account of the same workspace, which may be gone; null: an API key, or nobody
  ADD COLUMN invited_by uuid,
  ADD COLUMN last_login_at timestamptz,
  -- who this is at the workspace's identity provider
  ADD COLUMN sso_issuer text,
  ADD COLUMN sso_subject text,
  ADD CHECK ((sso_issuer IS NULL) = (sso_subject IS NULL));
CREATE UNIQUE INDEX accounts_sso ON accounts (customer_id, sso_issuer, sso_subject) WHERE sso_subject IS NOT NULL;

ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_purpose_check;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_purpose_check
  CHECK (purpose IN ('password_reset', 'email_verification', 'invitation'));
