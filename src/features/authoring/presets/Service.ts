/**
 * Writes a preset, or any content of that shape, into a workspace: versioned parts into the draft, live parts by key,
 * all or nothing.
 */
import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { PresetContent } from "../../../wire/content/ConfigContent.ts"
import type { ConfigVersion } from "../../../wire/answers/ConfigVersion.ts"
import { renameInContent } from "../config-versions/Rules/Files.ts"
import { applyPatch } from "../config-versions/Rules/Sections.ts"
import { catalogueWrites } from "../../economy/marketplaces/Store/Catalogue.ts"
import { transactionOf } from "../config-versions/Store/Versions.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { assignments } from "../../tenant/customers/Store/Assignments.ts"
import { EventTypeStore } from "../event-types/Store.ts"
import { GateStore } from "../../economy/gates/Store.ts"
import type { CompletePreset } from "./Rules/Catalogue.ts"

export class Presets extends Context.Service<
  Presets,
  {
    /** answers the draft */
    apply(customer_id: string, preset: CompletePreset): Effect.Effect<ConfigVersion>
  }
>()("hatchery/features/presets/Presets") {
  static readonly layer = Layer.effect(
    Presets,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const versions = yield* ConfigVersionStore
      const eventTypes = yield* EventTypeStore
      const gates = yield* GateStore
      const transaction = transactionOf(sql)
      const { takePreset } = assignments(sql)
      const { putMarketplaces } = catalogueWrites(sql)

      const putContent = Effect.fnUntraced(function* (customer_id: string, content: PresetContent) {
        for (const eventType of content.event_types) yield* eventTypes.put(customer_id, eventType)
        for (const gate of content.gates) yield* gates.put(customer_id, gate)
        const names = yield* putMarketplaces(customer_id, content.marketplaces)
        const rules = renameInContent(content, names.idOf)
        yield* versions.edit(customer_id, (draft, nextId) =>
          Result.map(applyPatch(draft, rules, nextId), (filled) => ({ content: filled, value: undefined }))
        )
      })

      return Presets.of({
        apply: Effect.fn("Presets.apply")(function* (customer_id, preset) {
          return yield* transaction(
            Effect.gen(function* () {
              yield* versions.open(customer_id)
              yield* putContent(customer_id, preset.content)
              yield* takePreset(customer_id, preset.key)
              return (yield* versions.open(customer_id)).version
            })
          )
        }, Effect.orDie)
      })
    })
  ).pipe(Layer.provide([ConfigVersionStore.layer, EventTypeStore.layer, GateStore.layer]))
}
