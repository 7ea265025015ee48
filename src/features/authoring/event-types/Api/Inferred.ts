/** What events look like, going by those that were sent. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { Access, RequiredCapability } from "../../../../wire/Access.ts"
import { serviceUnavailable, validationFailed } from "../../../../wire/Failure.ts"
import { rateLimited } from "../../../../wire/Group.ts"
import { text, Timestamp } from "../../../../wire/Ids.ts"
import { EventTypeInput } from "../../../../wire/content/EventType.ts"
import { whole } from "../../../../wire/content/Shared.ts"
import { says } from "../../../../wire/Words.ts"

export const inferenceLimits = {
  sample_min: 100,
  sample_max: 50_000,
  sample_default: 10_000,
  /** of the properties of all events looked at: fewer events where they are large */
  sample_bytes_max: 16_000_000,
  types_max: 100,
  properties_max: 50,
  values_max: 20,
  value_length_max: 40,
  /** of a property before its values are told, and of a type before anything is called required */
  events_min: 20,
  value_share_min: 0.01
} as const

export const jsonKinds = ["string", "number", "boolean", "array", "object"] as const
export type JsonKind = (typeof jsonKinds)[number]
const Kind = Schema.Literals(jsonKinds)
const Share = Schema.Finite.annotate({ description: "0 to 1, four decimals" })

const InferredProperty = Schema.Struct({
  name: Schema.String,
  types: Schema.Record(Schema.String, Schema.Int).annotate({ description: "events by JSON type; nulls apart" }),
  present_share: Share,
  null_share: Share,
  format: Schema.NullOr(Schema.Literals(["date-time", "email", "uuid", "url"])).annotate({
    description: "what every one of its strings is"
  }),
  minimum: Schema.NullOr(Schema.Finite),
  maximum: Schema.NullOr(Schema.Finite),
  max_length: Schema.NullOr(Schema.Int),
  values: Schema.NullOr(Schema.Array(Schema.String)).annotate({
    description: "all of them, where they are few; never of what looks personal"
  }),
  looks_personal: Schema.Boolean,
  stable: Schema.Boolean.annotate({ description: "of one type wherever it stands, and never null" })
}).annotate({ identifier: "InferredProperty" })
export type InferredProperty = typeof InferredProperty.Type

const Conflict = Schema.Struct({
  property: Schema.String,
  expected: Kind.annotate({ description: "as defined, else what it mostly is" }),
  found: Kind,
  share: Share.annotate({ description: "of the events that carry the property" })
}).annotate({ identifier: "InferredConflict" })

export const InferredType = Schema.Struct({
  event_type: Schema.String,
  defined: Schema.Boolean,
  events: Schema.Int,
  properties: Schema.Array(InferredProperty),
  conflicts: Schema.Array(Conflict),
  suggestion: Schema.NullOr(Schema.toEncoded(EventTypeInput)).annotate({
    description: "a body for POST /event-types, of a defined one for PUT; adopted by nobody but you"
  }),
  truncated: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "InferredEventType" })
export type InferredType = typeof InferredType.Type

export const InferredTypes = Schema.Struct({
  sampled: Schema.Int.annotate({ description: "how many events were looked at" }),
  from: Schema.NullOr(Timestamp),
  to: Schema.NullOr(Timestamp),
  types: Schema.Array(InferredType),
  truncated: Schema.optionalKey(Schema.Boolean).annotate({ description: "there are more types" })
}).annotate({ identifier: "InferredEventTypes" })
export type InferredTypes = typeof InferredTypes.Type

export const InferredSchemas = Schema.Struct({
  $schema: Schema.String,
  $defs: Schema.Record(Schema.String, Schema.Json).annotate({ description: "of each type the schema of its events" })
}).annotate({ identifier: "InferredEventSchemas" })

/** Whatever events may say they are: also what nobody could define. */
const SentType = text({ min: 1, max: 128 })

export const inferred = HttpApiEndpoint.get("inferred", "/event-types/inferred", {
  query: {
    event_type: Schema.optionalKey(SentType),
    sample: Schema.optionalKey(whole(inferenceLimits.sample_min, inferenceLimits.sample_max)).annotate({
      description:
        `so many of the newest events, of no more than ${inferenceLimits.sample_bytes_max / 1_000_000} MB of ` +
        `properties; ${inferenceLimits.sample_default} unless said`
    }),
    format: Schema.optionalKey(Schema.Literals(["json", "json_schema", "typescript"]))
  },
  success: [InferredTypes, InferredSchemas, Schema.String.pipe(HttpApiSchema.asText())],
  error: [validationFailed, rateLimited, serviceUnavailable]
})
  .annotate(Access, "tenant_read")
  .annotate(RequiredCapability, "events")
  .annotateMerge(
    says(
      "Infer event types from what was sent",
      "What the newest events look like: types, formats and shares of their properties, what contradicts their " +
        "definition, and a definition that would fit. `format=json_schema` answers one JSON Schema with a definition " +
        "per type under `$defs`, `format=typescript` declarations as text. User ids are never read. At most " +
        `${inferenceLimits.types_max} types of ${inferenceLimits.properties_max} properties, of their top level only.`
    )
  )
