/** The mission anchor in Postgres: a row per workspace that has changed it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { execute, nowDate, row, transactionOf } from "../../../platform/postgres/Sql.ts"
import { widgetNames } from "../../../wire/Access.ts"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import { isActive } from "../../../wire/Plans.ts"
import type { MissionAnchor, MissionAnchorPatch } from "./Api.ts"
import { changed, defaultAnchor, lacking, type ShownAnchor, shownOf } from "./Rules.ts"
import { CauseStore } from "../../campaigns/causes/Store.ts"
import { findCause } from "./Store/Causes.ts"

const AnchorRow = Schema.Struct({
  enabled: Schema.Boolean,
  title: Schema.NullOr(Schema.String),
  statement: Schema.NullOr(Schema.String),
  cause_key: Schema.NullOr(Schema.String),
  cta_label: Schema.NullOr(Schema.String),
  cta_url: Schema.NullOr(Schema.String),
  placements: Schema.Array(Schema.Literals(widgetNames)),
  updated_at: Schema.Date
})

const wireOf = (found: Option.Option<typeof AnchorRow.Type>): MissionAnchor =>
  Option.match(found, {
    onNone: () => defaultAnchor,
    onSome: (kept) => ({ ...kept, updated_at: iso(kept.updated_at) })
  })

export class MissionAnchorStore extends Context.Service<
  MissionAnchorStore,
  {
    read(customer_id: string): Effect.Effect<MissionAnchor>
    update(customer_id: string, patch: MissionAnchorPatch): Effect.Effect<MissionAnchor, ValidationFailed>
    /** what widgets show of it; null: nothing */
    shown(customer_id: string): Effect.Effect<ShownAnchor | null>
  }
>()("hatchery/features/mission-anchor/MissionAnchorStore") {
  static readonly layer = Layer.effect(
    MissionAnchorStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenants = yield* Tenants
      const named = findCause(yield* CauseStore)
      const columns = sql.literal("enabled, title, statement, cause_key, cta_label, cta_url, placements, updated_at")
      const find = (customer_id: string, lock = sql``) =>
        Effect.map(
          row(AnchorRow)(sql`
            SELECT ${columns} FROM mission_anchors WHERE customer_id = ${customer_id}::uuid ${lock}`),
          wireOf
        )
      const save = Effect.fnUntraced(function* (customer_id: string, anchor: MissionAnchor, taken: Statement.Fragment) {
        const { cause_key, cta_label, cta_url, enabled, placements, statement, title } = anchor
        yield* execute(sql`
          INSERT INTO mission_anchors (customer_id, ${columns})
          VALUES (${customer_id}::uuid, ${enabled}, ${title}, ${statement}, ${cause_key}, ${cta_label}, ${cta_url},
            ${placements}::text[], ${yield* nowDate})
          ON CONFLICT (customer_id) DO ${taken} RETURNING 1`)
      })
      const asGiven = sql`UPDATE SET enabled = excluded.enabled, title = excluded.title,
        statement = excluded.statement, cause_key = excluded.cause_key, cta_label = excluded.cta_label,
        cta_url = excluded.cta_url, placements = excluded.placements, updated_at = excluded.updated_at`
      return MissionAnchorStore.of({
        read: (customer_id) => find(customer_id),
        update: Effect.fn("MissionAnchorStore.update")(function* (customer_id, patch) {
          // A row to lock, which goes again when the change is refused.
          yield* save(customer_id, defaultAnchor, sql`NOTHING`)
          const anchor = changed(yield* find(customer_id, sql`FOR UPDATE`), patch)
          const missing = lacking(anchor)
          if (missing !== null)
            return yield* ValidationFailed.at([missing], "cta_label and cta_url go together: both or none")
          const { cause_key = null } = patch
          if (cause_key !== null && (yield* named(customer_id, cause_key)) === null)
            return yield* ValidationFailed.at(["cause_key"], "names no cause")
          yield* save(customer_id, anchor, asGiven)
          return yield* find(customer_id)
        }, transactionOf(sql)),
        shown: Effect.fn("MissionAnchorStore.shown")(function* (customer_id) {
          const anchor = yield* find(customer_id)
          const { cause_key } = anchor
          if (cause_key === null) return shownOf(anchor, null)
          const isOn = isActive(yield* Effect.orDie(tenants.get(customer_id)), "causes")
          return shownOf(anchor, isOn ? yield* named(customer_id, cause_key) : null)
        })
      })
    })
  ).pipe(Layer.provide(CauseStore.layer))
}
