/** Reads a buddy's ledger and story up to a moment. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { momentOf, Tenants } from "../../../../platform/auth/Tenants.ts"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import { BadRequest, NotFound } from "../../../../wire/Failure.ts"
import { iso, isUuid } from "../../../../wire/Ids.ts"
import type { BuddyAsOf } from "../Api/Past.ts"

const BirthRow = Schema.Struct({ buddy_id: Schema.String, user_id: Schema.String, created_at: Schema.Date })
const BalanceRow = Schema.Struct({ unit: Schema.String, balance: Schema.Int, rows: Schema.Int })
const StoryRow = Schema.Struct({
  kind: Schema.Literals(["evolution", "prestige", "item", "gate"]),
  key: Schema.String,
  body: Schema.Struct({
    new_stage: Schema.optionalKey(Schema.Int),
    prestige_level: Schema.optionalKey(Schema.NullOr(Schema.Int))
  })
})
const BadgeRow = Schema.Struct({ badge_key: Schema.String, awards: Schema.Int })

const tokenPrefix = "token:"
const first_stage = 1

export class BuddyPast extends Context.Service<
  BuddyPast,
  {
    /** fails before its birth; undefined: the moment the buddy lives at, which a test clock may have set */
    asOf(
      customer_id: string,
      buddy_id: string,
      at: Date | undefined
    ): Effect.Effect<typeof BuddyAsOf.Type, NotFound | BadRequest>
  }
>()("hatchery/features/buddies/BuddyPast") {
  static readonly layer = Layer.effect(
    BuddyPast,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenants = yield* Tenants
      const born = Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
        if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
        const found = yield* row(BirthRow)(sql`
          SELECT buddy_id, user_id, created_at FROM buddy_identities
          WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`)
        return Option.isNone(found) ? yield* new NotFound({ resource: "buddy" }) : found.value
      })

      return BuddyPast.of({
        asOf: Effect.fn("BuddyPast.asOf")(function* (customer_id, id, asked) {
          const { buddy_id, created_at, user_id } = yield* born(customer_id, id)
          const facts = yield* Effect.orDie(tenants.get(customer_id))
          const at = asked ?? new Date(momentOf(facts, user_id, yield* Clock.currentTimeMillis))
          if (asked !== undefined && asked < created_at) {
            return yield* new BadRequest({ message: `This buddy was born at ${iso(created_at)}.` })
          }
          // A test clock may have dated some of it after the moment the buddy lives at now.
          const by = (dated: "created_at" | "awarded_at") =>
            asked === undefined ? sql`true` : sql`${sql.literal(dated)} <= ${asked}`
          const one = sql`customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`
          const balances = yield* rows(BalanceRow)(sql`
            SELECT DISTINCT ON (unit) unit, balance_after::int8::float8 AS balance, seq::float8 AS rows FROM ledger
            WHERE ${one} AND ${by("created_at")} ORDER BY unit, seq DESC`)
          const story = yield* rows(StoryRow)(sql`
            SELECT kind, key, body FROM buddy_history
            WHERE ${one} AND kind IN ('evolution', 'prestige', 'item', 'gate') AND ${by("created_at")}
            ORDER BY history_id`)
          const badges = yield* rows(BadgeRow)(sql`
            SELECT badge_key, count(*)::int AS awards FROM buddy_badges
            WHERE ${one} AND ${by("awarded_at")} GROUP BY badge_key ORDER BY badge_key`)
          const keysOf = (kind: string) => [
            ...new Set(story.filter((entry) => entry.kind === kind).map(({ key }) => key))
          ]
          const tokens = balances.filter(({ unit }) => unit.startsWith(tokenPrefix))
          return {
            buddy_id,
            as_of: iso(at),
            coins: balances.find(({ unit }) => unit === "coin")?.balance ?? 0,
            tokens: Object.fromEntries(tokens.map(({ balance, unit }) => [unit.slice(tokenPrefix.length), balance])),
            evolution_stage: story.findLast(({ body }) => body.new_stage !== undefined)?.body.new_stage ?? first_stage,
            prestige_level: story.findLast(({ kind }) => kind === "prestige")?.body.prestige_level ?? 0,
            badges: Object.fromEntries(badges.map(({ awards, badge_key }) => [badge_key, awards])),
            items: keysOf("item"),
            gates: keysOf("gate"),
            ledger_rows: balances.reduce((sum, { rows: count }) => sum + count, 0)
          }
        })
      })
    })
  )
}
