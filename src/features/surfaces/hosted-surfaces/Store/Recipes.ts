/** Recipes and their runs. A run takes its place under the limits first, while no other run of its recipe can. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Effects } from "../../../../wire/answers/Effects.ts"
import { Origin } from "../../../../wire/Change.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import type { Lacking } from "../../../../wire/Entitlement.ts"
import { IdempotencyKeyConflict } from "../../../../wire/Group.ts"
import { iso } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import { offsetList, type OffsetPage } from "../../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { takingTurns } from "../../../../platform/postgres/Turns.ts"
import { hostedLimits } from "../Api.ts"
import { idOfRun } from "./RunIds.ts"
import {
  PlayerDisabled,
  type Recipe,
  RecipeAction,
  RecipeContent,
  RecipeDisabled,
  RecipeExhausted,
  type RecipeInput,
  RecipeLimit
} from "../Api/Recipes.ts"

const Content = Schema.toType(RecipeContent)
const RecipeRow = Schema.Struct({
  recipe_key: Schema.String,
  content: Content,
  created_at: Schema.Date,
  updated_at: Schema.Date,
  runs_today: Schema.Int
})

export const RunRow = Schema.Struct({
  customer_id: Schema.String,
  run_id: Schema.String,
  recipe_key: Schema.String,
  player_id: Schema.String,
  buddy_id: Schema.String,
  action: Schema.toType(RecipeAction),
  origin: Origin,
  status: Schema.Literals(["pending", "done"]),
  effects: Schema.NullOr(Schema.toType(Effects)),
  /** what is asked of the buddy, once it is known; of an event nothing */
  command: Schema.NullOr(Schema.Unknown),
  ran_at: Schema.Date
})
export type RunRow = typeof RunRow.Type

/** A day of the tenant's calendar, and when it is over. */
export interface Today {
  readonly day: string
  readonly ends_at: string
}

export interface NewRun extends Pick<RunRow, "customer_id" | "run_id" | "player_id" | "buddy_id" | "origin"> {
  readonly hosted_surface_id: string
  readonly recipe_key: string
  readonly note: string | null
}

type LackFor = (action: RecipeAction) => Lacking | undefined

type BeginRefusal = NotFound | RecipeDisabled | RecipeExhausted | PlayerDisabled | IdempotencyKeyConflict | Lacking

type Place = Pick<NewRun, "customer_id" | "hosted_surface_id">

export class HostedRecipeStore extends Context.Service<
  HostedRecipeStore,
  {
    list(place: Place, today: Today, query: OffsetQuery): Effect.Effect<OffsetPage<Recipe>>
    /** none: there is no such recipe */
    actionOf(place: Place, recipe_key: string): Effect.Effect<Option.Option<RecipeAction>>
    /** in the version that is published or in the draft */
    isConfigured(customer_id: string, kind: "token" | "badge", key: string): Effect.Effect<boolean>
    save(
      place: Place,
      input: RecipeInput,
      today: Today
    ): Effect.Effect<{ readonly recipe: Recipe; readonly created: boolean }, RecipeLimit>
    /** one for each use of the request's key */
    idOfRun(customer_id: string, key: string | undefined): Effect.Effect<string>
    /** The run of this id as it stands, or a new one that waits to be carried out. */
    begin(run: NewRun, today: Today, lackFor: LackFor): Effect.Effect<RunRow, BeginRefusal>
    /** the command of a run: this one, or that which was written before it */
    ask(run: RunRow, command: unknown): Effect.Effect<unknown>
    conclude(run: RunRow, effects: typeof Effects.Type): Effect.Effect<void>
    /** it was refused, and never took place */
    drop(run: Pick<RunRow, "customer_id" | "run_id">): Effect.Effect<void>
    /** of all tenants, by turns: begun before then and not concluded */
    unfinished(before: Date, count: number): Effect.Effect<ReadonlyArray<RunRow>>
  }
>()("hatchery/features/hosted-surfaces/HostedRecipeStore") {
  static readonly layer = Layer.effect(
    HostedRecipeStore,
    Effect.map(SqlClient.SqlClient, (sql) =>
      HostedRecipeStore.of({ ...keeping(sql), ...running(sql), idOfRun: idOfRun(sql) })
    )
  )
}

const wire = ({ content, created_at, recipe_key, runs_today, updated_at }: typeof RecipeRow.Type): Recipe => ({
  recipe_key,
  ...content,
  runs_today,
  created_at: iso(created_at),
  updated_at: iso(updated_at)
})

const sections = { token: "token_types", badge: "badge_definitions" } as const

type Keeping = Pick<HostedRecipeStore["Service"], "list" | "save" | "actionOf" | "isConfigured">

const keeping = (sql: SqlClient.SqlClient): Keeping => {
  const ofPlace = ({ customer_id, hosted_surface_id }: Place) =>
    sql`r.customer_id = ${customer_id}::uuid AND r.hosted_surface_id = ${hosted_surface_id}::uuid`
  const read = (place: Place, { day }: Today, which: Statement.Fragment) =>
    rows(RecipeRow)(sql`
      SELECT r.recipe_key, r.content, r.created_at, r.updated_at,
        (SELECT count(*)::int FROM hosted_runs AS u WHERE u.customer_id = r.customer_id
          AND u.hosted_surface_id = r.hosted_surface_id AND u.recipe_key = r.recipe_key AND u.day = ${day}::date)
          AS runs_today
      FROM hosted_recipes AS r WHERE ${ofPlace(place)} ${which}`)
  const lock = ({ hosted_surface_id }: Place) =>
    Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`hosted_recipes:${hosted_surface_id}`}, 0))`)

  return {
    list: Effect.fn("HostedRecipeStore.list")((place, today, query) =>
      offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM hosted_recipes AS r WHERE ${ofPlace(place)}`,
        read: (limit, offset) =>
          Effect.map(
            read(place, today, sql`ORDER BY r.created_at DESC, r.recipe_key LIMIT ${limit} OFFSET ${offset}`),
            (found) => found.map(wire)
          )
      })
    ),
    actionOf: Effect.fn("HostedRecipeStore.actionOf")((place, recipe_key) =>
      Effect.map(
        row(Schema.Struct({ content: Content }))(sql`
          SELECT r.content FROM hosted_recipes AS r WHERE ${ofPlace(place)} AND r.recipe_key = ${recipe_key}`),
        Option.map(({ content }) => content.action)
      )
    ),
    isConfigured: Effect.fn("HostedRecipeStore.isConfigured")((customer_id, kind, key) =>
      Effect.map(
        execute(sql`
          SELECT 1 FROM config_versions WHERE customer_id = ${customer_id}::uuid AND status IN ('published', 'draft')
            AND content -> ${sections[kind]}::text @> ${JSON.stringify([{ [`${kind}_key`]: key }])}::jsonb`),
        (found) => found > 0
      )
    ),
    save: Effect.fn("HostedRecipeStore.save")((place, { recipe_key, ...content }, today) =>
      transactionOf(sql)(
        Effect.gen(function* () {
          yield* lock(place)
          const known = yield* rows(Schema.Struct({ recipe_key: Schema.String }))(
            sql`SELECT recipe_key FROM hosted_recipes AS r WHERE ${ofPlace(place)}`
          )
          const created = !known.some((one) => one.recipe_key === recipe_key)
          if (created && known.length >= hostedLimits.recipes_max)
            return yield* new RecipeLimit({ max: hostedLimits.recipes_max })
          const now = yield* nowDate
          yield* Effect.orDie(sql`
            INSERT INTO hosted_recipes (customer_id, hosted_surface_id, recipe_key, content, created_at, updated_at)
            VALUES (${place.customer_id}::uuid, ${place.hosted_surface_id}::uuid, ${recipe_key},
              ${JSON.stringify(content)}::jsonb, ${now}, ${now})
            ON CONFLICT (customer_id, hosted_surface_id, recipe_key) DO UPDATE
            SET content = excluded.content, updated_at = excluded.updated_at`)
          const [saved] = yield* read(place, today, sql`AND r.recipe_key = ${recipe_key}`)
          return { recipe: wire(saved!), created }
        })
      )
    )
  }
}

type Limits = (typeof Content.Type)["limits"]
const isLimited = ({ max_per_day, max_per_player_per_day }: Limits) =>
  max_per_day !== null || max_per_player_per_day !== null

const Used = Schema.Struct({ everybody: Schema.Int, player: Schema.Int })
const runColumns =
  "customer_id, run_id, recipe_key, player_id, buddy_id, action, origin, status, effects, command, ran_at"

/** In the caller's transaction: the run there is, or a place under the limits for a new one. */
const beginning = (sql: SqlClient.SqlClient) => {
  const columns = sql.literal(runColumns)
  const usedOf = ({ customer_id, hosted_surface_id, player_id, recipe_key }: NewRun, day: string) =>
    Effect.map(
      rows(Used)(sql`
        SELECT count(*)::int AS everybody, (count(*) FILTER (WHERE player_id = ${player_id}::uuid))::int AS player
        FROM hosted_runs WHERE customer_id = ${customer_id}::uuid AND hosted_surface_id = ${hosted_surface_id}::uuid
          AND recipe_key = ${recipe_key} AND day = ${day}::date`),
      ([used]) => used!
    )
  /** Held where there is a limit, until the run is written: of two at once the second counts the first. */
  const contentOf = Effect.fnUntraced(function* ({ customer_id, hosted_surface_id, recipe_key }: NewRun) {
    const read = (lock: Statement.Fragment) =>
      row(Schema.Struct({ content: Content }))(sql`
        SELECT content FROM hosted_recipes WHERE customer_id = ${customer_id}::uuid
          AND hosted_surface_id = ${hosted_surface_id}::uuid AND recipe_key = ${recipe_key} ${lock}`)
    const seen = yield* read(sql``)
    if (Option.isNone(seen)) return yield* new NotFound({ resource: "recipe" })
    if (!isLimited(seen.value.content.limits)) return seen.value.content
    return Option.getOrThrow(yield* read(sql`FOR UPDATE`)).content
  })
  const begin = Effect.fnUntraced(function* (run: NewRun, { day, ends_at }: Today, lackFor: LackFor) {
    const { customer_id, hosted_surface_id, player_id, recipe_key, run_id } = run
    const { action, enabled, limits } = yield* contentOf(run)
    const known = yield* row(RunRow)(sql`
      SELECT ${columns} FROM hosted_runs WHERE customer_id = ${customer_id}::uuid AND run_id = ${run_id}::uuid`)
    if (Option.isSome(known)) {
      const isOther = known.value.player_id !== player_id || known.value.recipe_key !== recipe_key
      return isOther ? yield* new IdempotencyKeyConflict() : known.value
    }
    if (!enabled) return yield* new RecipeDisabled()
    const lack = lackFor(action)
    if (lack !== undefined) return yield* lack
    // Held as well: a player who is erased or disabled at this moment has no run that nobody finds again.
    const player = yield* row(Schema.Struct({ status: Schema.String }))(sql`
      SELECT status FROM hosted_players WHERE customer_id = ${customer_id}::uuid AND player_id = ${player_id}::uuid
      FOR SHARE`)
    if (Option.isNone(player)) return yield* new NotFound({ resource: "player" })
    if (player.value.status === "disabled") return yield* new PlayerDisabled()
    if (isLimited(limits)) {
      const used = yield* usedOf(run, day)
      const { max_per_day, max_per_player_per_day } = limits
      if (max_per_player_per_day !== null && used.player >= max_per_player_per_day) {
        const max = max_per_player_per_day
        return yield* new RecipeExhausted({ limit: "max_per_player_per_day", max, resets_at: ends_at })
      }
      if (max_per_day !== null && used.everybody >= max_per_day)
        return yield* new RecipeExhausted({ limit: "max_per_day", max: max_per_day, resets_at: ends_at })
    }
    const made = yield* row(RunRow)(sql`
      INSERT INTO hosted_runs (customer_id, run_id, hosted_surface_id, recipe_key, player_id, buddy_id, note, action,
        origin, day, status, ran_at)
      VALUES (${customer_id}::uuid, ${run_id}::uuid, ${hosted_surface_id}::uuid, ${recipe_key}, ${player_id}::uuid,
        ${run.buddy_id}::uuid, ${run.note}, ${JSON.stringify(action)}::jsonb, ${JSON.stringify(run.origin)}::jsonb,
        ${day}::date, 'pending', ${yield* nowDate})
      RETURNING ${columns}`)
    return Option.getOrThrow(made)
  })
  return begin
}

const running = (
  sql: SqlClient.SqlClient
): Pick<HostedRecipeStore["Service"], "begin" | "ask" | "conclude" | "drop" | "unfinished"> => {
  const columns = sql.literal(runColumns)
  const begin = beginning(sql)
  return {
    begin: Effect.fn("HostedRecipeStore.begin")((...asked) => transactionOf(sql)(begin(...asked))),
    ask: Effect.fn("HostedRecipeStore.ask")(({ customer_id, run_id }, command) =>
      Effect.map(
        row(Schema.Struct({ command: Schema.Unknown }))(sql`
          UPDATE hosted_runs SET command = coalesce(command, ${JSON.stringify(command)}::jsonb)
          WHERE customer_id = ${customer_id}::uuid AND run_id = ${run_id}::uuid RETURNING command`),
        // Gone: somebody has concluded that it was refused, and the buddy will say so again.
        (written) => (Option.isSome(written) ? written.value.command : command)
      )
    ),
    conclude: Effect.fn("HostedRecipeStore.conclude")(({ customer_id, run_id }, effects) =>
      Effect.asVoid(
        execute(sql`
          UPDATE hosted_runs SET status = 'done', effects = ${JSON.stringify(effects)}::jsonb
          WHERE customer_id = ${customer_id}::uuid AND run_id = ${run_id}::uuid RETURNING 1`)
      )
    ),
    drop: Effect.fn("HostedRecipeStore.drop")(({ customer_id, run_id }) =>
      Effect.asVoid(
        execute(sql`
          DELETE FROM hosted_runs WHERE customer_id = ${customer_id}::uuid AND run_id = ${run_id}::uuid
            AND status = 'pending' RETURNING 1`)
      )
    ),
    unfinished: Effect.fn("HostedRecipeStore.unfinished")((before, count) =>
      rows(RunRow)(
        takingTurns(
          sql,
          sql`SELECT ${columns} FROM hosted_runs
            WHERE status = 'pending' AND ran_at < ${before} AND player_id IS NOT NULL`,
          { count }
        )
      )
    )
  }
}
