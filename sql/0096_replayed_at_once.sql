-- 0096_replayed_at_once.sql: a delivery that has ended is due at no moment, and whether it was being sent came to null instead of false for
-- as long as the lease of its pump still named it. Whoever replayed or recovered it within that time was answered 200, and it was not
-- sent again.

CREATE OR REPLACE FUNCTION webhook_is_being_sent(p_delivery webhook_deliveries, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(p_delivery.locked_until > p_now, false) OR (coalesce(p_delivery.next_attempt_at <= p_now, false) AND EXISTS (
    SELECT FROM webhook_leases l
    WHERE l.webhook_config_id = p_delivery.webhook_config_id AND l.customer_id = p_delivery.customer_id AND l.leased_until > p_now
      AND p_delivery.delivery_id = ANY (l.delivery_ids)))
$$;
