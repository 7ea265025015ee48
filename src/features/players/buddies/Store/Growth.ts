/** Starting what changes a buddy's looks: evolutions, new pictures, and the story of its stages. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Standings, standings } from "../../../../buddy/Standings.ts"
import { evolutionView } from "../../../../engine/views/views.ts"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { Jobs, jobWorkflow } from "../../../../platform/cluster/Jobs.ts"
import { type CursorPage, type CursorPaging, cursorPaging, mapPage } from "../../../../platform/postgres/Paging.ts"
import { execute, isUniqueViolation, nowDate, rows } from "../../../../platform/postgres/Sql.ts"
import { momentOf, Tenants } from "../../../../platform/auth/Tenants.ts"
import { type BadRequest, NotFound } from "../../../../wire/Failure.ts"
import { iso, isUuid } from "../../../../wire/Ids.ts"
import type { CursorQuery } from "../../../../wire/Page.ts"
import { OperationStore } from "../../operations/Store.ts"
import { BuddyArchived, EvolutionMaxStage, EvolutionNotReady } from "../Api/Refusals.ts"
import { OperationInProgress, type PictureScope, type StageChange } from "../Api/Growth.ts"

/** One stage up: picture first, then the buddy; see Workflow. */
export const Evolve = jobWorkflow("Evolve")
/** The present look drawn and shown; for equip_item and rerender. */
export const Paint = jobWorkflow("Paint")
/** The pictures of many buddies, a batch at a time. */
export const Regenerate = jobWorkflow("Regenerate")

const StoryRow = Schema.Struct({
  history_id: Schema.String,
  kind: Schema.Literals(["evolution", "prestige"]),
  body: Schema.Struct({
    previous_stage: Schema.Int,
    new_stage: Schema.Int,
    prestige_level: Schema.optionalKey(Schema.Int)
  }),
  created_at: Schema.Date
})

interface Service {
  /** the operation of an evolution the buddy is ready for */
  evolve(
    customer_id: string,
    buddy_id: string
  ): Effect.Effect<string, NotFound | BuddyArchived | EvolutionNotReady | EvolutionMaxStage | OperationInProgress>
  /** the same where nobody asks: nothing unless the rules want that, the buddy is ready and does not evolve already */
  autoEvolve(signal: { readonly customer_id: string; readonly buddy_id: string }): Effect.Effect<void>
  /** an operation that draws the present look; a rerender that has not begun yet does for those asked for meanwhile */
  repaint(customer_id: string, buddy_id: string, type: "equip_item" | "rerender"): Effect.Effect<string>
  /** an operation that draws the buddies of a tenant, one such at a time */
  regenerate(customer_id: string, scope: PictureScope): Effect.Effect<string, OperationInProgress>
  story(
    customer_id: string,
    buddy_id: string,
    query: CursorQuery
  ): Effect.Effect<CursorPage<typeof StageChange.Type>, NotFound | BadRequest>
}

export class GrowthStore extends Context.Service<GrowthStore, Service>()("hatchery/features/buddies/GrowthStore") {
  static readonly layer = Layer.effect(
    GrowthStore,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(OperationStore.layer))
}

/** Until the caller's transaction ends nobody else starts anything for this buddy. */
const lockOf = (sql: SqlClient.SqlClient) => (customer_id: string, buddy_id: string) =>
  sql`
  SELECT 1 FROM buddies WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid FOR NO KEY UPDATE`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const lock = lockOf(sql)
  const snapshots = yield* Snapshots
  const tenants = yield* Tenants
  const operations = yield* OperationStore
  const jobs = yield* Jobs

  const { of: held } = standings(sql)

  const readyStage = Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
    const { config_version_id, state, status, user_id } = yield* held(customer_id, buddy_id)
    if (status === "archived") return yield* new BuddyArchived()
    const snapshot = yield* Effect.orDie(snapshots.get(customer_id, config_version_id))
    const facts = yield* Effect.orDie(tenants.get(customer_id))
    const now = momentOf(facts, user_id, (yield* nowDate).getTime())
    const view = evolutionView(snapshot, state, { now, tenant_timezone: facts.timezone })
    if (view.next_stage === null) return yield* new EvolutionMaxStage({ stage: view.current_stage })
    if (!view.ready) return yield* new EvolutionNotReady({ requirements: view.requirements })
    return view
  })

  /** A row and, once the caller's transaction is committed, its workflow. */
  const open = Effect.fnUntraced(function* (
    customer_id: string,
    buddy_id: string,
    type: "evolve" | "equip_item" | "rerender",
    payload: Readonly<Record<string, Schema.Json>>
  ) {
    const resource = { resource_type: "buddy", resource_id: buddy_id }
    const operation_id = yield* operations.create(customer_id, { type, ...resource, payload })
    yield* sql.afterCommit(jobs.start(type === "evolve" ? Evolve : Paint, { customer_id, operation_id }))
    return operation_id
  })

  const evolve: Service["evolve"] = Effect.fn("GrowthStore.evolve")(
    function* (customer_id, buddy_id) {
      if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          // Held until the operation is there: an evolution under way cannot end between the look and the row.
          yield* lock(customer_id, buddy_id)
          const { current_stage: from_stage } = yield* readyStage(customer_id, buddy_id)
          return yield* open(customer_id, buddy_id.toLowerCase(), "evolve", { from_stage })
        })
      )
    },
    Effect.catchTag("SqlError", Effect.die),
    Effect.catchDefect((defect) =>
      isUniqueViolation(defect) ? Effect.fail(new OperationInProgress({ type: "evolve" })) : Effect.die(defect)
    )
  )

  return GrowthStore.of({
    evolve,
    autoEvolve: ({ buddy_id, customer_id }) =>
      readyStage(customer_id, buddy_id).pipe(
        Effect.flatMap(({ auto_evolve }) => (auto_evolve ? evolve(customer_id, buddy_id) : Effect.void)),
        Effect.ignore
      ),
    repaint: repainting(sql, operations, open),
    regenerate: regenerating(sql, operations, jobs),
    story: storyOf(sql, held, yield* cursorPaging)
  })
})

type Open = (
  customer_id: string,
  buddy_id: string,
  type: "equip_item" | "rerender",
  payload: Readonly<Record<string, Schema.Json>>
) => Effect.Effect<string>

const repainting =
  (sql: SqlClient.SqlClient, operations: OperationStore["Service"], open: Open): Service["repaint"] =>
  (customer_id, buddy_id, type) => {
    const draw = open(customer_id, buddy_id.toLowerCase(), type, {})
    // Of two that are asked for at once, the other one sees it.
    const waiting = Effect.andThen(
      lockOf(sql)(customer_id, buddy_id),
      operations.waitingRerender(customer_id, buddy_id)
    )
    const rerender = Effect.flatMap(waiting, Option.match({ onNone: () => draw, onSome: Effect.succeed }))
    return Effect.orDie(sql.withTransaction(type === "rerender" ? rerender : draw))
  }

const regenerating = (
  sql: SqlClient.SqlClient,
  operations: OperationStore["Service"],
  jobs: Jobs["Service"]
): Service["regenerate"] =>
  Effect.fn("GrowthStore.regenerate")(
    function* (customer_id, scope) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          // Held until the operation is there: of two that are asked for at once, the other one sees it.
          yield* sql`SELECT 1 FROM customers WHERE customer_id = ${customer_id}::uuid FOR NO KEY UPDATE`
          const open = yield* execute(sql`
            SELECT 1 FROM operations WHERE customer_id = ${customer_id}::uuid AND type = 'regenerate'
              AND status IN ('pending', 'processing') LIMIT 1`)
          if (open > 0) return yield* new OperationInProgress({ type: "regenerate" })
          const operation_id = yield* operations.create(customer_id, {
            type: "regenerate",
            resource_type: "customer",
            resource_id: customer_id,
            payload: { scope }
          })
          yield* sql.afterCommit(jobs.start(Regenerate, { customer_id, operation_id }))
          return operation_id
        })
      )
    },
    Effect.catchTag("SqlError", Effect.die)
  )

type Held = Standings["of"]

const storyOf = (sql: SqlClient.SqlClient, held: Held, cursors: CursorPaging): Service["story"] =>
  Effect.fn("GrowthStore.story")(function* (customer_id, buddy_id, query) {
    yield* held(customer_id, buddy_id)
    const page = yield* cursors.page({
      customer_id,
      list: `evolutions:${buddy_id.toLowerCase()}`,
      query,
      position: Schema.Tuple([Schema.String]),
      positionOf: (entry: typeof StoryRow.Type) => [entry.history_id] as const,
      read: (after, count) =>
        rows(StoryRow)(sql`
            SELECT history_id, kind, body, created_at FROM buddy_history
            WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
              AND kind IN ('evolution', 'prestige')
              AND (${after?.[0] ?? null}::uuid IS NULL OR history_id < ${after?.[0] ?? null}::uuid)
            ORDER BY history_id DESC LIMIT ${count}`)
    })
    return mapPage(page, ({ body, created_at, kind }) => ({
      type: kind,
      previous_stage: body.previous_stage,
      new_stage: body.new_stage,
      prestige_level: body.prestige_level ?? null,
      occurred_at: iso(created_at)
    }))
  })
