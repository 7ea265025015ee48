/** Links and settings of sharing in Postgres. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { randomBase62 } from "../../../platform/postgres/Ids.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { heldBuddy } from "../../../platform/postgres/HeldBuddySql.ts"
import { CoinName, defaultSettings, defaultWidgetTheme, WidgetTheme } from "../../../wire/answers/Customer.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { isoOrNull, isUuid } from "../../../wire/Ids.ts"
import { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import { notOnTestClock, type VisitSpan } from "../visits/Store.ts"
import type { ShareSettings, ShareSettingsPatch } from "./Api.ts"
import { changedSettings, code_length, voided_max, defaultShareSettings } from "./Rules.ts"
import { type Listing, listing } from "./Store/Listing.ts"

const SettingsRow = Schema.Struct({
  enabled: Schema.Boolean,
  show_tenant_name: Schema.Boolean,
  cta_url: Schema.NullOr(Schema.String),
  cta_label: Schema.NullOr(Schema.String),
  listed: Schema.Boolean,
  updated_at: Schema.Date
})
const LinkRow = Schema.Struct({ code: Schema.String, created_at: Schema.Date })
export type Link = typeof LinkRow.Type

const FoundRow = Schema.Struct({
  customer_id: Schema.String,
  buddy_id: Schema.String,
  created_at: Schema.Date,
  enabled: Schema.NullOr(Schema.Boolean),
  show_tenant_name: Schema.NullOr(Schema.Boolean),
  cta_url: Schema.NullOr(Schema.String),
  cta_label: Schema.NullOr(Schema.String),
  listed: Schema.NullOr(Schema.Boolean)
})
export interface Found {
  readonly customer_id: string
  readonly buddy_id: string
  readonly created_at: Date
  readonly settings: Omit<ShareSettings, "updated_at">
}

const DayRow = Schema.Struct({ day: Schema.String, links: Schema.Int })
const LookRow = Schema.Struct({
  theme: Schema.NullOr(WidgetTheme),
  locale: Schema.NullOr(Schema.String),
  coin_name: Schema.NullOr(CoinName)
})

export interface TenantLook {
  readonly theme: WidgetTheme
  readonly language: string
  /** null: it calls them as everybody does */
  readonly coin_name: typeof CoinName.Type | null
}

export class ShareStore extends Context.Service<
  ShareStore,
  Listing & {
    settings(customer_id: string): Effect.Effect<ShareSettings>
    update(customer_id: string, patch: ShareSettingsPatch): Effect.Effect<ShareSettings>
    /** the link there is, else a new one */
    mint(
      customer_id: string,
      buddy_id: string
    ): Effect.Effect<{ readonly link: Link; readonly isNew: boolean }, NotFound | BuddyArchived>
    /** whether something may be told of the buddy */
    check(customer_id: string, buddy_id: string): Effect.Effect<void, NotFound | BuddyArchived>
    /** also where there is none */
    end(customer_id: string, buddy_id: string): Effect.Effect<void, NotFound>
    /** whom a code that was not voided is about, whether anybody may see it or not */
    find(code: string): Effect.Effect<Option.Option<Found>>
    /** made, by day of UTC; voided ones too */
    made(customer_id: string, days: VisitSpan): Effect.Effect<ReadonlyMap<string, number>>
    look(customer_id: string): Effect.Effect<TenantLook>
  }
>()("hatchery/features/buddy-share/ShareStore") {
  static readonly layer = Layer.effect(
    ShareStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      /** Pages are kept for a moment: what is taken back is gone at once. */
      const tell = (customer_id: string) => changes.publish({ _tag: "Page", customer_id })
      return ShareStore.of({ ...settingsOf(sql, tell), ...linksOf(sql, tell), ...reading(sql), ...listing(sql) })
    })
  )
}

type Tell = (customer_id: string) => Effect.Effect<void>

const settingsOf = (sql: SqlClient.SqlClient, tell: Tell): Pick<ShareStore["Service"], "settings" | "update"> => {
  const columns = sql.literal("enabled, show_tenant_name, cta_url, cta_label, listed, updated_at")
  const find = (customer_id: string, lock = sql``) =>
    Effect.map(
      row(SettingsRow)(sql`
        SELECT ${columns} FROM share_settings WHERE customer_id = ${customer_id}::uuid ${lock}`),
      Option.match({
        onNone: () => defaultShareSettings,
        onSome: (kept): ShareSettings => ({ ...kept, updated_at: isoOrNull(kept.updated_at) })
      })
    )
  const write = Effect.fnUntraced(function* (customer_id: string, settings: ShareSettings, taken = sql`NOTHING`) {
    const { cta_label, cta_url, enabled, listed, show_tenant_name } = settings
    yield* execute(sql`
      INSERT INTO share_settings (customer_id, ${columns})
      VALUES (${customer_id}::uuid, ${enabled}, ${show_tenant_name}, ${cta_url}, ${cta_label}, ${listed},
        ${yield* nowDate})
      ON CONFLICT (customer_id) DO ${taken} RETURNING 1`)
  })
  const asGiven = sql`UPDATE SET enabled = excluded.enabled, show_tenant_name = excluded.show_tenant_name,
    cta_url = excluded.cta_url, cta_label = excluded.cta_label, listed = excluded.listed,
    updated_at = excluded.updated_at`
  return {
    settings: Effect.fn("ShareStore.settings")((customer_id: string) => find(customer_id)),
    update: Effect.fn("ShareStore.update")(function* (customer_id, patch) {
      // A row to lock: two changes of different fields both hold.
      yield* write(customer_id, defaultShareSettings)
      yield* write(customer_id, changedSettings(yield* find(customer_id, sql`FOR UPDATE`), patch), asGiven)
      yield* tell(customer_id)
      return yield* find(customer_id)
    }, transactionOf(sql))
  }
}

const linksOf = (sql: SqlClient.SqlClient, tell: Tell): Pick<ShareStore["Service"], "check" | "mint" | "end"> => {
  const live = (customer_id: string, buddy_id: string) =>
    row(LinkRow)(sql`
      SELECT code, created_at FROM share_links
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND voided_at IS NULL`)
  const isKnown = (customer_id: string, buddy_id: string, which = sql``) =>
    Effect.map(
      execute(sql`SELECT 1 FROM buddy_identities
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid ${which}`),
      (found) => found > 0
    )
  const isActive = (customer_id: string, buddy_id: string) => isKnown(customer_id, buddy_id, sql`AND status = 'active'`)
  const refusal = (customer_id: string, buddy_id: string) =>
    Effect.map(isKnown(customer_id, buddy_id), (known) =>
      known ? new BuddyArchived() : new NotFound({ resource: "buddy" })
    )
  /** A link that was in the way may be void by the time it is looked at: then there is room for another one. */
  const mint = Effect.fnUntraced(function* (
    customer_id: string,
    buddy_id: string,
    tries = 2
  ): Effect.fn.Return<{ readonly link: Link; readonly isNew: boolean }, NotFound | BuddyArchived> {
    // The buddy is held meanwhile: whoever erases it finds the link, or no link is made.
    const made = yield* row(LinkRow)(sql`
      WITH sharer AS (
        SELECT b.customer_id, b.buddy_id FROM ${heldBuddy(sql, customer_id, buddy_id)})
      INSERT INTO share_links (customer_id, code, buddy_id, created_at)
      SELECT customer_id, ${yield* randomBase62(code_length)}, buddy_id, ${yield* nowDate} FROM sharer
      ON CONFLICT (customer_id, buddy_id) WHERE voided_at IS NULL DO NOTHING RETURNING code, created_at`)
    if (Option.isSome(made)) return { link: made.value, isNew: true }
    const kept = yield* live(customer_id, buddy_id)
    const isShareable = yield* isActive(customer_id, buddy_id)
    if (Option.isSome(kept) && isShareable) return { link: kept.value, isNew: false }
    if (isShareable && tries > 1) return yield* mint(customer_id, buddy_id, tries - 1)
    return yield* yield* refusal(customer_id, buddy_id)
  })
  return {
    mint: Effect.fn("ShareStore.mint")(function* (customer_id, buddy_id) {
      if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
      return yield* mint(customer_id, buddy_id)
    }, transactionOf(sql)),
    check: Effect.fn("ShareStore.check")(function* (customer_id, buddy_id) {
      if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
      if (!(yield* isActive(customer_id, buddy_id))) return yield* yield* refusal(customer_id, buddy_id)
    }),
    end: Effect.fn("ShareStore.end")(function* (customer_id, buddy_id) {
      if (!isUuid(buddy_id) || !(yield* isKnown(customer_id, buddy_id)))
        return yield* new NotFound({ resource: "buddy" })
      yield* execute(sql`
        UPDATE share_links SET voided_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND voided_at IS NULL RETURNING 1`)
      yield* tell(customer_id)
      // Whoever shares anew for ever keeps as many as figures could mean.
      yield* execute(sql`
        DELETE FROM share_links WHERE customer_id = ${customer_id}::uuid AND code IN (
          SELECT code FROM share_links
          WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND voided_at IS NOT NULL
          ORDER BY created_at DESC, code OFFSET ${voided_max})
        RETURNING 1`)
    }, transactionOf(sql))
  }
}

const reading = (sql: SqlClient.SqlClient): Pick<ShareStore["Service"], "find" | "made" | "look"> => ({
  find: Effect.fn("ShareStore.find")((code: string) =>
    Effect.map(
      row(FoundRow)(sql`
        SELECT l.customer_id, l.buddy_id, l.created_at, s.enabled, s.show_tenant_name, s.cta_url, s.cta_label, s.listed
        FROM share_links AS l LEFT JOIN share_settings AS s USING (customer_id)
        WHERE l.code = ${code} AND l.voided_at IS NULL`),
      Option.map(({ buddy_id, created_at, customer_id, cta_label, cta_url, ...kept }): Found => ({
        customer_id,
        buddy_id,
        created_at,
        settings: {
          enabled: kept.enabled ?? defaultShareSettings.enabled,
          show_tenant_name: kept.show_tenant_name ?? defaultShareSettings.show_tenant_name,
          listed: kept.listed ?? defaultShareSettings.listed,
          cta_url,
          cta_label
        }
      }))
    )
  ),
  made: Effect.fn("ShareStore.made")((customer_id: string, { audience, from, to }: VisitSpan) =>
    Effect.map(
      rows(DayRow)(sql`
        SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day, count(*)::int AS links FROM share_links AS l
        WHERE customer_id = ${customer_id}::uuid AND created_at >= ${from}::date AT TIME ZONE 'UTC'
          AND created_at < (${to}::date + 1) AT TIME ZONE 'UTC'
          AND (${audience ?? null}::text IS NULL OR EXISTS (SELECT FROM buddy_identities AS i
            WHERE i.customer_id = l.customer_id AND i.buddy_id = l.buddy_id AND i.audience = ${audience ?? null}))
          AND ${notOnTestClock(sql, "l", "buddy_id")}
        GROUP BY 1`),
      (found) => new Map(found.map(({ day, links }) => [day, links]))
    )
  ),
  look: Effect.fn("ShareStore.look")((customer_id: string) =>
    Effect.map(
      row(LookRow)(sql`
        SELECT settings -> 'widget_theme' AS theme, settings ->> 'locale' AS locale,
          settings -> 'coin_name' AS coin_name
        FROM customers WHERE customer_id = ${customer_id}::uuid`),
      (found) => {
        const { coin_name, locale, theme } = Option.getOrThrow(found)
        return { theme: theme ?? defaultWidgetTheme, language: locale ?? defaultSettings.locale, coin_name }
      }
    )
  )
})
