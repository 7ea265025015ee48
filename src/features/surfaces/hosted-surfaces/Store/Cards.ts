/** Codes and cards: made, kept under seal for as long as they are shown, and read again. */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomBase62, randomBytes } from "../../../../platform/postgres/Ids.ts"
import { execute, nowDate, row } from "../../../../platform/postgres/Sql.ts"
import { KeyRing } from "../../../../platform/secrets/KeyRing.ts"
import { cardPlace } from "../../../../platform/secrets/SealedSeeds.ts"
import { Vault } from "../../../../platform/secrets/Vault.ts"
import { codeOf, secret_length } from "../Rules.ts"
import { hashOf, macOf } from "./Secrets.ts"

const CardRow = Schema.Struct({ sealed_access: Schema.Uint8Array, issued_at: Schema.Date })

/** Opens the page: the code as letters alone, and what stands behind `#q=` on a card. */
export interface Access {
  readonly code: string
  readonly card: string
}
const Access = Schema.fromJsonString(Schema.Struct({ code: Schema.String, card: Schema.String }))

export interface Issued extends Access {
  readonly issued_at: Date
}

/** To be yielded while a store is built. */
export const cardsOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ring = yield* KeyRing
  const vault = yield* Vault

  const code: Effect.Effect<string> = Effect.flatMap(randomBytes(32), (bytes) => {
    const made = codeOf(bytes)
    return made === undefined ? Effect.suspend(() => code) : Effect.succeed(made)
  })
  return {
    /** Drawn again in the rare case that somebody on this surface has it. */
    fresh: Effect.fnUntraced(function* (customer_id: string, hosted_surface_id: string) {
      while (true) {
        const access: Access = { code: yield* code, card: yield* randomBase62(secret_length) }
        const macs = ring.known("access_code").map(({ material }) => macOf(material, hosted_surface_id, access.code))
        const taken = yield* execute(sql`
          SELECT 1 FROM hosted_players WHERE customer_id = ${customer_id}::uuid
            AND hosted_surface_id = ${hosted_surface_id}::uuid AND code_mac = ANY(${macs}::bytea[])`)
        if (taken > 0) continue
        const code_mac = macOf(ring.signing("access_code").material, hosted_surface_id, access.code)
        return { ...access, code_mac, card_hash: hashOf(access.card) }
      }
    }),
    keep: Effect.fnUntraced(function* (customer_id: string, player_id: string, { card, code }: Access) {
      const now = yield* nowDate
      const sealed = yield* vault.seal(JSON.stringify({ code, card }), cardPlace(player_id))
      yield* Effect.orDie(sql`
        INSERT INTO hosted_cards (customer_id, player_id, sealed_access, issued_at)
        VALUES (${customer_id}::uuid, ${player_id}::uuid, ${sealed}, ${now})
        ON CONFLICT (customer_id, player_id) DO UPDATE
        SET sealed_access = excluded.sealed_access, issued_at = excluded.issued_at`)
      return { card, code, issued_at: now }
    }),
    issued: Effect.fn("HostedPlayerStore.issued")(function* (customer_id: string, player_id: string) {
      const found = yield* row(CardRow)(sql`
        SELECT sealed_access, issued_at FROM hosted_cards
        WHERE customer_id = ${customer_id}::uuid AND player_id = ${player_id}::uuid`)
      if (Option.isNone(found)) return Option.none<Issued>()
      const { issued_at, sealed_access } = found.value
      const plain = yield* vault.tryOpen(sealed_access, cardPlace(player_id))
      if (plain === undefined) return Option.none<Issued>()
      return Option.some({ ...(yield* Effect.orDie(Schema.decodeEffect(Access)(plain))), issued_at })
    })
  }
})
