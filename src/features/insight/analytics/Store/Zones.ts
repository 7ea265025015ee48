/** Which zone a workspace had when: a day that was counted stays the day it was. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type Zone, zoneOf } from "../../../../engine/calendar/zones.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"

const ZoneRow = Schema.Struct({
  customer_id: Schema.String,
  since: Schema.Number,
  timezone: Schema.NullOr(Schema.String)
})

/** In force from a moment on (epoch ms), ascending. */
export type Zones = ReadonlyArray<{ readonly since: number; readonly zone: Zone }>

export const zonesOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, customer_ids: ReadonlyArray<string>) {
  const found = yield* rows(ZoneRow)(sql`
    SELECT c.customer_id, coalesce(extract(epoch FROM z.since) * 1000, '-infinity')::float8 AS since,
      coalesce(z.timezone, c.settings ->> 'timezone') AS timezone
    FROM customers AS c LEFT JOIN analytics_zones AS z ON z.customer_id = c.customer_id
    WHERE c.customer_id = ANY(${customer_ids}::uuid[]) ORDER BY c.customer_id, z.since`)
  const all = new Map<string, Array<Zones[number]>>()
  for (const { customer_id, since, timezone } of found) {
    const known = all.get(customer_id) ?? []
    all.set(customer_id, known)
    known.push({ since, zone: zoneOf(timezone) })
  }
  return all as ReadonlyMap<string, Zones>
})

export const zoneAt = (zones: Zones | undefined, at: number): Zone =>
  zones?.findLast(({ since }) => since <= at)?.zone ?? zoneOf(null)
