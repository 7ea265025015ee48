-- 0109_webhook_lease_shares.sql: what a pump may hold was given to whoever had waited longest, so some tenants whose receivers answer late,
-- with more endpoints between them than it holds deliveries, kept everybody else's from being leased for as long as they had a backlog.
-- Now a tenant is given no more than is left to others then. A node of the release before does not say what it holds already; what it
-- asks for at once is shared all the same.
DO $$
DECLARE
  old text := pg_get_functiondef('lease_webhook_deliveries'::regproc);
  new text := old;
  change text[];
BEGIN
  FOREACH change SLICE 1 IN ARRAY ARRAY[
    ['p_total_max integer)', 'p_total_max integer, p_held jsonb DEFAULT ''{}'')'],
    ['total_left int := p_total_max;', $new$total_left int := p_total_max;
  held_by jsonb := p_held;
  left_to_tenant int;$new$],
    ['IF candidate.next_attempt_at > p_now OR total_left <= 0 THEN', $new$left_to_tenant :=
      (total_left - coalesce((held_by ->> candidate.customer_id::text)::int, 0) + 1) / 2;
    IF candidate.next_attempt_at > p_now OR left_to_tenant <= 0 THEN$new$],
    ['room := LEAST(room, total_left);', 'room := LEAST(room, left_to_tenant);'],
    ['total_left := total_left - cardinality(delivery_ids);', $new$total_left := total_left - cardinality(delivery_ids);
      held_by := held_by || jsonb_build_object(config.customer_id,
        coalesce((held_by ->> config.customer_id::text)::int, 0) + cardinality(delivery_ids));$new$]
  ] LOOP
    IF position(change[1] IN new) = 0 THEN RAISE EXCEPTION 'lease_webhook_deliveries does not say %', change[1]; END IF;
    new := replace(new, change[1], change[2]);
  END LOOP;
  DROP FUNCTION lease_webhook_deliveries(uuid, uuid[], jsonb, timestamptz, timestamptz, int, int);
  EXECUTE new;
END $$;
