-- 0084_sso_callbacks.sql: a provider that names itself in its answers (RFC 9207) is told the address that all workspaces share. To any
-- other the connection's own address is what tells its answers from those of others; so it is for connections made before this, which
-- their providers know by that address. A node of the release before knows that one only: it makes connections with one of their own, and
-- sign-ins that it begins for others fail until it is gone.
ALTER TABLE sso_connections ADD COLUMN own_callback boolean NOT NULL DEFAULT true;
