/**
 * Config versions in Postgres. Everything that changes them takes the customer's row first (a lock that leaves
 * foreign keys to it alone), so two authors cannot open two drafts, lose each other's edits or publish half of one. A
 * trigger guards what is frozen.
 */
import { Clock, Context, Effect, Layer, Option, type Result } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { RandomBytes, uuidAt } from "../../../platform/postgres/Ids.ts"
import type { OffsetPage } from "../../../platform/postgres/Paging.ts"
import { type NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import type { Caller } from "../../../wire/Principal.ts"
import type { ConfigContent } from "../../../wire/content/ConfigContent.ts"
import { ConfigEmpty, ConfigNotDraft, DraftExists, type Impact, type UpdateDraft } from "./Api.ts"
import type { ConfigVersion, ConfigVersionSummary } from "../../../wire/answers/ConfigVersion.ts"
import { contentChanges } from "./Rules/Impact.ts"
import { publishIssues, warnings } from "./Rules/References.ts"
import { applyPatch, type Edited, emptyContent, isEmpty } from "./Rules/Sections.ts"
import { liveReads } from "./Store/Live.ts"
import { toSummary, toWire, transactionOf, versionReads, versionWrites } from "./Store/Versions.ts"

export interface OpenedDraft {
  readonly version: ConfigVersion
  readonly created: boolean
}

export interface ActiveContent {
  /** null before the first publish */
  readonly config_version_id: string | null
  readonly content: ConfigContent
}

/** `reference` is the identifier or the number of a version. */
export class ConfigVersionStore extends Context.Service<
  ConfigVersionStore,
  {
    list(customer_id: string, query: OffsetQuery): Effect.Effect<OffsetPage<ConfigVersionSummary>>
    get(customer_id: string, reference: string): Effect.Effect<ConfigVersion, NotFound>
    /** the open draft, or a new one that starts as the active version is */
    open(customer_id: string, name?: string | null): Effect.Effect<OpenedDraft>
    update(
      customer_id: string,
      reference: string,
      change: UpdateDraft
    ): Effect.Effect<ConfigVersion, NotFound | ConfigNotDraft | ValidationFailed>
    clone(customer_id: string, reference: string, replace: boolean): Effect.Effect<OpenedDraft, NotFound | DraftExists>
    publish(
      caller: Caller,
      reference: string
    ): Effect.Effect<ConfigVersion, NotFound | ConfigEmpty | ConfigNotDraft | ValidationFailed>
    impact(customer_id: string, reference: string): Effect.Effect<Impact, NotFound>
    /**
     * content of the version that is named; of the open draft when none is, else of the active version, else the
     * empty content
     */
    read(customer_id: string, reference?: string): Effect.Effect<ConfigContent, NotFound>
    /** what is in force, for those who may not see drafts */
    active(customer_id: string): Effect.Effect<ActiveContent>
    /** nobody changes a version of the tenant until the transaction ends */
    hold(customer_id: string): Effect.Effect<void>
    /** changes the open draft (opening one when there is none) in one transaction; a failed change opens nothing */
    edit<A, E>(
      customer_id: string,
      change: (content: ConfigContent, nextId: () => string) => Result.Result<Edited<A>, E>
    ): Effect.Effect<A, E>
  }
>()("hatchery/features/config-versions/ConfigVersionStore") {
  static readonly layer = Layer.effect(
    ConfigVersionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ConfigVersionStore.of({ ...reading(sql), ...editing(sql), ...publishing(sql, yield* CacheInvalidation) })
    })
  )
}

const idMaker = Effect.gen(function* () {
  const source = yield* RandomBytes
  const now = yield* Clock.currentTimeMillis
  return () => uuidAt(source, now)
})

/** The snapshot of the items' requirements belongs to the publish that took it. */
const asDraft = (content: ConfigContent): ConfigContent => ({ ...content, marketplace_requirements: {} })

const reading = (sql: SqlClient.SqlClient) => {
  const { find, list, only } = versionReads(sql)
  const { activeBuddies, live, measured } = liveReads(sql)
  const active = Effect.fn("ConfigVersionStore.active")(function* (customer_id: string) {
    const found = yield* only(customer_id, "published")
    return Option.match(found, {
      onNone: () => ({ config_version_id: null, content: emptyContent }),
      onSome: ({ config_version_id, content }) => ({ config_version_id, content })
    })
  })
  return {
    active,
    list: Effect.fn("ConfigVersionStore.list")(function* (customer_id: string, query: OffsetQuery) {
      const page = yield* list(customer_id, query)
      return { ...page, data: page.data.map(toSummary) }
    }),
    get: Effect.fn("ConfigVersionStore.get")(function* (customer_id: string, reference: string) {
      return toWire(yield* find(customer_id, reference))
    }),
    read: Effect.fn("ConfigVersionStore.read")(function* (customer_id: string, reference?: string) {
      if (reference !== undefined) return (yield* find(customer_id, reference)).content
      const draft = yield* only(customer_id, "draft")
      return Option.isSome(draft) ? draft.value.content : (yield* active(customer_id)).content
    }),
    impact: Effect.fn("ConfigVersionStore.impact")(function* (customer_id: string, reference: string) {
      const { config_version_id, content, status, updated_at } = yield* find(customer_id, reference)
      const inForce = yield* active(customer_id)
      const { live: names, requirements } = yield* live(customer_id)
      const before = inForce.config_version_id === null ? null : inForce.content
      return {
        config_version_id,
        compared_with: inForce.config_version_id,
        affects: "new_buddies_only" as const,
        changes: contentChanges(before, content) as Impact["changes"],
        existing_buddies: { pinned: yield* activeBuddies(customer_id), changed: 0 },
        // Only drafts are edited.
        backtest: yield* measured(customer_id, config_version_id, status === "draft" ? updated_at : null),
        warnings: warnings(content, names, requirements),
        errors: publishIssues(content, names).map(({ message }) => message)
      }
    })
  }
}

const draftsOf = (sql: SqlClient.SqlClient) => {
  const { find, only } = versionReads(sql)
  const { insertDraft, lock } = versionWrites(sql)
  return {
    ensureDraft: Effect.fnUntraced(function* (customer_id: string, name: string | null = null) {
      yield* lock(customer_id)
      const draft = yield* only(customer_id, "draft")
      if (Option.isSome(draft)) return { version: draft.value, created: false }
      const active = yield* only(customer_id, "published")
      const content = Option.match(active, { onNone: () => emptyContent, onSome: ({ content }) => asDraft(content) })
      return { version: yield* insertDraft(customer_id, name, content), created: true }
    }),
    findDraft: Effect.fnUntraced(function* (customer_id: string, reference: string) {
      yield* lock(customer_id)
      const version = yield* find(customer_id, reference)
      return version.status === "draft" ? version : yield* new ConfigNotDraft({ status: version.status })
    })
  }
}

const editing = (sql: SqlClient.SqlClient) => {
  const transaction = transactionOf(sql)
  const { find, only } = versionReads(sql)
  const { insertDraft, lock, save } = versionWrites(sql)
  const { ensureDraft, findDraft } = draftsOf(sql)
  return {
    hold: (customer_id: string) => Effect.asVoid(lock(customer_id)),
    open: (customer_id: string, name?: string | null) =>
      transaction(
        Effect.gen(function* () {
          const { created, version } = yield* ensureDraft(customer_id, name)
          return { version: toWire(version), created }
        })
      ),
    update: (customer_id: string, reference: string, change: UpdateDraft) =>
      transaction(
        Effect.gen(function* () {
          const draft = yield* findDraft(customer_id, reference)
          const content = yield* Effect.fromResult(applyPatch(draft.content, change.content ?? {}, yield* idMaker))
          const name = change.name === undefined ? draft.name : change.name
          return toWire(yield* save(customer_id, draft.config_version_id, { name, content }))
        })
      ),
    clone: (customer_id: string, reference: string, replace: boolean) =>
      transaction(
        Effect.gen(function* () {
          yield* lock(customer_id)
          const from = yield* find(customer_id, reference)
          const draft = yield* only(customer_id, "draft")
          const content = asDraft(from.content)
          if (Option.isNone(draft)) {
            return { version: toWire(yield* insertDraft(customer_id, from.name, content)), created: true }
          }
          const { config_version_id, name } = draft.value
          if (!replace) return yield* new DraftExists({ config_version_id })
          return { version: toWire(yield* save(customer_id, config_version_id, { name, content })), created: false }
        })
      ),
    edit: <A, E>(
      customer_id: string,
      change: (content: ConfigContent, nextId: () => string) => Result.Result<Edited<A>, E>
    ) =>
      transaction(
        Effect.gen(function* () {
          const { version } = yield* ensureDraft(customer_id)
          const { content, value } = yield* Effect.fromResult(change(version.content, yield* idMaker))
          yield* save(customer_id, version.config_version_id, { name: version.name, content })
          return value
        })
      )
  }
}

const publishing = (sql: SqlClient.SqlClient, changes: CacheInvalidation["Service"]) => {
  const transaction = transactionOf(sql)
  const { freeze } = versionWrites(sql)
  const { live } = liveReads(sql)
  const { findDraft } = draftsOf(sql)
  return {
    publish: (caller: Caller, reference: string) =>
      transaction(
        Effect.gen(function* () {
          const draft = yield* findDraft(caller.customer_id, reference)
          if (isEmpty(draft.content)) return yield* new ConfigEmpty()
          const { live: names, requirements } = yield* live(caller.customer_id)
          const issues = publishIssues(draft.content, names)
          if (issues.length > 0) return yield* new ValidationFailed({ issues })
          const content = { ...draft.content, marketplace_requirements: requirements }
          const published = yield* freeze(caller, draft.config_version_id, content)
          yield* changes.publish({ _tag: "Tenant", customer_id: caller.customer_id })
          return toWire(published)
        })
      )
  }
}
