-- 0054_counting_goods.sql: items and mystery boxes whose conditions count events are read with what is live for a tenant, so that days of
-- such events are kept before a config version asks for them. Few items do: they are found without reading the others.
CREATE INDEX marketplace_items_counting ON marketplace_items (customer_id)
  WHERE status = 'active' AND content @? '$.*.conditions[*] ? (@.type == "event_count")';
