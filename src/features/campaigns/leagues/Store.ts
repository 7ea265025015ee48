/** The settings and tiers of a tenant's league in Postgres. Whoever changes them holds the league's row. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import type { Patch } from "../../../resource/Api.ts"
import { LeagueConfigInput, openTier, type SeasonRules, type Tier, Tiers } from "../../../wire/campaigns/League.ts"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { itemReferences } from "../../economy/marketplaces/Store/References.ts"
import { type LeagueConfig, leagueConfig, type ReplaceTiers, TierInUse } from "./Api.ts"
import { inOrder } from "./Rules.ts"
import { SeasonStore } from "./Store/Seasons.ts"

const LeagueRow = Schema.Struct({ config: LeagueConfigInput, tiers: Tiers })

export const defaultRules: SeasonRules = { config: leagueConfig.defaults, tiers: [openTier] }

/** What automatic seasons are made of: with another of these they would be others. */
const scheduleOf = ({ enabled, season_days, starts_on, timezone }: LeagueConfigInput) =>
  JSON.stringify([enabled, season_days, starts_on, timezone])

/** The league's settings for whoever only reads them. */
export const leagueReads = (sql: SqlClient.SqlClient) => {
  const read = (customer_id: string, lock: string) =>
    Effect.map(
      row(LeagueRow)(sql`
        SELECT config, tiers FROM leagues WHERE customer_id = ${customer_id}::uuid ${sql.literal(lock)}`),
      Option.getOrElse(() => defaultRules)
    )
  return {
    rules: (customer_id: string): Effect.Effect<SeasonRules> => read(customer_id, ""),
    /** Nobody else plans, places or closes for this tenant until the caller's transaction ends. */
    lock: Effect.fn("LeagueStore.lock")(function* (customer_id: string) {
      const { config, tiers } = defaultRules
      yield* Effect.orDie(sql`
        INSERT INTO leagues (customer_id, enabled, config, tiers, updated_at)
        VALUES (${customer_id}::uuid, ${config.enabled}, ${JSON.stringify(config)}::jsonb,
          ${JSON.stringify(tiers)}::jsonb, ${yield* nowDate})
        ON CONFLICT (customer_id) DO NOTHING`)
      return yield* read(customer_id, "FOR UPDATE")
    })
  }
}

export class LeagueStore extends Context.Service<
  LeagueStore,
  {
    rules(customer_id: string): Effect.Effect<SeasonRules>
    config(customer_id: string): Effect.Effect<LeagueConfig>
    update(customer_id: string, patch: Patch<LeagueConfigInput>): Effect.Effect<LeagueConfig>
    replaceTiers(
      customer_id: string,
      replacement: ReplaceTiers
    ): Effect.Effect<ReadonlyArray<Tier>, TierInUse | ValidationFailed>
  }
>()("hatchery/features/leagues/LeagueStore") {
  static readonly layer = Layer.effect(
    LeagueStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const seasons = yield* SeasonStore
      const changes = yield* CacheInvalidation
      const { lock, rules } = leagueReads(sql)
      const items = itemReferences(sql)
      const save = Effect.fnUntraced(function* (customer_id: string, { config, tiers }: SeasonRules) {
        yield* Effect.orDie(sql`
          UPDATE leagues SET enabled = ${config.enabled}, config = ${JSON.stringify(config)}::jsonb,
            tiers = ${JSON.stringify(tiers)}::jsonb, updated_at = ${yield* nowDate}
          WHERE customer_id = ${customer_id}::uuid`)
        yield* seasons.rewritePlanned(customer_id, { config, tiers })
        yield* seasons.replan(customer_id, { config, tiers })
        yield* changes.publish({ _tag: "Tenant", customer_id })
      })
      const config = Effect.fn("LeagueStore.config")(function* (customer_id: string) {
        const found = yield* rules(customer_id)
        const near = yield* seasons.near(customer_id)
        return { ...found.config, tiers: inOrder(found.tiers), ...near } satisfies LeagueConfig
      })
      return LeagueStore.of({
        rules,
        config,
        update: Effect.fn("LeagueStore.update")((customer_id, patch) =>
          transactionOf(sql)(
            Effect.gen(function* () {
              const before = yield* lock(customer_id)
              const next = leagueConfig.patched(before.config, patch)
              if (scheduleOf(before.config) !== scheduleOf(next)) yield* seasons.removeUnbegunAutomatic(customer_id)
              yield* save(customer_id, { config: next, tiers: before.tiers })
              return yield* config(customer_id)
            })
          )
        ),
        replaceTiers: Effect.fn("LeagueStore.replaceTiers")((customer_id, { moves = {}, tiers: given }) =>
          transactionOf(sql)(
            Effect.gen(function* () {
              const { tiers } = yield* items.within(customer_id, { tiers: given })
              const before = yield* lock(customer_id)
              const kept = new Set(tiers.map(({ tier_key }) => tier_key))
              const removed = before.tiers.flatMap(({ tier_key }) => (kept.has(tier_key) ? [] : [tier_key]))
              yield* judgeMoves(moves, kept, removed)
              yield* refuseInUse(sql, customer_id, removed, moves)
              yield* moveStandings(sql, customer_id, moves)
              yield* save(customer_id, { config: before.config, tiers })
              return inOrder(tiers)
            })
          )
        )
      })
    })
  ).pipe(Layer.provide(SeasonStore.layer))
}

type Moves = NonNullable<ReplaceTiers["moves"]>

const judgeMoves = (
  moves: Moves,
  kept: ReadonlySet<string>,
  removed: ReadonlyArray<string>
): Effect.Effect<void, ValidationFailed> => {
  const issues = Object.entries(moves).flatMap(([from, to]) => [
    ...(removed.includes(from) ? [] : [{ path: ["moves", from], message: `${from} is not removed` }]),
    ...(kept.has(to) ? [] : [{ path: ["moves", from], message: `${to} is not kept` }])
  ])
  return issues.length === 0 ? Effect.void : Effect.fail(new ValidationFailed({ issues }))
}

const Used = Schema.Struct({ tier_key: Schema.String, buddies: Schema.Int })

/** Who plays in it now, whether placed or about to be, cannot lose it; who stands in it has to be sent elsewhere. */
const refuseInUse = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  removed: ReadonlyArray<string>,
  moves: Moves
) {
  if (removed.length === 0) return
  const now = yield* nowDate
  const unmoved = removed.filter((tier_key) => !Object.hasOwn(moves, tier_key))
  const used = yield* rows(Used)(sql`
    WITH running AS (
      SELECT season_id, rules -> 'tiers' AS tiers FROM league_seasons
      WHERE customer_id = ${customer_id}::uuid AND state <> 'closed' AND starts_at <= ${now}
    ), players AS (
      SELECT s.buddy_id, coalesce(m.tier_key, d.tier_key, (
          SELECT tier ->> 'tier_key' FROM jsonb_array_elements(r.tiers) AS tier ORDER BY (tier ->> 'order')::int LIMIT 1
        )) AS tier_key
      FROM running AS r
      JOIN campaign_scores AS s ON s.customer_id = ${customer_id}::uuid AND s.subject_id = r.season_id
      LEFT JOIN league_members AS m
        ON m.customer_id = s.customer_id AND m.season_id = r.season_id AND m.buddy_id = s.buddy_id
      LEFT JOIN league_standings AS d ON d.customer_id = s.customer_id AND d.buddy_id = s.buddy_id
      WHERE s.score > 0 OR m.buddy_id IS NOT NULL
    ), standing AS (
      SELECT buddy_id, tier_key FROM players WHERE tier_key = ANY(${removed}::text[])
      UNION
      SELECT buddy_id, tier_key FROM league_standings
      WHERE customer_id = ${customer_id}::uuid AND tier_key = ANY(${unmoved}::text[])
    )
    SELECT tier_key, count(*)::int AS buddies FROM standing GROUP BY tier_key ORDER BY tier_key LIMIT 1`)
  if (used[0] !== undefined) return yield* new TierInUse(used[0])
})

const moveStandings = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, customer_id: string, moves: Moves) {
  if (Object.keys(moves).length === 0) return
  yield* Effect.orDie(sql`
    UPDATE league_standings SET tier_key = ${JSON.stringify(moves)}::jsonb ->> tier_key, updated_at = ${yield* nowDate}
    WHERE customer_id = ${customer_id}::uuid AND ${JSON.stringify(moves)}::jsonb ? tier_key`)
})
