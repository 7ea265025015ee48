-- 0024_cdn_files.sql: what browsers load, of every build that is or was lately in use. During a deployment a page has its
-- loader from a node of one build and asks a node of another for the rest; and pages that pin a build keep it.

-- Of no tenant: these files are the same for all.
CREATE TABLE cdn_files (
  build text NOT NULL,
  name text NOT NULL,
  -- packed with brotli
  bytes bytea NOT NULL,
  -- when a node last had this build for its own, or was asked for it
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (build, name)
);
-- Packed already: Postgres would only try.
ALTER TABLE cdn_files ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX cdn_files_age ON cdn_files (seen_at);
