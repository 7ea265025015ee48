/** Config as code on Postgres: a workspace as a file, what another file would change, and writing it. */
import { Context, Effect, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { type NotFound, ValidationFailed } from "../../../../wire/Failure.ts"
import { breathe } from "../../../../wire/Turns.ts"
import type { PresetContent } from "../../../../wire/content/ConfigContent.ts"
import { EventTypeStore } from "../../event-types/Store.ts"
import { GateStore } from "../../../economy/gates/Store.ts"
import { ConfigChanged, type ConfigPlan } from "../Api/Files.ts"
import { canonical, countsOf, fileChanges, fileOf, liveIssues, renameInContent, unmanaged } from "../Rules/Files.ts"
import { publishIssues, warnings } from "../Rules/References.ts"
import { applyPatch, emptyContent } from "../Rules/Sections.ts"
import { ConfigVersionStore, type OpenedDraft } from "../Store.ts"
import { itemNames, placesIn } from "../../../economy/marketplaces/Rules/ItemNames.ts"
import { catalogueWrites } from "../../../economy/marketplaces/Store/Catalogue.ts"
import { type Live, liveContent } from "../Store/Content.ts"
import { transactionOf, versionReads, versionWrites } from "../Store/Versions.ts"

export class ConfigFiles extends Context.Service<
  ConfigFiles,
  {
    /** in canonical form */
    export(customer_id: string, reference: string): Effect.Effect<PresetContent, NotFound>
    /** what import would change; writes nothing */
    plan(customer_id: string, content: PresetContent): Effect.Effect<ConfigPlan, ValidationFailed>
    /** all or nothing; answers the draft. Nothing when the configuration is not at the revision that is expected */
    import(
      customer_id: string,
      content: PresetContent,
      expected_revision?: string
    ): Effect.Effect<OpenedDraft, ValidationFailed | ConfigChanged>
  }
>()("hatchery/features/config-versions/ConfigFiles") {
  static readonly layer = Layer.effect(
    ConfigFiles,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const versions = yield* ConfigVersionStore
      const { read } = liveContent(sql)
      const standing = standingOf(sql)
      return ConfigFiles.of({
        ...(yield* importing),
        export: Effect.fn("ConfigFiles.export")(function* (customer_id, reference) {
          const { content } = yield* versions.get(customer_id, reference)
          const { names, parts } = yield* read(customer_id)
          return fileOf(content, parts, names)
        }),
        plan: Effect.fn("ConfigFiles.plan")(function* (customer_id, content) {
          yield* refuseRepeated(content)
          const { compared_with, from, live, revision } = yield* standing(customer_id)
          // A file of thousands of things: each of these steps is long enough for one turn.
          yield* breathe
          const to = canonical(content, itemNames(live.items, placesIn(content.marketplaces)))
          yield* breathe
          const changes = fileChanges(from, to)
          yield* breathe
          const verdict = yield* judge(content, live)
          yield* breathe
          return {
            compared_with,
            revision,
            in_sync: changes.length === 0,
            counts: countsOf(changes),
            changes: changes as ConfigPlan["changes"],
            unmanaged: unmanaged(from, to),
            ...verdict
          }
        })
      })
    })
  ).pipe(Layer.provide([ConfigVersionStore.layer, EventTypeStore.layer, GateStore.layer]))
}

/** What a file is compared with: the open draft, else the active version, and what is live. */
const standingOf = (sql: SqlClient.SqlClient) => {
  const { read } = liveContent(sql)
  const { only } = versionReads(sql)
  return Effect.fnUntraced(function* (customer_id: string) {
    const draft = yield* only(customer_id, "draft")
    const base = Option.isSome(draft) ? draft : yield* only(customer_id, "published")
    const live = yield* read(customer_id)
    const before = Option.match(base, { onNone: () => emptyContent, onSome: (version) => version.content })
    const from = fileOf(before, live.parts, live.names)
    const compared_with = Option.getOrNull(
      Option.map(base, ({ config_version_id, number, status }) => ({
        config_version_id,
        number,
        status: status as "draft" | "published"
      }))
    )
    const digest = createHash("sha256").update(JSON.stringify([compared_with, from]))
    return { compared_with, from, live, revision: `sha256:${digest.digest("hex")}` }
  })
}

const refuseRepeated = Effect.fnUntraced(function* (content: PresetContent) {
  const issues = liveIssues(content)
  if (issues.length > 0) return yield* new ValidationFailed({ issues })
})

const importing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* ConfigVersionStore
  const eventTypes = yield* EventTypeStore
  const gates = yield* GateStore
  const transaction = transactionOf(sql)
  const { arrange, putMarketplaces } = catalogueWrites(sql)
  const { lock } = versionWrites(sql)
  const standing = standingOf(sql)

  /** Under the lock every author takes, so that what is looked at is what is written over. */
  const refuseChanged = Effect.fnUntraced(function* (customer_id: string, expected_revision: string) {
    yield* lock(customer_id)
    const { revision } = yield* standing(customer_id)
    if (revision !== expected_revision) return yield* new ConfigChanged({ expected_revision, revision })
  })

  const write = Effect.fnUntraced(function* (customer_id: string, content: PresetContent) {
    // Opening takes the lock every author takes, before anything is written.
    const { created } = yield* versions.open(customer_id)
    for (const eventType of content.event_types) yield* eventTypes.put(customer_id, eventType)
    for (const gate of content.gates) yield* gates.put(customer_id, gate)
    const names = yield* putMarketplaces(customer_id, content.marketplaces)
    for (const marketplace of content.marketplaces) yield* arrange(customer_id, marketplace)
    yield* breathe
    const rules = renameInContent(content, names.idOf)
    yield* breathe
    yield* versions.edit(customer_id, (draft, nextId) =>
      Result.map(applyPatch(draft, rules, nextId), (filled) => ({ content: filled, value: undefined }))
    )
    return { version: (yield* versions.open(customer_id)).version, created }
  })
  return {
    import: Effect.fn("ConfigFiles.import")(function* (
      customer_id: string,
      content: PresetContent,
      expected_revision?: string
    ) {
      yield* refuseRepeated(content)
      const guard = expected_revision === undefined ? Effect.void : refuseChanged(customer_id, expected_revision)
      return yield* transaction(Effect.andThen(guard, write(customer_id, content)))
    })
  }
})

/** What publishing would say if the file were the draft; the items it brings count as there. */
const judge = Effect.fnUntraced(function* (content: PresetContent, live: Live) {
  const ids = new Map(live.items.map((item) => [`${item.marketplace_key}/${item.item_key}`, item.item_id]))
  const places = placesIn(content.marketplaces)
  const brought = places.map(({ item_key, marketplace_key }) => {
    const item_id = ids.get(`${marketplace_key}/${item_key}`) ?? `${marketplace_key}/${item_key}`
    return { item_id, item_key, marketplace_key }
  })
  const known = new Set(live.items.map(({ item_id }) => item_id))
  const items = [...live.items, ...brought.filter(({ item_id }) => !known.has(item_id))]
  let number = 0
  const nextId = () => `00000000-0000-7000-8000-${String(number++).padStart(12, "0")}`
  const resolved = renameInContent(content, itemNames(items, places).idOf)
  yield* breathe
  const filled = yield* Effect.fromResult(applyPatch(emptyContent, resolved, nextId))
  const names = {
    event_badges: live.event_badges,
    gates: new Set([...live.parts.gates, ...content.gates].map(({ gate_key }) => gate_key)),
    event_types: new Set([...live.parts.event_types, ...content.event_types].map(({ event_type }) => event_type)),
    items: new Set(items.map(({ item_id }) => item_id))
  }
  const requirements = Object.fromEntries(
    resolved.marketplaces.flatMap((marketplace) =>
      marketplace.items.map((item) => [`${marketplace.marketplace_key}/${item.item_key}`, item.requirements] as const)
    )
  )
  yield* breathe
  return {
    errors: publishIssues(filled, names).map(({ message }) => message),
    warnings: warnings(filled, names, requirements)
  }
})
