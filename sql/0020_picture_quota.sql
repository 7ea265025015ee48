-- 0020_picture_quota.sql: pictures a tenant uploads are counted, and go when nothing refers to them.

-- An upload was kept for ever and for nothing: a free account could fill the disk. Who has uploaded what, and how large it is as it is
-- kept. Pictures are shared by their hash, so the same one may stand here for several tenants. Those uploaded before, and those the
-- service draws, do not stand here: they neither count nor go.
CREATE TABLE uploads (
  customer_id uuid NOT NULL REFERENCES customers,
  sha256 text NOT NULL,
  bytes int NOT NULL,
  -- when it was last uploaded, or last found to be in use
  touched_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, sha256)
);
CREATE INDEX uploads_holders ON uploads (sha256);
CREATE INDEX uploads_age ON uploads (touched_at);

-- Which pictures a document names, by their URLs.
CREATE FUNCTION asset_names(document jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT array_agg(DISTINCT found[1]) FROM regexp_matches(document::text, 'assets/([0-9a-f]{64})', 'g') AS found $$;

CREATE INDEX config_versions_assets ON config_versions USING gin (asset_names(content));
CREATE INDEX marketplace_items_assets ON marketplace_items USING gin (asset_names(content));
CREATE INDEX path_definitions_assets ON path_definitions USING gin (asset_names(steps));

-- Tenants who refer to a picture.
CREATE FUNCTION asset_referrers(p_sha256 text) RETURNS SETOF uuid LANGUAGE sql STABLE
AS $$
  SELECT customer_id FROM config_versions WHERE asset_names(content) @> ARRAY[p_sha256]
  UNION SELECT customer_id FROM marketplace_items WHERE asset_names(content) @> ARRAY[p_sha256]
  UNION SELECT customer_id FROM path_definitions WHERE asset_names(steps) @> ARRAY[p_sha256]
$$;

-- Whoever writes a reference holds what it refers to until the reference can be seen: the sweep passes over rows that are held.
CREATE FUNCTION hold_uploads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM uploads WHERE sha256 = ANY(asset_names(to_jsonb(NEW) -> TG_ARGV[0])) FOR KEY SHARE;
  RETURN NULL;
END $$;
CREATE TRIGGER config_versions_hold AFTER INSERT OR UPDATE OF content ON config_versions
  FOR EACH ROW EXECUTE FUNCTION hold_uploads('content');
CREATE TRIGGER marketplace_items_hold AFTER INSERT OR UPDATE OF content ON marketplace_items
  FOR EACH ROW EXECUTE FUNCTION hold_uploads('content');
CREATE TRIGGER path_definitions_hold AFTER INSERT OR UPDATE OF steps ON path_definitions
  FOR EACH ROW EXECUTE FUNCTION hold_uploads('steps');

-- Counts a picture before its bytes are kept; a picture the tenant has already counts once. One at a time for a tenant, so that the last
-- place goes to one; and not while a sweep throws these very bytes away.
CREATE FUNCTION claim_upload(
  p_customer_id uuid, p_sha256 text, p_bytes int, p_now timestamptz, p_pictures_max int, p_bytes_max bigint
) RETURNS TABLE (claimed boolean, pictures int, bytes bigint) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('uploads:' || p_customer_id, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('upload:' || p_sha256, 0));
  UPDATE uploads AS u SET touched_at = greatest(u.touched_at, p_now) WHERE u.customer_id = p_customer_id AND u.sha256 = p_sha256;
  claimed := FOUND;
  SELECT count(*), coalesce(sum(u.bytes), 0) INTO pictures, bytes FROM uploads AS u WHERE u.customer_id = p_customer_id;
  IF NOT claimed AND pictures < p_pictures_max AND bytes + p_bytes <= p_bytes_max THEN
    INSERT INTO uploads VALUES (p_customer_id, p_sha256, p_bytes, p_now);
    claimed := true;
  END IF;
  RETURN NEXT;
END $$;

-- Looks at the uploads that were not looked at for longest. Those their tenant refers to stay, and so does the first of those only
-- others refer to. `unused` are the pictures nobody is left to have: until the transaction ends nobody can claim them anew.
CREATE FUNCTION release_uploads(p_cutoff timestamptz, p_now timestamptz, p_rows int)
RETURNS TABLE (looked_at int, deleted int, unused text[]) LANGUAGE plpgsql AS $$
DECLARE
  places tid[];
  names text[];
BEGIN
  WITH old AS (
    SELECT u.ctid AS place, u.sha256 FROM uploads AS u WHERE u.touched_at < p_cutoff
    ORDER BY u.touched_at LIMIT p_rows FOR UPDATE SKIP LOCKED)
  SELECT count(*), array_agg(old.place), array_agg(DISTINCT old.sha256) INTO looked_at, places, names FROM old;
  -- Who uploads one of them at this moment goes first.
  names := ARRAY(SELECT n FROM unnest(names) AS n WHERE pg_try_advisory_xact_lock(hashtextextended('upload:' || n, 0)));
  -- Each statement sees what was committed before it: references whose writers let go just now, too.
  UPDATE uploads AS u SET touched_at = p_now
  WHERE u.ctid = ANY(places) AND (
    u.sha256 <> ALL(names) OR u.customer_id IN (SELECT asset_referrers(u.sha256)) OR (
      EXISTS (SELECT asset_referrers(u.sha256)) AND NOT EXISTS (
        SELECT FROM uploads AS o WHERE o.sha256 = u.sha256 AND o.customer_id < u.customer_id)));
  DELETE FROM uploads AS u WHERE u.ctid = ANY(places) AND u.touched_at < p_cutoff;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  unused := ARRAY(SELECT n FROM unnest(names) AS n WHERE NOT EXISTS (SELECT FROM uploads AS u WHERE u.sha256 = n));
  DELETE FROM assets AS a WHERE a.sha256 = ANY(unused);
  RETURN NEXT;
END $$;
