/** Gates in Postgres. Removing a gate takes nothing from the buddies that unlocked it. */
import { Context, Layer } from "effect"
import { liveTable, type LiveStore } from "../../../resource/Store.ts"
import { gates } from "./Api.ts"

export class GateStore extends Context.Service<GateStore, LiveStore<typeof gates>>()(
  "hatchery/features/gates/GateStore"
) {
  static readonly layer = Layer.effect(
    GateStore,
    liveTable(gates, {
      table: "gates",
      columns: { gate_key: "text", token_key: "text", cost: "bigint", metadata: "jsonb" }
    })
  )
}
