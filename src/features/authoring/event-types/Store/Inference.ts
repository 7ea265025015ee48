/**
 * Counts over the newest events of a tenant. Postgres looks at them, over the connections of reports: only counts and a
 * few short texts leave it.
 */
import { Context, Effect, Layer, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import type { ServiceUnavailable } from "../../../../wire/Failure.ts"
import type { RateLimited } from "../../../../wire/Group.ts"
import { EventTypeInput } from "../../../../wire/content/EventType.ts"
import { inferenceLimits } from "../Api/Inferred.ts"
import type { PropertyCounts, TypeCounts } from "../Rules/Inference.ts"

const count = Schema.Int
const TypeRow = Schema.Struct({
  event_type: Schema.String,
  events: count,
  sampled: count,
  first_at: Schema.Date,
  last_at: Schema.Date,
  defined: Schema.NullOr(Schema.toEncoded(EventTypeInput)),
  properties: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      events: count,
      kinds: Schema.Struct({
        string: count,
        number: count,
        boolean: count,
        array: count,
        object: count,
        null: count
      }),
      minimum: Schema.NullOr(Schema.Finite),
      maximum: Schema.NullOr(Schema.Finite),
      max_length: Schema.NullOr(count),
      formats: Schema.Struct({ "date-time": count, email: count, uuid: count, url: count }),
      personal: count,
      values: Schema.NullOr(Schema.Array(Schema.Tuple([Schema.String, count])))
    })
  )
})

export interface Sample {
  readonly sampled: number
  readonly from: Date | null
  readonly to: Date | null
  readonly types: ReadonlyArray<TypeCounts>
  readonly truncated: boolean
}

interface Asked {
  readonly event_type?: string | undefined
  readonly sample: number
}

const dateTime = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$`
const email = String.raw`^[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)+$`
const uuid = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
const url = String.raw`^https?://\S+$`
const phone = String.raw`^(\+|\(?0)\d[\d ()./-]{6,}$`
const card = String.raw`^\d{4}([ -]?\d{4}){2}[ -]?\d{1,7}$`
/** longer texts have none of these forms, and are not looked at in whole */
const form_length_max = 2_048

const { properties_max, sample_bytes_max, types_max, value_length_max, values_max } = inferenceLimits

const statement = (sql: SqlClient.SqlClient, customer_id: string, { event_type, sample }: Asked) => sql`
  WITH newest AS (
    SELECT sequence, type, properties, occurred_at FROM events
    WHERE customer_id = ${customer_id}::uuid ${event_type === undefined ? sql`` : sql`AND type = ${event_type}`}
    ORDER BY sequence DESC LIMIT ${sample}),
  sample AS MATERIALIZED (
    SELECT type, properties, occurred_at FROM (
      SELECT *, sum(octet_length(properties::text)) OVER (ORDER BY sequence DESC ROWS UNBOUNDED PRECEDING) AS bytes
      FROM newest) AS weighed
    WHERE bytes <= ${sample_bytes_max}),
  looked AS (SELECT count(*)::int AS sampled, min(occurred_at) AS first_at, max(occurred_at) AS last_at FROM sample),
  kept AS (SELECT type, count(*)::int AS events FROM sample GROUP BY type ORDER BY 2 DESC, 1 LIMIT ${types_max + 1}),
  found AS MATERIALIZED (
    SELECT s.type, p.key, json_typeof(p.value) AS kind,
      CASE WHEN json_typeof(p.value) IN ('string', 'number') THEN p.value #>> '{}' END AS text
    FROM sample AS s JOIN kept USING (type) CROSS JOIN LATERAL json_each(s.properties) AS p),
  counted AS (
    SELECT type, key, count(*)::int AS events,
      json_build_object('string', count(*) FILTER (WHERE kind = 'string'),
        'number', count(*) FILTER (WHERE kind = 'number'), 'boolean', count(*) FILTER (WHERE kind = 'boolean'),
        'array', count(*) FILTER (WHERE kind = 'array'), 'object', count(*) FILTER (WHERE kind = 'object'),
        'null', count(*) FILTER (WHERE kind = 'null')) AS kinds,
      min(CASE WHEN kind = 'number' THEN text::float8 END) AS minimum,
      max(CASE WHEN kind = 'number' THEN text::float8 END) AS maximum,
      max(CASE WHEN kind = 'string' THEN length(text) END) AS max_length,
      json_build_object('date-time', count(*) FILTER (WHERE short ~ ${dateTime}),
        'email', count(*) FILTER (WHERE short ~ ${email}), 'uuid', count(*) FILTER (WHERE short ~ ${uuid}),
        'url', count(*) FILTER (WHERE short ~ ${url})) AS formats,
      (count(*) FILTER (WHERE short ~ ${phone} OR short ~ ${card}))::int AS personal
    FROM (SELECT *, CASE WHEN kind = 'string' AND length(text) <= ${form_length_max} THEN text END AS short
      FROM found) AS texts
    GROUP BY type, key),
  ranked AS (SELECT *, row_number() OVER (PARTITION BY type ORDER BY events DESC, key) AS rank FROM counted),
  valued AS (
    SELECT f.type, f.key, f.text, count(*)::int AS events FROM found AS f
    JOIN ranked AS r ON r.type = f.type AND r.key = f.key AND r.rank <= ${properties_max}
      AND r.max_length <= ${value_length_max}
    WHERE f.kind = 'string' GROUP BY 1, 2, 3),
  listed AS (
    SELECT type, key, json_agg(json_build_array(text, events) ORDER BY events DESC, text) AS values
    FROM valued GROUP BY type, key HAVING count(*) <= ${values_max})
  SELECT k.type AS event_type, k.events, looked.sampled, looked.first_at, looked.last_at,
    CASE WHEN t.event_type IS NOT NULL THEN json_build_object('event_type', t.event_type, 'name', t.name,
      'description', coalesce(t.description, ''), 'properties', t.properties,
      'unknown_properties', t.unknown_properties, 'status', t.status) END AS defined,
    coalesce((SELECT json_agg(json_build_object('name', r.key, 'events', r.events, 'kinds', r.kinds,
        'minimum', r.minimum, 'maximum', r.maximum, 'max_length', r.max_length, 'formats', r.formats,
        'personal', r.personal, 'values', l.values) ORDER BY r.rank)
      FROM ranked AS r LEFT JOIN listed AS l ON l.type = r.type AND l.key = r.key
      WHERE r.type = k.type AND r.rank <= ${properties_max + 1}), '[]') AS properties
  FROM kept AS k CROSS JOIN looked
  LEFT JOIN event_types AS t ON t.customer_id = ${customer_id}::uuid AND t.event_type = k.type
  ORDER BY k.events DESC, k.type`

const countsOf = ({ defined, event_type, events, properties }: typeof TypeRow.Type): TypeCounts => ({
  event_type,
  events,
  defined,
  properties: properties.slice(0, properties_max) as ReadonlyArray<PropertyCounts>,
  truncated: properties.length > properties_max
})

export class EventSamples extends Context.Service<
  EventSamples,
  { look(customer_id: string, asked: Asked): Effect.Effect<Sample, RateLimited | ServiceUnavailable> }
>()("hatchery/features/event-types/EventSamples") {
  static readonly layer = Layer.effect(
    EventSamples,
    Effect.map(Reports, (reports) =>
      EventSamples.of({
        look: Effect.fn("EventSamples.look")(function* (customer_id, asked) {
          const found = yield* reports.read(customer_id, (sql) => rows(TypeRow)(statement(sql, customer_id, asked)))
          return {
            sampled: found[0]?.sampled ?? 0,
            from: found[0]?.first_at ?? null,
            to: found[0]?.last_at ?? null,
            types: found.slice(0, types_max).map(countsOf),
            truncated: found.length > types_max
          }
        })
      })
    )
  )
}
