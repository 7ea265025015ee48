/** Widget tokens as rows: the row is what is revoked; the token only refers to it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { execute, nowDate, row } from "../../../platform/postgres/Sql.ts"
import { heldBuddy } from "../../../platform/postgres/HeldBuddySql.ts"
import { Tokens } from "../../../platform/auth/Tokens.ts"
import type { Scope } from "../../../wire/Access.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { isUuid } from "../../../wire/Ids.ts"
import { BuddyArchived } from "../../../wire/refusals/Buddies.ts"

export interface Mint {
  readonly kind: "session" | "embed"
  readonly buddy_id: string
  /** sessions name the user, who must own the buddy; embeds take the owner */
  readonly user_id: string | undefined
  readonly scopes: ReadonlyArray<Scope>
  readonly widget: string | null
  readonly ttl_seconds: number
  /** null: any */
  readonly event_types: ReadonlyArray<string> | null
  readonly allowed_origins: ReadonlyArray<string> | null
  /** of a hosted surface, who came in with a code or a card: with that access the token ends */
  readonly player_id?: string
  /** the publishable key that mints it: with that key the token ends */
  readonly api_key_id?: string
}

export interface Minted {
  readonly token: string
  readonly session_id: string
  readonly expires_at: string
  readonly scopes: ReadonlyArray<Scope>
}

const Owner = Schema.Struct({ user_id: Schema.String, status: Schema.String })
const Written = Schema.Struct({ session_id: Schema.String })

export class WidgetTokenStore extends Context.Service<
  WidgetTokenStore,
  {
    mint(customer_id: string, mint: Mint): Effect.Effect<Minted, NotFound | BuddyArchived>
    revoke(customer_id: string, session_id: string): Effect.Effect<void, NotFound>
    /** buddies that are archived or gone are not shown any more */
    revokeOf(customer_id: string, buddy_ids: ReadonlyArray<string>): Effect.Effect<void>
    /** those whom a hosted surface let in */
    revokeOfPlayers(customer_id: string, player_ids: ReadonlyArray<string>): Effect.Effect<void>
    /** of a player: all but the newest so many that are good */
    keepNewest(customer_id: string, player_id: string, kept: number): Effect.Effect<void>
  }
>()("hatchery/features/widget-sessions/WidgetTokenStore") {
  static readonly layer = Layer.effect(
    WidgetTokenStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tokens = yield* Tokens
      const changes = yield* CacheInvalidation
      return WidgetTokenStore.of({
        mint: Effect.fn("WidgetTokenStore.mint")(function* (customer_id, mint) {
          const unknown = new NotFound({ resource: "buddy" })
          if (!isUuid(mint.buddy_id)) return yield* unknown
          const buddy = sql`buddy_identities
            WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${mint.buddy_id}::uuid`
          const owner = yield* row(Owner)(sql`SELECT user_id, status FROM ${buddy}`)
          if (Option.isNone(owner) || (mint.user_id !== undefined && mint.user_id !== owner.value.user_id))
            return yield* unknown
          const now = yield* nowDate
          const expires = new Date(now.getTime() + mint.ttl_seconds * 1000)
          const session_id = yield* uuid
          // Locks the buddy while it writes: an archival either sees the token and revokes it, or is seen here.
          const written = yield* row(Written)(sql`
          INSERT INTO widget_tokens (customer_id, session_id, kind, buddy_id, user_id, widget, scopes, event_types,
            allowed_origins, player_id, minted_by, created_at, expires_at)
          SELECT b.customer_id, ${session_id}::uuid, ${mint.kind}, b.buddy_id, b.user_id, ${mint.widget}::text,
            ${mint.scopes}::text[], ${mint.event_types}::text[], ${mint.allowed_origins}::text[],
            ${mint.player_id ?? null}::uuid, ${mint.api_key_id ?? null}::uuid, ${now}::timestamptz,
            ${expires}::timestamptz
          FROM ${heldBuddy(sql, customer_id, mint.buddy_id)}
          RETURNING session_id`)
          if (Option.isNone(written)) return yield* new BuddyArchived()
          const token = yield* tokens.makeWidget(mint.kind, { customer_id, session_id, expires_at: expires.getTime() })
          return { token, session_id, expires_at: expires.toISOString(), scopes: mint.scopes }
        }),
        revoke: Effect.fn("WidgetTokenStore.revoke")(function* (customer_id, session_id) {
          const revoked = isUuid(session_id)
            ? yield* execute(sql`
              UPDATE widget_tokens SET revoked_at = ${yield* nowDate}
              WHERE customer_id = ${customer_id}::uuid AND session_id = ${session_id}::uuid AND revoked_at IS NULL
                RETURNING session_id`)
            : 0
          if (revoked === 0) return yield* new NotFound({ resource: "widget session" })
          yield* changes.publish({ _tag: "Credential", customer_id })
        }),
        revokeOfPlayers: Effect.fn("WidgetTokenStore.revokeOfPlayers")(function* (customer_id, player_ids) {
          const revoked = yield* execute(sql`
          UPDATE widget_tokens SET revoked_at = ${yield* nowDate}
          WHERE customer_id = ${customer_id}::uuid AND player_id = ANY(${player_ids}::uuid[]) AND revoked_at IS NULL
            RETURNING session_id`)
          if (revoked > 0) yield* changes.publish({ _tag: "Credential", customer_id })
        }),
        keepNewest: Effect.fn("WidgetTokenStore.keepNewest")(function* (customer_id, player_id, kept) {
          const now = yield* nowDate
          const revoked = yield* execute(sql`
          UPDATE widget_tokens SET revoked_at = ${now}
          WHERE customer_id = ${customer_id}::uuid AND session_id IN (
            SELECT session_id FROM widget_tokens
            WHERE customer_id = ${customer_id}::uuid AND player_id = ${player_id}::uuid AND revoked_at IS NULL
              AND expires_at > ${now}
            ORDER BY created_at DESC, session_id DESC OFFSET ${kept})
            RETURNING session_id`)
          if (revoked > 0) yield* changes.publish({ _tag: "Credential", customer_id })
        }),
        revokeOf: Effect.fn("WidgetTokenStore.revokeOf")(function* (customer_id, buddy_ids) {
          const revoked = yield* execute(sql`
          UPDATE widget_tokens SET revoked_at = ${yield* nowDate}
          WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${buddy_ids}::uuid[])
            AND revoked_at IS NULL
            RETURNING session_id`)
          if (revoked > 0) yield* changes.publish({ _tag: "Credential", customer_id })
        })
      })
    })
  )
}
