-- 0111_pictures_in_use.sql: a picture uploaded for a badge is as good for an event badge, or for an award given by hand. Both went on naming
-- theirs when it was thrown away two days later, for nobody had asked them.

CREATE INDEX event_badges_assets ON event_badges USING gin (asset_names(content));
CREATE TRIGGER event_badges_hold AFTER INSERT OR UPDATE OF content ON event_badges
  FOR EACH ROW EXECUTE FUNCTION hold_uploads('content');

-- Receipts are many, and of awards alone one may name a picture.
CREATE INDEX campaign_receipts_asset ON campaign_receipts (substring(body ->> 'icon_url' FROM 'assets/([0-9a-f]{64})'))
  WHERE source = 'award' AND body ->> 'icon_url' IS NOT NULL;
CREATE TRIGGER campaign_receipts_hold AFTER INSERT ON campaign_receipts
  FOR EACH ROW WHEN (NEW.source = 'award') EXECUTE FUNCTION hold_uploads('body');

CREATE OR REPLACE FUNCTION asset_referrers(p_sha256 text) RETURNS SETOF uuid LANGUAGE sql STABLE
AS $$
  SELECT customer_id FROM config_versions WHERE asset_names(content) @> ARRAY[p_sha256]
  UNION SELECT customer_id FROM marketplace_items WHERE asset_names(content) @> ARRAY[p_sha256]
  UNION SELECT customer_id FROM path_definitions WHERE asset_names(steps) @> ARRAY[p_sha256]
  UNION SELECT customer_id FROM hosted_surfaces WHERE asset_names(content) @> ARRAY[p_sha256]
  UNION SELECT customer_id FROM event_badges WHERE asset_names(content) @> ARRAY[p_sha256]
  UNION SELECT customer_id FROM campaign_receipts
    WHERE source = 'award' AND body ->> 'icon_url' IS NOT NULL
      AND substring(body ->> 'icon_url' FROM 'assets/([0-9a-f]{64})') = p_sha256
$$;
