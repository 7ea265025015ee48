import { Schema } from "effect"
import { fitsFreeMap } from "../Ids.ts"
import { absentAs, Key, PositiveAmount } from "./Shared.ts"

/** Free-form JSON a tenant keeps with a thing. */
export const Metadata = Schema.Record(Schema.String.check(Schema.isBetweenLength(1, 128)), Schema.Json).check(
  Schema.isMaxProperties(50)
)

const price = { token_key: Key, cost: PositiveAmount }
const gateFields = { ...price, metadata: absentAs(Metadata.check(fitsFreeMap), {}) }

/** Body of PUT: a gate is addressed by its key and unlocked by spending primary tokens. */
export const GateInput = Schema.Struct(gateFields).annotate({ identifier: "GateInput" })
export type GateInput = typeof GateInput.Type

/** A gate in a file that is imported. */
export const GateEntry = Schema.Struct({ gate_key: Key, ...gateFields }).annotate({ identifier: "GateEntry" })

export const Gate = Schema.Struct({ gate_key: Key, ...price, metadata: Metadata }).annotate({ identifier: "Gate" })
export type Gate = typeof Gate.Type
