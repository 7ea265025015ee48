/**
 * Hosted surfaces in Postgres. Whoever writes one holds the tenant's lock, so that what was looked at is written over.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { defaultSettings } from "../../../wire/answers/Customer.ts"
import { AlreadyExists, type InvalidTransition, NotFound } from "../../../wire/Failure.ts"
import { isKey, isUuid } from "../../../wire/Ids.ts"
import type { UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { SlugLocked, SlugTaken } from "../../../wire/surfaces/Common.ts"
import { configuredAudience } from "../profile-templates/Store.ts"
import type { Move } from "../published-pages/Rules.ts"
import { moved, naming, oneAtATime } from "../published-pages/Store.ts"
import {
  type HostedSurface,
  type HostedSurfaceInput,
  hostedLimits,
  type PatchHostedSurface,
  SurfaceArchived,
  SurfaceLimit,
  surfacePatch
} from "./Api.ts"
import type { Stock } from "./Rules.ts"
import { columns, SurfaceRow, type SurfaceQuery, wireWith } from "./Store/Rows.ts"

type WriteRefusal = AlreadyExists | SlugTaken | UnknownAudience

export class HostedSurfaceStore extends Context.Service<
  HostedSurfaceStore,
  {
    list(customer_id: string, query: SurfaceQuery): Effect.Effect<OffsetPage<HostedSurface>>
    /** `reference`: id or key */
    get(customer_id: string, reference: string): Effect.Effect<HostedSurface, NotFound>
    create(customer_id: string, input: HostedSurfaceInput): Effect.Effect<HostedSurface, WriteRefusal | SurfaceLimit>
    update(
      customer_id: string,
      reference: string,
      patch: PatchHostedSurface
    ): Effect.Effect<HostedSurface, WriteRefusal | NotFound | SlugLocked | SurfaceArchived>
    setLogo(
      customer_id: string,
      reference: string,
      url: string
    ): Effect.Effect<HostedSurface, NotFound | SurfaceArchived>
    /** in the caller's transaction; `judge` looks at what is about to move */
    move<E>(
      customer_id: string,
      reference: string,
      move: Move,
      judge: (surface: HostedSurface) => Effect.Effect<void, E>
    ): Effect.Effect<HostedSurface, NotFound | InvalidTransition | E>
    /** what anybody may open, whosever it is */
    published(slug: string): Effect.Effect<Option.Option<SurfaceRow>>
    /** what its pages take from a workspace's settings */
    tenantOf(customer_id: string): Effect.Effect<TenantSettings>
    /** `audience`: whose buddies play there; undefined while nobody can say, and then everybody's counts */
    stock(customer_id: string, hosted_surface_id: string, audience: string | undefined): Effect.Effect<Stock>
    wire(row: SurfaceRow): HostedSurface
  }
>()("hatchery/features/hosted-surfaces/HostedSurfaceStore") {
  static readonly layer = Layer.effect(
    HostedSurfaceStore,
    Effect.suspend(() => make)
  )
}

const TenantRow = Schema.Struct({
  locale: Schema.NullOr(Schema.String),
  website_url: Schema.NullOr(Schema.String),
  support_email: Schema.NullOr(Schema.String)
})
export interface TenantSettings {
  readonly locale: string
  readonly website_url: string | null
  readonly support_email: string | null
}

const tenantOf = (sql: SqlClient.SqlClient) =>
  Effect.fn("HostedSurfaceStore.tenantOf")((customer_id: string) =>
    Effect.map(
      row(TenantRow)(sql`
        SELECT settings ->> 'locale' AS locale, settings ->> 'website_url' AS website_url,
          settings ->> 'support_email' AS support_email
        FROM customers WHERE customer_id = ${customer_id}::uuid`),
      (found) => {
        const { locale, ...settings } = Option.getOrThrow(found)
        return { ...settings, locale: locale ?? defaultSettings.locale }
      }
    )
  )

const contentOf = ({ hosted_surface_key: _key, slug: _slug, ...input }: HostedSurfaceInput, logo: string | null) => ({
  ...input,
  logo_url: logo
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { publicUrl } = yield* AppConfig
  const tenants = yield* Tenants
  const changes = yield* CacheInvalidation
  const wire = wireWith(publicUrl)
  const select = sql.literal(columns)
  const reading = {
    list: Effect.fn("HostedSurfaceStore.list")(function* (customer_id: string, query: SurfaceQuery) {
      const wanted = query.status === undefined ? sql`status <> 'archived'` : sql`status = ${query.status}`
      const where = sql`customer_id = ${customer_id}::uuid AND ${wanted}`
      return yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM hosted_surfaces WHERE ${where}`,
        read: (limit, offset) =>
          Effect.map(
            rows(SurfaceRow)(sql`SELECT ${select} FROM hosted_surfaces AS s WHERE ${where}
              ORDER BY created_at DESC, hosted_surface_id DESC LIMIT ${limit} OFFSET ${offset}`),
            (found) => found.map(wire)
          )
      })
    }),
    published: Effect.fn("HostedSurfaceStore.published")((slug: string) =>
      row(SurfaceRow)(sql`
        SELECT ${select} FROM hosted_surfaces AS s WHERE slug = ${slug} AND status = 'published'`)
    ),
    tenantOf: tenantOf(sql),
    stock: Effect.fn("HostedSurfaceStore.stock")((customer_id: string, hosted_surface_id: string, audience = "") =>
      Effect.map(
        row(Schema.Struct({ has_items: Schema.Boolean, has_path: Schema.Boolean, players: Schema.Int }))(sql`
          SELECT EXISTS (SELECT FROM marketplaces AS m JOIN marketplace_items AS i
              ON i.customer_id = m.customer_id AND i.marketplace_id = m.marketplace_id
              WHERE m.customer_id = ${customer_id}::uuid AND m.is_active AND i.status = 'active'
                AND (m.audience IS NULL OR ${audience} IN ('', m.audience))) AS has_items,
            EXISTS (SELECT FROM path_definitions AS d WHERE d.customer_id = ${customer_id}::uuid AND d.is_active
              AND ${audience} IN ('', d.audience)) AS has_path,
            (SELECT count(*)::int FROM hosted_players AS p WHERE p.customer_id = ${customer_id}::uuid
              AND p.hosted_surface_id = ${hosted_surface_id}::uuid AND p.status = 'active') AS players`),
        Option.getOrThrow
      )
    )
  }
  const find = Effect.fnUntraced(function* (customer_id: string, reference: string, lock: boolean) {
    if (!isUuid(reference) && !isKey(reference)) return yield* new NotFound({ resource: "hosted surface" })
    const which = isUuid(reference)
      ? sql`hosted_surface_id = ${reference}::uuid`
      : sql`hosted_surface_key = ${reference}`
    const found = yield* row(SurfaceRow)(sql`
      SELECT ${select} FROM hosted_surfaces AS s WHERE customer_id = ${customer_id}::uuid AND ${which}
      ${lock ? sql`FOR UPDATE` : sql``}`)
    return Option.isNone(found) ? yield* new NotFound({ resource: "hosted surface" }) : found.value
  })
  const context = { sql, tenants, changes, wire, find }
  return HostedSurfaceStore.of({
    ...reading,
    wire,
    get: Effect.fn("HostedSurfaceStore.get")((customer_id, reference) =>
      Effect.map(find(customer_id, reference, false), wire)
    ),
    ...making(context),
    ...moving(context)
  })
})

const pages = { table: "hosted_surfaces", id: "hosted_surface_id", key: "hosted_surface_key" } as const

interface Context_ {
  readonly sql: SqlClient.SqlClient
  readonly tenants: Tenants["Service"]
  readonly changes: CacheInvalidation["Service"]
  readonly wire: (row: SurfaceRow) => HostedSurface
  readonly find: (customer_id: string, reference: string, lock: boolean) => Effect.Effect<SurfaceRow, NotFound>
}

/** How rows are written, whoever writes them. */
const writing = ({ changes, find, sql, wire }: Context_) => {
  const alone = oneAtATime(sql, changes, pages)
  const save = (surface: Pick<SurfaceRow, "customer_id" | "hosted_surface_id">, set: Statement.Fragment) =>
    Effect.andThen(
      Effect.flatMap(nowDate, (now) =>
        Effect.orDie(sql`UPDATE hosted_surfaces SET ${set}, updated_at = ${now}
          WHERE customer_id = ${surface.customer_id}::uuid AND hosted_surface_id = ${surface.hosted_surface_id}::uuid`)
      ),
      Effect.map(Effect.orDie(find(surface.customer_id, surface.hosted_surface_id, false)), wire)
    )
  const writable = Effect.fnUntraced(function* (customer_id: string, reference: string) {
    const surface = yield* find(customer_id, reference, true)
    return surface.status === "archived" ? yield* new SurfaceArchived() : surface
  })

  return { alone, save, writable }
}

const making = (context: Context_): Pick<HostedSurfaceStore["Service"], "create" | "update"> => {
  const { find, sql, tenants, wire } = context
  const { alone, save, writable } = writing(context)
  const { keyAgain, keyFor, keyTaken, slugAgain, slugFor, slugTaken } = naming(sql, pages)

  const create = Effect.fnUntraced(function* (customer_id: string, input: HostedSurfaceInput) {
    if (input.audience !== null) yield* configuredAudience(tenants, customer_id, input.audience)
    const { plan } = yield* Effect.orDie(tenants.get(customer_id))
    const max = hostedLimits.surfaces[plan]
    const held = yield* rows(Schema.Struct({ total: Schema.Int, archived: Schema.Int }))(sql`
      SELECT count(*)::int AS total, (count(*) FILTER (WHERE status = 'archived'))::int AS archived
      FROM hosted_surfaces WHERE customer_id = ${customer_id}::uuid`)
    const { archived, total } = held[0]!
    if (total - archived >= max) return yield* new SurfaceLimit({ max })
    if (archived >= hostedLimits.archived_max) return yield* new SurfaceLimit({ max: max + hostedLimits.archived_max })
    if (input.slug !== null && (yield* slugTaken(input.slug))) return yield* new SlugTaken({ slug: input.slug })
    const slug = input.slug ?? (yield* slugFor(input.name))
    const key = input.hosted_surface_key ?? (yield* keyFor(customer_id, slug))
    if (yield* keyTaken(customer_id, key)) return yield* new AlreadyExists({ resource: "hosted surface", key })
    const [id, now] = [yield* uuid, yield* nowDate]
    yield* Effect.orDie(sql`
      INSERT INTO hosted_surfaces (customer_id, hosted_surface_id, hosted_surface_key, slug, status, content,
        created_at, updated_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, ${key}, ${slug}, 'draft',
        ${JSON.stringify(contentOf(input, null))}::jsonb, ${now}, ${now})`)
    return wire(yield* Effect.orDie(find(customer_id, id, false)))
  })

  const update = Effect.fnUntraced(function* (customer_id: string, reference: string, patch: PatchHostedSurface) {
    const before = yield* writable(customer_id, reference)
    const { hosted_surface_key, logo_url: logo, slug: asked, ...rest } = patch
    const { logo_url: old, ...known } = before.content
    const input = surfacePatch.patched({ ...known, slug: before.slug, hosted_surface_key: null }, rest)
    if (input.audience !== null && input.audience !== known.audience)
      yield* configuredAudience(tenants, customer_id, input.audience)
    const isLocked = before.first_published_at !== null
    const own = before.hosted_surface_id
    const slug = asked === null ? yield* slugAgain(before.slug, input.name, own) : (asked ?? before.slug)
    if (slug !== before.slug) {
      if (isLocked) return yield* new SlugLocked()
      if (yield* slugTaken(slug, own)) return yield* new SlugTaken({ slug })
    }
    const wanted =
      hosted_surface_key === null
        ? yield* keyAgain(customer_id, before.hosted_surface_key, slug, own)
        : hosted_surface_key
    const key = wanted ?? before.hosted_surface_key
    if (key !== before.hosted_surface_key && (yield* keyTaken(customer_id, key, own)))
      return yield* new AlreadyExists({ resource: "hosted surface", key })
    const content = JSON.stringify(contentOf(input, logo === null ? null : old))
    return yield* save(before, sql`slug = ${slug}, hosted_surface_key = ${key}, content = ${content}::jsonb`)
  })

  return {
    create: Effect.fn("HostedSurfaceStore.create")((customer_id, input) =>
      alone(customer_id, create(customer_id, input))
    ),
    update: Effect.fn("HostedSurfaceStore.update")((customer_id, reference, patch) =>
      alone(customer_id, update(customer_id, reference, patch))
    )
  }
}

const moving = (context: Context_): Pick<HostedSurfaceStore["Service"], "setLogo" | "move"> => {
  const { find, sql, wire } = context
  const { alone, save, writable } = writing(context)
  return {
    setLogo: Effect.fn("HostedSurfaceStore.setLogo")((customer_id, reference, url) =>
      alone(
        customer_id,
        Effect.flatMap(writable(customer_id, reference), (surface) =>
          save(surface, sql`content = jsonb_set(content, '{logo_url}', ${JSON.stringify(url)}::jsonb)`)
        )
      )
    ),
    move: Effect.fn("HostedSurfaceStore.move")((customer_id, reference, move, judge) =>
      alone(
        customer_id,
        Effect.gen(function* () {
          const surface = yield* find(customer_id, reference, true)
          const set = yield* moved(sql)(surface.status, move)
          yield* judge(wire(surface))
          return yield* save(surface, set)
        })
      )
    )
  }
}
