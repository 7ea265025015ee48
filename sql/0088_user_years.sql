-- 0088_user_years.sql: a look at every user read a row for every month and feature of each of them, and put a million of them together by
-- their numbers: more than two seconds for a window of a month, many more for one of a year. A user has one row for a year now, with the
-- days of each feature as bits: whoever looks at everybody reads one row of each, and puts nobody together.
--
-- Nodes of the release before go on writing rows of months: those are taken over as they are written, and what is taken out of them goes
-- here as well. They read them only where a day comes late, and know what was written until now and by themselves: an event backfilled
-- while both releases ran may stand in a wrong cohort, which a rebuild mends. Nobody else reads them; a later release drops them.

-- Which column of a workspace has the days of a feature, in the order they came up; the days of any event stand in a column of their own.
CREATE TABLE analytics_features (
  customer_id uuid NOT NULL,
  feature text NOT NULL,
  place int NOT NULL CHECK (place BETWEEN 1 AND 48),
  PRIMARY KEY (customer_id, feature),
  UNIQUE (customer_id, place)
);

-- Bits of a year from its end: the last one is January 1. Without a day there is null, and a row has a day of something.
CREATE TABLE analytics_user_years (
  customer_id uuid NOT NULL,
  audience text NOT NULL,
  year date NOT NULL,
  user_no bigint NOT NULL,
  days bit(366),
  used_1 bit(366), used_2 bit(366), used_3 bit(366), used_4 bit(366), used_5 bit(366), used_6 bit(366), used_7 bit(366),
  used_8 bit(366), used_9 bit(366), used_10 bit(366), used_11 bit(366), used_12 bit(366), used_13 bit(366), used_14 bit(366),
  used_15 bit(366), used_16 bit(366), used_17 bit(366), used_18 bit(366), used_19 bit(366), used_20 bit(366), used_21 bit(366),
  used_22 bit(366), used_23 bit(366), used_24 bit(366), used_25 bit(366), used_26 bit(366), used_27 bit(366), used_28 bit(366),
  used_29 bit(366), used_30 bit(366), used_31 bit(366), used_32 bit(366), used_33 bit(366), used_34 bit(366), used_35 bit(366),
  used_36 bit(366), used_37 bit(366), used_38 bit(366), used_39 bit(366), used_40 bit(366), used_41 bit(366), used_42 bit(366),
  used_43 bit(366), used_44 bit(366), used_45 bit(366), used_46 bit(366), used_47 bit(366), used_48 bit(366),
  PRIMARY KEY (customer_id, audience, year, user_no)
);
-- As with users: a day is written beside the row it changes.
ALTER TABLE analytics_user_years SET (fillfactor = 85);

CREATE FUNCTION analytics_is_unused(y analytics_user_years) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT num_nonnulls(y.days,
    y.used_1, y.used_2, y.used_3, y.used_4, y.used_5, y.used_6, y.used_7, y.used_8, y.used_9, y.used_10, y.used_11, y.used_12,
    y.used_13, y.used_14, y.used_15, y.used_16, y.used_17, y.used_18, y.used_19, y.used_20, y.used_21, y.used_22, y.used_23,
    y.used_24, y.used_25, y.used_26, y.used_27, y.used_28, y.used_29, y.used_30, y.used_31, y.used_32, y.used_33, y.used_34,
    y.used_35, y.used_36, y.used_37, y.used_38, y.used_39, y.used_40, y.used_41, y.used_42, y.used_43, y.used_44, y.used_45,
    y.used_46, y.used_47, y.used_48) = 0
$$;

-- Bits of a month, the first day lowest, as those of its year.
CREATE FUNCTION analytics_month_bits(month date, days int) RETURNS bit LANGUAGE sql IMMUTABLE AS $$
  SELECT days::bit(32)::bit(366) >> (334 - (month - date_trunc('year', month::timestamp)::date))
$$;

-- Gives a feature its column. Beyond the last one there is none, and its days are nobody's.
CREATE FUNCTION analytics_place(p_customer uuid, p_feature text) RETURNS int LANGUAGE sql AS $$
  INSERT INTO analytics_features (customer_id, feature, place)
  SELECT p_customer, p_feature, place FROM (
    SELECT coalesce(max(place), 0) + 1 AS place FROM analytics_features WHERE customer_id = p_customer) AS next
  WHERE place <= 48 ON CONFLICT (customer_id, feature) DO NOTHING;
  SELECT place FROM analytics_features WHERE customer_id = p_customer AND feature = p_feature
$$;

CREATE FUNCTION analytics_month_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told analytics_user_months := coalesce(NEW, OLD);
  place int := CASE WHEN told.feature <> '' THEN analytics_place(told.customer_id, told.feature) END;
  kept text := CASE WHEN told.feature = '' THEN 'days' ELSE 'used_' || place END;
  first date := date_trunc('year', told.month::timestamp)::date;
BEGIN
  IF kept IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN
    EXECUTE format('UPDATE analytics_user_years SET %1$I = nullif(%1$I & ~$5, 0::bit(366))
      WHERE customer_id = $1 AND audience = $2 AND year = $3 AND user_no = $4 AND %1$I & $5 <> 0::bit(366)', kept)
    USING told.customer_id, told.audience, first, told.user_no, analytics_month_bits(told.month, told.days);
    DELETE FROM analytics_user_years AS y WHERE customer_id = told.customer_id AND audience = told.audience AND year = first
      AND user_no = told.user_no AND analytics_is_unused(y);
  ELSE
    EXECUTE format('INSERT INTO analytics_user_years AS y (customer_id, audience, year, user_no, %1$I) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (customer_id, audience, year, user_no) DO UPDATE SET %1$I = coalesce(y.%1$I | excluded.%1$I, excluded.%1$I)', kept)
    USING told.customer_id, told.audience, first, told.user_no, analytics_month_bits(told.month, told.days);
  END IF;
  RETURN NULL;
END $$;
-- From here on nobody writes months but those who see this, and those wait until all that is there has been taken over.
CREATE TRIGGER analytics_month_written AFTER INSERT OR UPDATE OR DELETE ON analytics_user_months
  FOR EACH ROW EXECUTE FUNCTION analytics_month_written();

INSERT INTO analytics_features (customer_id, feature, place)
SELECT customer_id, feature, place FROM (
  SELECT customer_id, feature, row_number() OVER (PARTITION BY customer_id ORDER BY feature) AS place FROM (
    SELECT DISTINCT customer_id, feature FROM analytics_user_months WHERE feature <> '') AS used) AS placed
WHERE place <= 48;

DO $$
DECLARE
  last int := coalesce((SELECT max(place) FROM analytics_features), 0);
BEGIN
  -- All months of everybody are put together once: as little as possible of that by way of the disk.
  PERFORM set_config('work_mem', '256MB', true);
  EXECUTE 'INSERT INTO analytics_user_years (customer_id, audience, year, user_no, days'
    || coalesce((SELECT string_agg(', used_' || n, '' ORDER BY n) FROM generate_series(1, last) AS n), '')
    || ') SELECT customer_id, audience, date_trunc(''year'', month::timestamp)::date, user_no, bit_or(bits) FILTER (WHERE feature = '''')'
    || coalesce((SELECT string_agg(format(', bit_or(bits) FILTER (WHERE place = %s)', n), '' ORDER BY n)
      FROM generate_series(1, last) AS n), '')
    || ' FROM (SELECT m.*, place, analytics_month_bits(month, days) AS bits FROM analytics_user_months AS m
      LEFT JOIN analytics_features USING (customer_id, feature) WHERE days <> 0 AND (feature = '''' OR place IS NOT NULL)) AS months
      GROUP BY 1, 2, 3, 4';
END $$;
ANALYZE analytics_user_years;
