/**
 * Writes a preset, or any content of that shape, into a workspace: versioned parts into the draft, live parts by key,
 * all or nothing.
 */
import { Context, Effect, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { PresetContent } from "../../../wire/content/ConfigContent.ts"
import type { ConfigVersion } from "../../../wire/answers/ConfigVersion.ts"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { renameInContent } from "../config-versions/Rules/Files.ts"
import { applyPatch, emptyContent } from "../config-versions/Rules/Sections.ts"
import { placesIn } from "../../economy/marketplaces/Rules/ItemNames.ts"
import { catalogueWrites } from "../../economy/marketplaces/Store/Catalogue.ts"
import { liveContent } from "../config-versions/Store/Content.ts"
import { toWire, transactionOf, versionReads } from "../config-versions/Store/Versions.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { assignments } from "../../../platform/auth/Assignments.ts"
import { EventTypeStore } from "../event-types/Store.ts"
import { GateStore } from "../../economy/gates/Store.ts"
import { additions, withKept } from "./Rules/Merging.ts"
import type { CompletePreset } from "./Rules/Catalogue.ts"

/** A preset, or whatever else is of that shape. */
export type Applicable = Pick<CompletePreset, "key" | "content">

export class Presets extends Context.Service<
  Presets,
  {
    /** answers the draft */
    apply(customer_id: string, preset: Applicable): Effect.Effect<ConfigVersion>
    /**
     * Adds what has a key that is not there yet, and leaves the rest as it is; answers the draft. Nothing is written
     * where a version cannot hold both.
     */
    merge(customer_id: string, preset: Applicable): Effect.Effect<ConfigVersion, ValidationFailed>
    /** what an author looks at: the open draft, else the active version, else a new draft */
    current(customer_id: string): Effect.Effect<ConfigVersion>
  }
>()("hatchery/features/presets/Presets") {
  static readonly layer = Layer.effect(
    Presets,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([ConfigVersionStore.layer, EventTypeStore.layer, GateStore.layer]))
}

/**
 * Writes content: what lives beside the versions by key, the rules into the draft. `kept` stays in each section;
 * `brought` is what the rules mean by a key of an item.
 */
const putting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* ConfigVersionStore
  const eventTypes = yield* EventTypeStore
  const gates = yield* GateStore
  const { putMarketplaces } = catalogueWrites(sql)
  return Effect.fnUntraced(function* (
    customer_id: string,
    content: PresetContent,
    kept = emptyContent,
    brought = placesIn(content.marketplaces)
  ) {
    for (const eventType of content.event_types) yield* eventTypes.put(customer_id, eventType)
    for (const gate of content.gates) yield* gates.put(customer_id, gate)
    const names = yield* putMarketplaces(customer_id, content.marketplaces, brought)
    const rules = withKept(kept, renameInContent(content, names.idOf))
    yield* versions.edit(customer_id, (draft, nextId) =>
      Result.map(applyPatch(draft, rules, nextId), (filled) => ({ content: filled, value: undefined }))
    )
  })
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* ConfigVersionStore
  const putContent = yield* putting
  const transaction = transactionOf(sql)
  const { takePreset } = assignments(sql)
  const { only } = versionReads(sql)
  const draftOf = (customer_id: string) => Effect.map(versions.open(customer_id), ({ version }) => version)

  return Presets.of({
    apply: Effect.fn("Presets.apply")(
      function* (customer_id, preset) {
        yield* draftOf(customer_id)
        yield* putContent(customer_id, preset.content)
        yield* takePreset(customer_id, preset.key)
        return yield* draftOf(customer_id)
      },
      transaction,
      Effect.orDie
    ),
    merge: Effect.fn("Presets.merge")(
      function* (customer_id, preset) {
        const { content } = yield* draftOf(customer_id)
        const { parts } = yield* liveContent(sql).read(customer_id)
        const brought = placesIn(preset.content.marketplaces)
        yield* putContent(customer_id, additions(content, parts, preset.content), content, brought)
        return yield* draftOf(customer_id)
      },
      transaction,
      Effect.catch((failed) => (failed instanceof ValidationFailed ? Effect.fail(failed) : Effect.die(failed)))
    ),
    current: Effect.fn("Presets.current")(function* (customer_id) {
      const draft = yield* only(customer_id, "draft")
      const found = Option.isSome(draft) ? draft : yield* only(customer_id, "published")
      return Option.isSome(found) ? toWire(found.value) : yield* draftOf(customer_id)
    })
  })
})
