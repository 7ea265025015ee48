/** Whom a code, a card or a refresh token belongs to, and what keeps a page in. */
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { nowDate, row } from "../../../../platform/postgres/Sql.ts"
import { KeyRing } from "../../../../platform/secrets/KeyRing.ts"
import { hostedLimits } from "../Api.ts"
import type { ComeIn } from "../Api/Public.ts"
import { readCode } from "../Rules.ts"
import { hashOf, macOf } from "./Secrets.ts"

const Entrant = Schema.Struct({
  player_id: Schema.String,
  user_id: Schema.String,
  display_name: Schema.String,
  /** of a refresh token; null: until the session's time is over */
  expires_at: Schema.NullOr(Schema.Date)
})
export type Entrant = typeof Entrant.Type

interface Place {
  readonly customer_id: string
  readonly hosted_surface_id: string
}

export class HostedEntryStore extends Context.Service<
  HostedEntryStore,
  {
    /** the active player it belongs to, while the surface is published */
    who(place: Place, credential: ComeIn): Effect.Effect<Option.Option<Entrant>>
    /**
     * The same, and in the caller's transaction both are held as they are: whoever takes them away waits, and ends what
     * is written here.
     */
    hold(place: Place, credential: ComeIn): Effect.Effect<Option.Option<Entrant>>
    /** and notes that the player came in; older ones than the newest few are void */
    keep(place: Place, player_id: string, token: string, expires_at: Date): Effect.Effect<void>
  }
>()("hatchery/features/hosted-surfaces/HostedEntryStore") {
  static readonly layer = Layer.effect(
    HostedEntryStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ring = yield* KeyRing
      const open = ({ customer_id, hosted_surface_id }: Place) => sql`
        p.customer_id = ${customer_id}::uuid AND p.hosted_surface_id = ${hosted_surface_id}::uuid
        AND p.status = 'active' AND s.status = 'published'`
      const joined = sql`hosted_players AS p JOIN hosted_surfaces AS s
        ON s.customer_id = p.customer_id AND s.hosted_surface_id = p.hosted_surface_id`
      const shown = sql`p.player_id, p.user_id, p.display_name`
      const find = Effect.fnUntraced(function* (place: Place, credential: ComeIn, isHeld: boolean) {
        const { access_code, qr_token, refresh_token } = credential
        const hold = isHeld ? sql`FOR UPDATE OF p FOR SHARE OF s` : sql``
        if (refresh_token !== undefined) {
          return yield* row(Entrant)(sql`
            SELECT ${shown}, r.expires_at FROM ${joined}
            JOIN hosted_refreshes AS r ON r.customer_id = p.customer_id AND r.player_id = p.player_id
            WHERE ${open(place)} AND r.token_hash = ${hashOf(refresh_token)} AND r.expires_at > ${yield* nowDate}
            ${isHeld ? sql`FOR UPDATE OF p FOR SHARE OF s, r` : sql``}`)
        }
        if (qr_token !== undefined) {
          return yield* row(Entrant)(sql`
            SELECT ${shown}, NULL AS expires_at FROM ${joined}
            WHERE ${open(place)} AND p.card_hash = ${hashOf(qr_token)} ${hold}`)
        }
        // What is no code is looked for all the same: how long the answer takes tells nothing.
        const code = readCode(access_code ?? "") ?? ""
        const keys = yield* ring.all("access_code")
        const macs = keys.map(({ material }) => macOf(material, place.hosted_surface_id, code))
        return yield* row(Entrant)(sql`
          SELECT ${shown}, NULL AS expires_at FROM ${joined}
          WHERE ${open(place)} AND p.code_mac = ANY(${macs}::bytea[]) ${hold}`)
      })
      return HostedEntryStore.of({
        who: Effect.fn("HostedEntryStore.who")((place, credential) => find(place, credential, false)),
        hold: Effect.fn("HostedEntryStore.hold")((place, credential) => find(place, credential, true)),
        keep: Effect.fn("HostedEntryStore.keep")(function* ({ customer_id }, player_id, token, expires_at) {
          const [refresh_id, now] = [yield* uuid, yield* nowDate]
          yield* Effect.orDie(sql`
            INSERT INTO hosted_refreshes (customer_id, refresh_id, player_id, token_hash, created_at, expires_at)
            VALUES (${customer_id}::uuid, ${refresh_id}::uuid, ${player_id}::uuid, ${hashOf(token)}, ${now},
              ${expires_at})`)
          yield* Effect.orDie(sql`
            DELETE FROM hosted_refreshes WHERE customer_id = ${customer_id}::uuid AND refresh_id IN (
              SELECT refresh_id FROM hosted_refreshes
              WHERE customer_id = ${customer_id}::uuid AND player_id = ${player_id}::uuid
              ORDER BY created_at DESC, refresh_id DESC OFFSET ${hostedLimits.sessions_max})`)
          yield* Effect.orDie(sql`
            UPDATE hosted_players SET last_session_at = ${now}
            WHERE customer_id = ${customer_id}::uuid AND player_id = ${player_id}::uuid`)
        })
      })
    })
  )
}
