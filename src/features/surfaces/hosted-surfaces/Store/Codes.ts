/**
 * Codes of players as keys made them, for operators. Of a code only what its key made of it is kept, so the next key
 * can make it anew for as long as the sealed copy is there that shows the code again; beyond that nobody knows it.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { execute, row, rows } from "../../../../platform/postgres/Sql.ts"
import { KeyRing } from "../../../../platform/secrets/KeyRing.ts"
import type { ServiceKey } from "../../../../platform/secrets/ServiceKeys.ts"
import { cardsOf } from "./Cards.ts"
import { macOf } from "./Secrets.ts"

const rows_at_once = 100
const nobody = "00000000-0000-0000-0000-000000000000"

const PlayerRow = Schema.Struct({
  customer_id: Schema.String,
  player_id: Schema.String,
  hosted_surface_id: Schema.String,
  code_mac: Schema.Uint8Array
})
type PlayerRow = typeof PlayerRow.Type
const Counted = Schema.Struct({ count: Schema.Int })

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

/** Walks over the players whose code can be read. */
const visit = Effect.fnUntraced(function* (each: (player: PlayerRow, code: string) => Effect.Effect<void>) {
  const sql = yield* SqlClient.SqlClient
  const { issued } = yield* cardsOf
  let last: readonly [string, string] = [nobody, nobody]
  for (;;) {
    const found = yield* rows(PlayerRow)(sql`
      SELECT p.customer_id, p.player_id, p.hosted_surface_id, p.code_mac
      FROM hosted_players AS p JOIN hosted_cards AS c ON c.customer_id = p.customer_id AND c.player_id = p.player_id
      WHERE (p.customer_id, p.player_id) > (${last[0]}::uuid, ${last[1]}::uuid)
      ORDER BY p.customer_id, p.player_id LIMIT ${rows_at_once}`)
    for (const player of found) {
      const access = yield* issued(player.customer_id, player.player_id)
      if (Option.isSome(access)) yield* each(player, access.value.code)
    }
    const end = found.at(-1)
    if (end === undefined) return
    last = [end.customer_id, end.player_id]
  }
})

/** Makes with the newest key what another one made of codes that can be read. Answers how many. */
export const codesAnew = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ring = yield* KeyRing
  const newest = ring.signing("access_code").material
  let made = 0
  yield* visit(({ code_mac, customer_id, hosted_surface_id, player_id }, code) =>
    Effect.gen(function* () {
      const mac = macOf(newest, hosted_surface_id, code)
      if (isSame(mac, code_mac)) return
      // A code that was given anew meanwhile is of the newest key already.
      made += yield* execute(sql`
        UPDATE hosted_players SET code_mac = ${mac}
        WHERE customer_id = ${customer_id}::uuid AND player_id = ${player_id}::uuid AND code_mac = ${code_mac}
        RETURNING 1`)
    })
  )
  return made
})

/** Which codes open nothing any more once this key is retired. */
export const codesOf = Effect.fnUntraced(function* ({ material }: ServiceKey, followed_at: Date) {
  const sql = yield* SqlClient.SqlClient
  let readable = 0
  yield* visit(({ code_mac, hosted_surface_id }, code) =>
    Effect.sync(() => void (isSame(macOf(material, hosted_surface_id, code), code_mac) && readable++))
  )
  // Nothing tells whose key made a code without a copy, but that the player was there before the next one.
  const found = yield* row(Counted)(sql`
    SELECT count(*)::int AS count
    FROM hosted_players AS p JOIN hosted_surfaces AS s
      ON s.customer_id = p.customer_id AND s.hosted_surface_id = p.hosted_surface_id
    WHERE p.created_at < ${followed_at} AND s.status <> 'archived' AND NOT EXISTS (
      SELECT FROM hosted_cards AS c WHERE c.customer_id = p.customer_id AND c.player_id = p.player_id)`)
  return { readable, unreadable: Option.getOrThrow(found).count }
})
