/** What a mystery box refuses whoever would open it. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"

const box = { box_key: Schema.String }

export class BoxUnavailable extends Schema.TaggedError<BoxUnavailable>()("BoxUnavailable", {
  ...box,
  reason: Schema.Literals(["inactive", "not_yet", "no_longer", "other_audience"])
}) {}
export const boxUnavailable = failure(BoxUnavailable, {
  status: 409,
  code: "item_unavailable",
  message: (e) => `This box cannot be opened now: ${e.reason.replaceAll("_", " ")}.`,
  details: (e) => ({ box_key: e.box_key, reason: e.reason })
})

export class BoxOutOfStock extends Schema.TaggedError<BoxOutOfStock>()("BoxOutOfStock", box) {}
export const boxOutOfStock = failure(BoxOutOfStock, {
  status: 409,
  code: "out_of_stock",
  message: () => "The last of these boxes is opened.",
  details: (e) => ({ box_key: e.box_key })
})

export class BoxExhausted extends Schema.TaggedError<BoxExhausted>()("BoxExhausted", box) {}
export const boxExhausted = failure(BoxExhausted, {
  status: 409,
  code: "box_exhausted",
  message: () => "The buddy has everything that could be in this box.",
  details: (e) => ({ box_key: e.box_key })
})

export class BoxLimitReached extends Schema.TaggedError<BoxLimitReached>()("BoxLimitReached", {
  limit: Schema.String,
  used: Schema.Int,
  max: Schema.Int
}) {}
export const boxLimitReached = failure(BoxLimitReached, {
  status: 409,
  code: "box_limit_reached",
  message: (e) => `The buddy has opened this box as often as ${e.limit} lets it.`,
  details: (e) => ({ limit: e.limit, used: e.used, max: e.max })
})
