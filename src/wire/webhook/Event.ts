/** How an outbound event is written down, and the field types they are made of. */
import { Schema } from "effect"
import { Timestamp } from "../Ids.ts"

/** Who hears of an event: the tenant's endpoints, or only the endpoint configured on one cause. */
export type Audience = "endpoints" | "cause"

export interface WebhookEvent<Fields extends Schema.Struct.Fields> {
  readonly description: string
  readonly payload: Schema.Struct<Fields>
  readonly example: Schema.Struct<Fields>["Type"]
  readonly audience: Audience
}

export const event = <const Fields extends Schema.Struct.Fields>(
  description: string,
  fields: Fields,
  example: Schema.Struct<Fields>["Type"],
  audience: Audience = "endpoints"
): WebhookEvent<Fields> => ({ description, payload: Schema.Struct(fields), example, audience })

export const text = Schema.String
export const textOrNull = Schema.NullOr(Schema.String)
export const int = Schema.Int
export const flag = Schema.Boolean
export const time = Timestamp
export const timeOrNull = Schema.NullOr(Timestamp)
