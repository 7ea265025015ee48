/**
 * Figures: what was added up is what happened. What waits to be added is part of it, so they are true while the fold
 * is behind. Of workspaces that were there before anything was counted only the newer half would be known.
 */
import { type Invariant, isLate } from "./Invariant.ts"

const counted = `(
  SELECT customer_id FROM customers WHERE created_at > (
    SELECT created_at FROM app_migrations WHERE name = 'analytics'))`

/** Sums of metrics, with what waits: test clocks are told apart, and have spent and earned like all others. */
const sums = (metrics: ReadonlyArray<string>, key = "''") => {
  const names = metrics.flatMap((metric) => [`'${metric}'`, `'test.${metric}'`]).join(", ")
  return `(
    SELECT customer_id, unit, sum(count) AS count, sum(amount) AS amount FROM (
      SELECT customer_id, ${key} AS unit, count,
        CASE WHEN metric ~ '_(out|corrected)$' THEN -amount ELSE amount END AS amount
      FROM analytics_counters WHERE metric IN (${names})
      UNION ALL
      SELECT customer_id, ${key}, count, CASE WHEN metric ~ '_(out|corrected)$' THEN -amount ELSE amount END FROM (
        SELECT d.customer_id, el.value ->> 0 AS metric, el.value ->> 3 AS key, (el.value ->> 4)::bigint AS count,
          (el.value ->> 5)::bigint AS amount
        FROM analytics_deltas AS d CROSS JOIN json_array_elements(d.body -> 'c') AS el) AS waiting
      WHERE metric IN (${names})) AS added
    GROUP BY customer_id, unit)`
}

const booked = (unit: string) => `(
  SELECT customer_id, unit, sum(amount) AS amount FROM ledger WHERE ${unit} GROUP BY customer_id, unit)`

const cohorts = `
  SELECT customer_id, audience, granularity, cohort,
    coalesce(sum(users) FILTER (WHERE kind = 'active' AND period = cohort), 0) AS size,
    coalesce(sum(users) FILTER (WHERE kind = 'last'), 0) AS newest, min(users) AS least
  FROM analytics_cells GROUP BY 1, 2, 3, 4`

const population = "SELECT count(*) FROM analytics_counters"

export const analytics: ReadonlyArray<Invariant> = [
  {
    id: "figures_count_every_event",
    title: "Figures count as many events of a workspace as were accepted.",
    ofErased: true,
    queries: {
      population,
      violations: `
        SELECT customer_id, coalesce(told.count, 0) AS counted, coalesce(used.count, 0) AS accepted
        FROM ${sums(["events"])} AS told
        FULL JOIN (SELECT customer_id, sum(used) AS count FROM event_usage GROUP BY 1) AS used USING (customer_id)
        WHERE customer_id IN ${counted} AND coalesce(told.count, 0) <> coalesce(used.count, 0)`
    }
  },
  {
    id: "figures_add_up_to_the_ledger",
    title: "Of every unit, what figures say came, less what went and was corrected, is what the ledger adds up to.",
    ofErased: true,
    queries: {
      population,
      violations: `
        SELECT customer_id, unit, coalesce(told.amount, 0) AS counted, coalesce(booked.amount, 0) AS booked FROM (
          SELECT customer_id, 'coin' AS unit, amount FROM ${sums(["coins_in", "coins_out", "coins_corrected"])} AS coins
          UNION ALL
          SELECT customer_id, unit, amount FROM ${sums(
            ["tokens_in", "tokens_out", "tokens_corrected"],
            "'token:' || split_part(key, ':', 1)"
          )} AS tokens) AS told
        FULL JOIN ${booked("true")} AS booked USING (customer_id, unit)
        WHERE customer_id IN ${counted} AND coalesce(told.amount, 0) <> coalesce(booked.amount, 0)`
    }
  },
  {
    id: "totals_are_sums_of_days",
    title: "What figures say ever came and went is the sum of their days.",
    ofErased: true,
    queries: {
      population: "SELECT count(*) FROM analytics_totals",
      violations: `
        SELECT customer_id, metric, audience, key, t.count, d.count AS counted, t.amount, d.amount AS added
        FROM analytics_totals AS t
        FULL JOIN (
          SELECT customer_id, metric, audience, key, sum(count) AS count, sum(amount) AS amount FROM analytics_counters
          WHERE analytics_is_totalled(metric)
          GROUP BY 1, 2, 3, 4) AS d USING (customer_id, metric, audience, key)
        WHERE coalesce(t.count, 0) <> coalesce(d.count, 0) OR coalesce(t.amount, 0) <> coalesce(d.amount, 0)`
    }
  },
  {
    id: "cohorts_have_their_users",
    title: "A cohort has as many users in its first period as have a newest one, and none fewer than no user.",
    ofErased: true,
    queries: {
      population: "SELECT count(*) FROM analytics_cells",
      violations: `SELECT * FROM (${cohorts}) AS cohorts WHERE size <> newest OR least < 0`
    }
  },
  {
    id: "cohorts_hold_all_users",
    title: "Cohorts of days, weeks and months hold the same users: those that are known, and erased ones.",
    ofErased: true,
    queries: {
      population: "SELECT count(*) FROM analytics_users",
      violations: `
        SELECT customer_id, audience, least_sum, most_sum, known.users FROM (
          SELECT customer_id, audience, min(users) AS least_sum, max(users) AS most_sum, count(*) AS granularities
          FROM (
            SELECT customer_id, audience, granularity, sum(size) AS users FROM (${cohorts}) AS sizes
            GROUP BY 1, 2, 3) AS by_granularity
          GROUP BY 1, 2) AS cells
        FULL JOIN (SELECT customer_id, audience, count(*) AS users FROM analytics_users GROUP BY 1, 2) AS known
          USING (customer_id, audience)
        WHERE least_sum IS DISTINCT FROM most_sum OR granularities IS DISTINCT FROM 3
          OR coalesce(known.users, 0) > coalesce(most_sum, 0)`
    }
  },
  {
    id: "active_users_have_a_class",
    title: "Whoever is active in a period is new, returning or resurrected in it.",
    ofErased: true,
    queries: {
      population: "SELECT count(*) FROM analytics_cells",
      violations: `
        SELECT customer_id, audience, granularity, period, coalesce(cells.users, 0) AS active,
          coalesce(classes.users, 0) AS in_classes FROM (
          SELECT customer_id, audience, granularity, period, sum(users) AS users FROM analytics_cells
          WHERE kind = 'active' GROUP BY 1, 2, 3, 4) AS cells
        FULL JOIN (
          SELECT customer_id, audience, split_part(key, ':', 1) AS granularity, day AS period, sum(count) AS users
          FROM analytics_counters WHERE metric = 'users_lifecycle' GROUP BY 1, 2, 3, 4) AS classes
          USING (customer_id, audience, granularity, period)
        WHERE coalesce(cells.users, 0) <> coalesce(classes.users, 0)`
    }
  },
  {
    id: "everybody_is_counted_once",
    title: "Whoever is counted in an audience is counted among all, with days that are as early and as late.",
    queries: {
      population: "SELECT count(*) FROM analytics_users",
      violations: `
        SELECT u.customer_id, u.audience, u.user_id FROM analytics_users AS u
        LEFT JOIN analytics_users AS e ON e.customer_id = u.customer_id AND e.audience = '' AND e.user_id = u.user_id
        WHERE u.audience <> ''
          AND (e.user_id IS NULL OR e.first_day > u.first_day OR e.last_day < u.last_day OR e.user_no <> u.user_no)`
    }
  },
  {
    id: "figures_follow",
    title: "No change waits longer than it may to be added up.",
    quiescent: true,
    ofErased: true,
    queries: {
      population,
      violations: `
        SELECT customer_id, delta_id, created_at FROM analytics_deltas WHERE ${isLate("created_at")}`
    }
  }
]
