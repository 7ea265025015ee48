/** Showrooms in Postgres. Whoever writes one holds the tenant's lock, so that what was looked at is written over. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { randomBase62, uuid } from "../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { AlreadyExists, type InvalidTransition, NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { isKey, isUuid } from "../../../wire/Ids.ts"
import type { UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { SlugLocked, SlugTaken } from "../../../wire/surfaces/Common.ts"
import { configuredAudience } from "../profile-templates/Store.ts"
import type { Move } from "../published-pages/Rules.ts"
import { moved, naming, oneAtATime } from "../published-pages/Store.ts"
import { windowOf } from "../visits/Rules.ts"
import { VisitStore } from "../visits/Store.ts"
import {
  type PatchShowroom,
  type Showroom,
  ShowroomArchived,
  type ShowroomInput,
  ShowroomLimit,
  showroomLimits,
  showroomPatch
} from "./Api.ts"
import { visited } from "./Rules.ts"
import { columns, type ShowroomQuery, ShowroomRow, type VisitFigures, wireWith } from "./Store/Rows.ts"

type WriteRefusal = AlreadyExists | SlugTaken | UnknownAudience | ValidationFailed

export class ShowroomStore extends Context.Service<
  ShowroomStore,
  {
    list(customer_id: string, query: ShowroomQuery): Effect.Effect<OffsetPage<Showroom>>
    /** `reference`: id or key */
    get(customer_id: string, reference: string): Effect.Effect<Showroom, NotFound>
    create(customer_id: string, input: ShowroomInput): Effect.Effect<Showroom, WriteRefusal | ShowroomLimit>
    update(
      customer_id: string,
      reference: string,
      patch: PatchShowroom
    ): Effect.Effect<Showroom, WriteRefusal | NotFound | SlugLocked | ShowroomArchived>
    move(customer_id: string, reference: string, move: Move): Effect.Effect<Showroom, NotFound | InvalidTransition>
    /** another code: who has the one before counts as come by link */
    regenerate(customer_id: string, reference: string): Effect.Effect<Showroom, NotFound | ShowroomArchived>
    /** what anybody may open, whosever it is */
    published(slug: string): Effect.Effect<Option.Option<ShowroomRow>>
    /** in the caller's transaction: whether one more visit of this minute is told */
    tell(customer_id: string, showroom_id: string): Effect.Effect<boolean>
  }
>()("hatchery/features/showrooms/ShowroomStore") {
  static readonly layer = Layer.effect(
    ShowroomStore,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(VisitStore.layer))
}

const pages = { table: "showrooms", id: "showroom_id", key: "showroom_key" } as const
const qr_key_length = 8
const month_days = 30
const minute_ms = 60_000

const contentOf = ({ selection, showroom_key: _key, slug: _slug, ...input }: ShowroomInput) => ({
  ...input,
  selection: { mode: selection.mode, limit: selection.limit }
})

/** Figures of all of them at once. */
const figuring = Effect.map(VisitStore, (visits) =>
  Effect.fnUntraced(function* (customer_id: string, showroom_ids: ReadonlyArray<string>) {
    const of = { subject_ids: showroom_ids, event: visited }
    const { from: since } = windowOf(yield* Clock.currentTimeMillis, month_days)
    const ever = yield* visits.totals(customer_id, "showroom", of)
    const lately = yield* visits.totals(customer_id, "showroom", { ...of, since })
    const sum = (found: typeof ever, id: string, channel?: string) =>
      found
        .filter((one) => one.subject_id === id && (channel === undefined || one.channel === channel))
        .reduce((total, one) => total + one.visits, 0)
    return (id: string): VisitFigures => ({
      total: sum(ever, id),
      qr: sum(ever, id, "qr"),
      last_30_days: sum(lately, id)
    })
  })
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { publicUrl } = yield* AppConfig
  const tenants = yield* Tenants
  const changes = yield* CacheInvalidation
  const figures = yield* figuring
  const wire = wireWith(publicUrl)
  const select = sql.literal(columns)
  const shown = Effect.fnUntraced(function* (customer_id: string, found: ReadonlyArray<ShowroomRow>) {
    const ids = found.map(({ showroom_id }) => showroom_id)
    const of = yield* figures(customer_id, ids)
    return found.map((one) => wire(one, of(one.showroom_id)))
  })
  const find = Effect.fnUntraced(function* (customer_id: string, reference: string, lock: boolean) {
    if (!isUuid(reference) && !isKey(reference)) return yield* new NotFound({ resource: "showroom" })
    const which = isUuid(reference) ? sql`showroom_id = ${reference}::uuid` : sql`showroom_key = ${reference}`
    const found = yield* row(ShowroomRow)(sql`
      SELECT ${select} FROM showrooms WHERE customer_id = ${customer_id}::uuid AND ${which}
      ${lock ? sql`FOR UPDATE` : sql``}`)
    return Option.isNone(found) ? yield* new NotFound({ resource: "showroom" }) : found.value
  })
  const one = (customer_id: string, showroom: ShowroomRow) =>
    Effect.map(shown(customer_id, [showroom]), ([first]) => first!)
  const context: Context_ = { sql, tenants, changes, find, one }
  return ShowroomStore.of({
    list: Effect.fn("ShowroomStore.list")(function* (customer_id, query) {
      const wanted = query.status === undefined ? sql`status <> 'archived'` : sql`status = ${query.status}`
      const where = sql`customer_id = ${customer_id}::uuid AND ${wanted}`
      return yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM showrooms WHERE ${where}`,
        read: (limit, offset) =>
          Effect.flatMap(
            rows(ShowroomRow)(sql`SELECT ${select} FROM showrooms WHERE ${where}
              ORDER BY created_at DESC, showroom_id DESC LIMIT ${limit} OFFSET ${offset}`),
            (found) => shown(customer_id, found)
          )
      })
    }),
    get: Effect.fn("ShowroomStore.get")((customer_id, reference) =>
      Effect.flatMap(find(customer_id, reference, false), (found) => one(customer_id, found))
    ),
    published: Effect.fn("ShowroomStore.published")((slug) =>
      row(ShowroomRow)(sql`SELECT ${select} FROM showrooms WHERE slug = ${slug} AND status = 'published'`)
    ),
    tell: Effect.fn("ShowroomStore.tell")(function* (customer_id, showroom_id) {
      const now = yield* Clock.currentTimeMillis
      const minute = new Date(now - (now % minute_ms))
      const told = yield* row(Schema.Struct({ told: Schema.Int }))(sql`
        UPDATE showrooms SET told = CASE WHEN told_minute = ${minute} THEN told + 1 ELSE 1 END, told_minute = ${minute}
        WHERE customer_id = ${customer_id}::uuid AND showroom_id = ${showroom_id}::uuid
          AND (told_minute <> ${minute} OR told < ${showroomLimits.told_per_minute})
        RETURNING told`)
      return Option.isSome(told)
    }),
    ...making(context),
    ...moving(context)
  })
})

interface Context_ {
  readonly sql: SqlClient.SqlClient
  readonly tenants: Tenants["Service"]
  readonly changes: CacheInvalidation["Service"]
  readonly find: (customer_id: string, reference: string, lock: boolean) => Effect.Effect<ShowroomRow, NotFound>
  readonly one: (customer_id: string, showroom: ShowroomRow) => Effect.Effect<Showroom>
}

/** How rows are written, whoever writes them. */
const writing = ({ changes, find, one, sql }: Context_) => ({
  alone: oneAtATime(sql, changes, pages),
  save: ({ customer_id, showroom_id }: ShowroomRow, set: Statement.Fragment) =>
    Effect.gen(function* () {
      yield* Effect.orDie(sql`UPDATE showrooms SET ${set}, updated_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid AND showroom_id = ${showroom_id}::uuid`)
      return yield* one(customer_id, yield* Effect.orDie(find(customer_id, showroom_id, false)))
    }),
  writable: Effect.fnUntraced(function* (customer_id: string, reference: string) {
    const showroom = yield* find(customer_id, reference, true)
    return showroom.status === "archived" ? yield* new ShowroomArchived() : showroom
  })
})

/** Only buddies there are can be picked; one that is archived comes back when it does. */
const picking = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (customer_id: string, { selection: { buddy_ids } }: ShowroomInput) {
    if (buddy_ids.length === 0) return buddy_ids
    const found = yield* rows(Schema.Struct({ buddy_id: Schema.String }))(sql`
      SELECT buddy_id FROM buddy_identities
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${buddy_ids}::uuid[]) FOR KEY SHARE`)
    const known = new Set(found.map(({ buddy_id }) => buddy_id))
    const stranger = buddy_ids.findIndex((id) => !known.has(id.toLowerCase()))
    if (stranger >= 0)
      return yield* ValidationFailed.at(["selection", "buddy_ids", stranger], "names no buddy of yours")
    return buddy_ids
  })

const making = (context: Context_): Pick<ShowroomStore["Service"], "create" | "update"> => {
  const { find, one, sql, tenants } = context
  const { alone, save, writable } = writing(context)
  const { keyAgain, keyFor, keyTaken, slugAgain, slugFor, slugTaken } = naming(sql, pages)
  const picked = picking(sql)

  const create = Effect.fnUntraced(function* (customer_id: string, input: ShowroomInput) {
    if (input.audience !== null) yield* configuredAudience(tenants, customer_id, input.audience)
    const buddy_ids = yield* picked(customer_id, input)
    const { archived_max, showrooms_max: max } = showroomLimits
    const held = yield* rows(Schema.Struct({ total: Schema.Int, archived: Schema.Int }))(sql`
      SELECT count(*)::int AS total, (count(*) FILTER (WHERE status = 'archived'))::int AS archived
      FROM showrooms WHERE customer_id = ${customer_id}::uuid`)
    const { archived, total } = held[0]!
    if (total - archived >= max) return yield* new ShowroomLimit({ max })
    if (archived >= archived_max) return yield* new ShowroomLimit({ max: max + archived_max })
    if (input.slug !== null && (yield* slugTaken(input.slug))) return yield* new SlugTaken({ slug: input.slug })
    const slug = input.slug ?? (yield* slugFor(input.name))
    const key = input.showroom_key ?? (yield* keyFor(customer_id, slug))
    if (yield* keyTaken(customer_id, key)) return yield* new AlreadyExists({ resource: "showroom", key })
    const [id, now] = [yield* uuid, yield* nowDate]
    yield* Effect.orDie(sql`
      INSERT INTO showrooms (customer_id, showroom_id, showroom_key, slug, status, content, buddy_ids, qr_key,
        qr_created_at, told_minute, told, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, ${key}, ${slug}, 'draft', ${JSON.stringify(contentOf(input))}::jsonb,
        ${buddy_ids}::uuid[], ${yield* randomBase62(qr_key_length)}, ${now}, 'epoch', 0, ${now}, ${now})`)
    return yield* one(customer_id, yield* Effect.orDie(find(customer_id, id, false)))
  })

  const update = Effect.fnUntraced(function* (customer_id: string, reference: string, patch: PatchShowroom) {
    const before = yield* writable(customer_id, reference)
    const { showroom_key, slug: asked, ...rest } = patch
    const selection = { ...before.content.selection, buddy_ids: before.buddy_ids }
    const known = { ...before.content, selection, slug: before.slug, showroom_key: null }
    const input = showroomPatch.patched(known, rest)
    if (input.audience !== null && input.audience !== before.content.audience)
      yield* configuredAudience(tenants, customer_id, input.audience)
    const buddy_ids = rest.selection === undefined ? before.buddy_ids : yield* picked(customer_id, input)
    const isLocked = before.first_published_at !== null
    const own = before.showroom_id
    const slug = asked === null ? yield* slugAgain(before.slug, input.name, own) : (asked ?? before.slug)
    if (slug !== before.slug) {
      if (isLocked) return yield* new SlugLocked()
      if (yield* slugTaken(slug, own)) return yield* new SlugTaken({ slug })
    }
    const wanted = showroom_key === null ? yield* keyAgain(customer_id, before.showroom_key, slug, own) : showroom_key
    const key = wanted ?? before.showroom_key
    if (key !== before.showroom_key && (yield* keyTaken(customer_id, key, own)))
      return yield* new AlreadyExists({ resource: "showroom", key })
    const content = JSON.stringify(contentOf(input))
    return yield* save(
      before,
      sql`slug = ${slug}, showroom_key = ${key}, content = ${content}::jsonb, buddy_ids = ${buddy_ids}::uuid[]`
    )
  })

  return {
    create: Effect.fn("ShowroomStore.create")((customer_id, input) => alone(customer_id, create(customer_id, input))),
    update: Effect.fn("ShowroomStore.update")((customer_id, reference, patch) =>
      alone(customer_id, update(customer_id, reference, patch))
    )
  }
}

const moving = (context: Context_): Pick<ShowroomStore["Service"], "move" | "regenerate"> => {
  const { find, sql } = context
  const { alone, save, writable } = writing(context)
  const move = Effect.fnUntraced(function* (customer_id: string, reference: string, how: Move) {
    const showroom = yield* find(customer_id, reference, true)
    return yield* save(showroom, yield* moved(sql)(showroom.status, how))
  })
  const regenerate = Effect.fnUntraced(function* (customer_id: string, reference: string) {
    const showroom = yield* writable(customer_id, reference)
    const [key, now] = [yield* randomBase62(qr_key_length), yield* nowDate]
    return yield* save(showroom, sql`qr_key = ${key}, qr_created_at = ${now}`)
  })
  return {
    move: Effect.fn("ShowroomStore.move")((customer_id, reference, how) =>
      alone(customer_id, move(customer_id, reference, how))
    ),
    regenerate: Effect.fn("ShowroomStore.regenerate")((customer_id, reference) =>
      alone(customer_id, regenerate(customer_id, reference))
    )
  }
}
