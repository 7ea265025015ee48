/** Tables of figures as so many events of so many users leave them, and as Postgres keeps them when it has the time. */
import type { Client } from "pg"

export const audiences = ["a", "b", "c"]
/** Days of sums, and of cohorts; months of users. */
const [days, cohort_days, months_back] = [1_096, 400, 3]

/** How many keys a metric has, in the words of reports. */
const keys: ReadonlyArray<readonly [metric: string, key: string, count: number]> = [
  ["events", "type.", 50],
  ["events_backfilled", "type.", 5],
  ["events_unrewarded", "type.", 50],
  ["events_without_buddy", "type.", 50],
  ["coins_in", "coin_rule:r", 60],
  ["coins_out", "purchase:i", 20],
  ["tokens_in", "xp:token_rule:r", 20],
  ["tokens_out", "xp:gate:g", 10],
  ["badges", "badge_", 30],
  ["gates", "gate_", 10],
  ["streak_extended", "streak_", 5],
  ["streak_lost", "streak_", 5],
  ["feature_actions", "feature_", 20]
]

/** Which share of the users used what, in one of so many; by the places of the features. */
const features: ReadonlyArray<readonly [feature: string, one_of: number]> = [
  ["~rewarded", 1],
  ["shop_view", 3],
  ["purchase", 10],
  ["equip", 20]
]

const fillCounters = async (client: Client, customer_id: string, events: number) => {
  for (const [metric, key, count] of keys)
    await client.query(
      `INSERT INTO analytics_counters (customer_id, metric, day, audience, key, count, amount)
       SELECT $1::uuid, $2, current_date - d, a, $3 || k, greatest(1, $4::bigint), greatest(1, $4::bigint) * 5
       FROM generate_series(0, ${days - 1}) AS d, unnest($5::text[]) AS a, generate_series(1, $6::int) AS k`,
      [customer_id, metric, key, Math.floor(events / (days * audiences.length * count)), audiences, count]
    )
}

const fillCohorts = (client: Client, customer_id: string, users: number) =>
  client.query(
    `INSERT INTO analytics_cells (customer_id, audience, granularity, cohort, period, kind, users)
     SELECT $1::uuid, a, g, date_trunc(g, c)::date, date_trunc(g, p)::date, kind, sum(greatest(1, $2::bigint))
     FROM unnest('{day,week,month}'::text[]) AS g, unnest($3::text[]) AS a, unnest('{active,last}'::text[]) AS kind,
       generate_series(current_date - ${cohort_days}, current_date, interval '1 day') AS c,
       generate_series(c, current_date, interval '1 day') AS p
     GROUP BY 1, 2, 3, 4, 5, 6`,
    [customer_id, Math.floor(users / (cohort_days * 10)), ["", ...audiences]]
  )

/** The newest months by their year: a window that begins in the one before costs more. */
const monthsByYear = () => {
  const now = new Date()
  const years = new Map<string, Array<string>>()
  for (let back = 0; back < months_back; back++) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 10)
    const year = month.slice(0, 4)
    years.set(year, [...(years.get(year) ?? []), month])
  }
  return years
}

const fillUsers = async (client: Client, customer_id: string, users: number) => {
  for (const [place, [feature]] of features.entries())
    await client.query("INSERT INTO analytics_features (customer_id, feature, place) VALUES ($1, $2, $3)", [
      customer_id,
      feature,
      place + 1
    ])
  for (const audience of ["''", "(array['a', 'b', 'c'])[1 + n % 3]"]) {
    await client.query(
      `INSERT INTO analytics_users (customer_id, audience, user_id, user_no, first_day, last_day)
       SELECT $1::uuid, ${audience}, 'u' || n, hashtextextended('u' || n, 0), current_date - 60 - n % 300,
         current_date - n % 40 FROM generate_series(0, $2::int - 1) AS n`,
      [customer_id, users]
    )
    for (const [year, own] of monthsByYear()) {
      const bits = own
        .map((month) => `analytics_month_bits('${month}'::date, 1 + (n * 2654435761 % 268435455)::int)`)
        .join(" | ")
      const used = features.map(([, one_of]) => `CASE WHEN n % ${one_of} = 0 THEN ${bits} END`)
      await client.query(
        `INSERT INTO analytics_user_years (customer_id, audience, year, user_no, days,
           ${features.map((_, place) => `used_${place + 1}`).join(", ")})
         SELECT $1::uuid, ${audience}, '${year}-01-01'::date, hashtextextended('u' || n, 0), ${bits}, ${used.join(", ")}
         FROM generate_series(0, $2::int - 1) AS n`,
        [customer_id, users]
      )
    }
  }
}

export const fillFigures = async (
  client: Client,
  customer_id: string,
  events: number,
  users: number
): Promise<void> => {
  await fillCounters(client, customer_id, events)
  await fillCohorts(client, customer_id, users)
  await fillUsers(client, customer_id, users)
  await client.query("VACUUM ANALYZE")
}
