/** Starting what changes a buddy's looks: evolutions, new pictures, and the story of its stages. */
import type { Schema } from "effect"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { evolutionView } from "../../../../engine/views/views.ts"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { jobWorkflow } from "../../../../platform/cluster/Jobs.ts"
import { type CursorPage, cursorPaging } from "../../../../platform/postgres/Paging.ts"
import { isUniqueViolation, nowDate } from "../../../../platform/postgres/Sql.ts"
import { momentOf, Tenants } from "../../../../platform/auth/Tenants.ts"
import { type BadRequest, NotFound } from "../../../../wire/Failure.ts"
import { isUuid } from "../../../../wire/Ids.ts"
import type { CursorQuery } from "../../../../wire/Page.ts"
import { Operations } from "../../operations/Service.ts"
import { OperationStore } from "../../operations/Store.ts"
import { growing, storyOf } from "../Store/Growth.ts"
import { BuddyArchived, EvolutionMaxStage, EvolutionNotReady } from "../../../../wire/refusals/Buddies.ts"
import { OperationInProgress } from "../../../../wire/refusals/Operations.ts"
import type { PictureScope, StageChange } from "../Api/Growth.ts"

/** One stage up: picture first, then the buddy; see Workflow. */
export const Evolve = jobWorkflow("Evolve")
/** The present look drawn and shown; for equip_item and rerender. */
export const Paint = jobWorkflow("Paint")
/** The pictures of many buddies, a batch at a time. */
export const Regenerate = jobWorkflow("Regenerate")

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

export class Growth extends Context.Service<Growth, Service>()("hatchery/features/buddies/Growth") {
  static readonly layer = Layer.effect(
    Growth,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(Operations.layer))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { held, lock } = growing(sql)
  const snapshots = yield* Snapshots
  const tenants = yield* Tenants
  const store = yield* OperationStore
  const operations = yield* Operations

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
    return yield* operations.open(customer_id, type === "evolve" ? Evolve : Paint, { type, ...resource, payload })
  })

  const evolve: Service["evolve"] = Effect.fn("Growth.evolve")(
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

  return Growth.of({
    evolve,
    autoEvolve: ({ buddy_id, customer_id }) =>
      readyStage(customer_id, buddy_id).pipe(
        Effect.flatMap(({ auto_evolve }) => (auto_evolve ? evolve(customer_id, buddy_id) : Effect.void)),
        Effect.ignore
      ),
    repaint: repainting(sql, store, open),
    regenerate: regenerating(sql, operations),
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
      growing(sql).lock(customer_id, buddy_id),
      operations.waitingRerender(customer_id, buddy_id)
    )
    const rerender = Effect.flatMap(waiting, Option.match({ onNone: () => draw, onSome: Effect.succeed }))
    return Effect.orDie(sql.withTransaction(type === "rerender" ? rerender : draw))
  }

const regenerating = (sql: SqlClient.SqlClient, operations: Operations["Service"]): Service["regenerate"] =>
  Effect.fn("Growth.regenerate")(
    function* (customer_id, scope) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          // Held until the operation is there: of two that are asked for at once, the other one sees it.
          if (yield* growing(sql).lockAll(customer_id)) return yield* new OperationInProgress({ type: "regenerate" })
          return yield* operations.open(customer_id, Regenerate, {
            type: "regenerate",
            resource_type: "customer",
            resource_id: customer_id,
            payload: { scope }
          })
        })
      )
    },
    Effect.catchTag("SqlError", Effect.die)
  )
