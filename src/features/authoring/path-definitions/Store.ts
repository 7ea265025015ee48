/**
 * Paths in Postgres: one row per path with its steps as one document. Every edit reads the row under a lock and writes
 * it whole, so two editors never lose each other's step; what runners know of the tenant is told anew.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { namedBy } from "../../../platform/postgres/References.ts"
import { execute, isUniqueViolation, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { AlreadyExists, NotFound } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { displayModes, pathIcons, type PathInput } from "../../../wire/content/PathDefinition.ts"
import type { MissingAudience, UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { resolveAudience } from "../../players/events/Rules.ts"
import { itemNaming } from "../../economy/marketplaces/Store/ItemNames.ts"
import type { PathDefinition, PathReplace } from "./Api.ts"
import { merged, stepsShown, type StoredStep } from "./Rules.ts"
import { turnOfPaths } from "./Store/Audiences.ts"

const Row = Schema.Struct({
  path_definition_id: Schema.String,
  path_key: Schema.String,
  title: Schema.String,
  audience: Schema.String,
  display_mode: Schema.Literals(displayModes),
  icon: Schema.Literals(pathIcons),
  accent_color: Schema.NullOr(Schema.String),
  steps: Schema.Unknown as unknown as Schema.Codec<ReadonlyArray<StoredStep>>,
  is_active: Schema.Boolean,
  created_at: Schema.Date,
  updated_at: Schema.Date
})
const columns = `path_definition_id, path_key, title, audience, display_mode, icon, accent_color, steps, is_active,
  created_at, updated_at`

const toWire = (found: typeof Row.Type): PathDefinition => ({
  ...found,
  steps: stepsShown(found.steps),
  created_at: iso(found.created_at),
  updated_at: iso(found.updated_at)
})

type Edit<A, E> = (steps: ReadonlyArray<StoredStep>) => Effect.Effect<readonly [ReadonlyArray<StoredStep>, A], E>
type Misplaced = MissingAudience | UnknownAudience

interface Service {
  list(
    customer_id: string,
    query: OffsetQuery & { readonly audience?: string }
  ): Effect.Effect<OffsetPage<PathDefinition>>
  /** by id or key */
  read(customer_id: string, id: string): Effect.Effect<PathDefinition, NotFound>
  create(customer_id: string, input: PathInput): Effect.Effect<PathDefinition, AlreadyExists | Misplaced>
  replace(
    customer_id: string,
    id: string,
    input: typeof PathReplace.Type
  ): Effect.Effect<PathDefinition, NotFound | AlreadyExists | Misplaced>
  remove(customer_id: string, id: string): Effect.Effect<void, NotFound>
  /** active: whichever path of the audience was, no longer is */
  setActive(customer_id: string, id: string, active: boolean): Effect.Effect<PathDefinition, NotFound>
  /** changes the steps of one path, alone */
  edit<A, E>(customer_id: string, id: string, change: Edit<A, E>): Effect.Effect<A, E | NotFound>
}

export class PathStore extends Context.Service<PathStore, Service>()("hatchery/features/path-definitions/PathStore") {
  static readonly layer = Layer.effect(
    PathStore,
    Effect.suspend(() => make)
  )
}

const unknown = () => new NotFound({ resource: "path" })

/** The statements of one path, and the frame every change runs in. */
const statements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const changes = yield* CacheInvalidation
  const tenants = yield* Tenants
  const shown = sql.literal(columns)
  const named = namedBy(sql, { id: "path_definition_id", key: "path_key" })
  const one = (customer_id: string, id: string) => sql`customer_id = ${customer_id}::uuid AND ${named(id)}`

  /** A change of live configuration: one transaction, and every runner hears of it. */
  const announced = <A, E>(customer_id: string, change: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.catchIf(
      sql.withTransaction(Effect.tap(change, () => changes.publish({ _tag: "Tenant", customer_id }))),
      (error): error is never => (error as { readonly _tag?: string } | null)?._tag === "SqlError",
      Effect.die
    ) as Effect.Effect<A, E>

  const placed = Effect.fnUntraced(function* (customer_id: string, audience: string | null) {
    const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
    const found = resolveAudience(audiences, audience ?? undefined)
    return typeof found === "string" ? found : yield* found
  })

  const found = Effect.fnUntraced(function* (statement: Effect.Effect<Option.Option<typeof Row.Type>>) {
    const path = yield* statement
    return Option.isNone(path) ? yield* unknown() : path.value
  })
  const read = (customer_id: string, id: string) =>
    found(row(Row)(sql`SELECT ${shown} FROM path_definitions WHERE ${one(customer_id, id)}`))
  const lock = (customer_id: string, id: string) =>
    found(row(Row)(sql`SELECT ${shown} FROM path_definitions WHERE ${one(customer_id, id)} FOR NO KEY UPDATE`))

  const orTaken = <A, E>(effect: Effect.Effect<A, E>, key: string) =>
    Effect.catchDefect(effect, (defect) =>
      isUniqueViolation(defect) ? Effect.fail(new AlreadyExists({ resource: "path", key })) : Effect.die(defect)
    )

  const naming = itemNaming(sql)

  const write = Effect.fnUntraced(function* (
    customer_id: string,
    path: Omit<typeof Row.Type, "created_at" | "updated_at">
  ) {
    const now = yield* nowDate
    const resolve = yield* naming(customer_id, path.steps)
    const steps = JSON.stringify(resolve(path.steps))
    const saved = yield* row(Row)(sql`
      INSERT INTO path_definitions (customer_id, path_definition_id, path_key, title, audience, display_mode, icon,
        accent_color, steps, is_active, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${path.path_definition_id}::uuid, ${path.path_key}, ${path.title}, ${path.audience},
        ${path.display_mode}, ${path.icon}, ${path.accent_color}, ${steps}::jsonb, ${path.is_active}, ${now}, ${now})
      ON CONFLICT (customer_id, path_definition_id) DO UPDATE SET path_key = excluded.path_key, title = excluded.title,
        audience = excluded.audience, display_mode = excluded.display_mode, icon = excluded.icon,
        accent_color = excluded.accent_color, steps = excluded.steps, is_active = excluded.is_active,
        updated_at = excluded.updated_at
      RETURNING ${shown}`)
    return Option.getOrThrow(saved)
  })

  const makeRoom = (customer_id: string, audience: string) =>
    Effect.orDie(sql`
      UPDATE path_definitions SET is_active = false
      WHERE customer_id = ${customer_id}::uuid AND audience = ${audience} AND is_active`)

  return { announced, inTurn: turnOfPaths(sql), lock, makeRoom, naming, one, orTaken, placed, read, shown, sql, write }
})
type Statements = Effect.Success<typeof statements>

const make = Effect.map(statements, (all) => PathStore.of({ ...reading(all), ...writing(all), ...editing(all) }))

const reading = ({ read, shown, sql }: Statements): Pick<Service, "list" | "read"> => ({
  list: Effect.fn("PathStore.list")(function* (customer_id, query) {
    const audience = query.audience ?? null
    const where = sql`customer_id = ${customer_id}::uuid AND (${audience}::text IS NULL OR audience = ${audience})`
    const page = yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM path_definitions WHERE ${where}`,
      read: (limit, offset) =>
        rows(Row)(sql`
            SELECT ${shown} FROM path_definitions WHERE ${where}
            ORDER BY created_at DESC, path_definition_id DESC LIMIT ${limit} OFFSET ${offset}`)
    })
    return { ...page, data: page.data.map(toWire) }
  }),
  read: (customer_id, id) => Effect.map(read(customer_id, id), toWire)
})

const idsFor = (steps: ReadonlyArray<{ readonly sub_steps: ReadonlyArray<unknown> }>) =>
  Effect.replicateEffect(
    uuid,
    steps.reduce((sum, { sub_steps }) => sum + 1 + sub_steps.length, 0)
  )

const writing = ({ announced, lock, orTaken, placed, write }: Statements): Pick<Service, "create" | "replace"> => ({
  create: Effect.fn("PathStore.create")(function* (customer_id, input) {
    const audience = yield* placed(customer_id, input.audience)
    const ids = yield* idsFor(input.steps)
    const path_definition_id = yield* uuid
    const steps = merged([], input.steps, () => ids.pop()!)
    const path = { ...input, path_definition_id, audience, steps, is_active: false }
    return toWire(yield* orTaken(announced(customer_id, write(customer_id, path)), input.path_key))
  }),
  replace: Effect.fn("PathStore.replace")(function* (customer_id, id, input) {
    const audience = yield* placed(customer_id, input.audience)
    const ids = yield* idsFor(input.steps ?? [])
    const change = Effect.gen(function* () {
      const before = yield* lock(customer_id, id)
      const steps = input.steps === undefined ? before.steps : merged(before.steps, input.steps, () => ids.pop()!)
      // The place of the active path belongs to an audience: one that moves comes in inactive.
      const is_active = before.is_active && before.audience === audience
      return yield* write(customer_id, { ...before, ...input, audience, steps, is_active })
    })
    return toWire(yield* orTaken(announced(customer_id, change), input.path_key))
  })
})

const editing = ({
  announced,
  inTurn,
  lock,
  makeRoom,
  naming,
  one,
  sql,
  write
}: Statements): Pick<Service, "remove" | "setActive" | "edit"> => ({
  remove: Effect.fn("PathStore.remove")(function* (customer_id, id) {
    const removed = yield* announced(
      customer_id,
      execute(sql`DELETE FROM path_definitions WHERE ${one(customer_id, id)} RETURNING path_key`)
    )
    if (removed === 0) return yield* unknown()
  }),
  setActive: Effect.fn("PathStore.setActive")(function* (customer_id, id, active) {
    const change = Effect.gen(function* () {
      if (active) yield* inTurn(customer_id)
      const before = yield* lock(customer_id, id)
      if (active) yield* makeRoom(customer_id, before.audience)
      return yield* write(customer_id, { ...before, is_active: active })
    })
    return toWire(yield* announced(customer_id, change))
  }),
  edit: (customer_id, id, change) =>
    announced(
      customer_id,
      Effect.gen(function* () {
        const before = yield* lock(customer_id, id)
        const [steps, answer] = yield* change(before.steps)
        yield* write(customer_id, { ...before, steps })
        return (yield* naming(customer_id, answer))(answer)
      })
    ).pipe(Effect.withSpan("PathStore.edit"))
})
