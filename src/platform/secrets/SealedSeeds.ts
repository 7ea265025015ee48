/**
 * Values that stand sealed in a column of their own: seeds of draws nobody may know yet, what erasures work with, and
 * what single sign-on shows a provider.
 * Whoever loses the key that sealed one can never use it again, so they are sealed anew with everything else.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { erasureKeyPlace, sealedUserPlace } from "../erasures/Marks.ts"
import { execute, row, rows } from "../postgres/Sql.ts"
import { Vault } from "./Vault.ts"

/** What the seed of a draw is sealed for. */
export const seedPlace = (draw_id: string): string => `lottery_draws.sealed_seed:${draw_id}`

/** What the code and the card of a player of a hosted surface are sealed for. */
export const cardPlace = (player_id: string): string => `hosted_cards.sealed_access:${player_id}`

/** What is sealed for single sign-on: the tenant's secret at its provider, and what a sign-in proves itself with. */
export const ssoSecretPlace = (customer_id: string): string => `sso_connections.sealed_client_secret:${customer_id}`
export const ssoVerifierPlace = (login_id: string): string => `sso_logins.sealed_verifier:${login_id}`

const rows_at_once = 100
const nobody = "00000000-0000-0000-0000-000000000000"

interface Column {
  readonly table: string
  readonly column: string
  /** names the row within the tenant */
  readonly id: string
  /** SQL: rows whose value is still asked for */
  readonly where: string
  readonly place: (id: string) => string
}

/** Once a draw is drawn its seed is public; an erasure that has ended keeps no name, nor a sign-in its verifier. */
export const valueColumns = {
  draws: {
    table: "lottery_draws",
    column: "sealed_seed",
    id: "draw_id",
    where: "status IN ('open', 'closed')",
    place: seedPlace
  },
  erasures: {
    table: "erasures",
    column: "sealed_user_id",
    id: "erasure_id",
    where: "sealed_user_id IS NOT NULL",
    place: sealedUserPlace
  },
  erasure_keys: {
    table: "erasure_keys",
    column: "sealed_key",
    id: "customer_id",
    where: "true",
    place: erasureKeyPlace
  },
  cards: {
    table: "hosted_cards",
    column: "sealed_access",
    id: "player_id",
    where: "true",
    place: cardPlace
  },
  sso_connections: {
    table: "sso_connections",
    column: "sealed_client_secret",
    id: "customer_id",
    where: "sealed_client_secret IS NOT NULL",
    place: ssoSecretPlace
  },
  sso_logins: {
    table: "sso_logins",
    column: "sealed_verifier",
    id: "login_id",
    where: "sealed_verifier IS NOT NULL",
    place: ssoVerifierPlace
  }
} as const satisfies Readonly<Record<string, Column>>

const Row = Schema.Struct({ customer_id: Schema.String, id: Schema.String, sealed: Schema.Uint8Array })

/** Rows whose value the key of this name did not seal. */
const behind = (sql: SqlClient.SqlClient, { column, where }: Column, name: string) =>
  sql`${sql.literal(where)} AND encode(substring(${sql.literal(column)} FROM 1 FOR 4), 'hex') <> ${name}`

export const unsealedValues = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = (yield* Vault).keyName()
  let count = 0
  for (const column of Object.values(valueColumns)) {
    const found = yield* row(Schema.Struct({ count: Schema.Int }))(
      sql`SELECT count(*)::int AS count FROM ${sql.literal(column.table)} WHERE ${behind(sql, column, name)}`
    )
    if (found._tag === "Some") count += found.value.count
  }
  return count
})

/** Answers how many; `lost`: rows whose value no key opens. */
export const resealValues = Effect.fnUntraced(function* (values: Column) {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const [table, column, key] = [values.table, values.column, values.id].map((name) => sql.literal(name))
  let [resealed, last] = [0, [nobody, nobody] as readonly [string, string]]
  const lost: Array<string> = []
  for (;;) {
    const found = yield* rows(Row)(sql`
      SELECT customer_id, ${key!} AS id, ${column!} AS sealed FROM ${table!}
      WHERE (customer_id, ${key!}) > (${last[0]}::uuid, ${last[1]}::uuid) AND ${behind(sql, values, vault.keyName())}
      ORDER BY customer_id, ${key!} LIMIT ${rows_at_once}`)
    for (const { customer_id, id, sealed } of found) {
      const plain = yield* vault.tryOpen(sealed, values.place(id))
      if (plain === undefined) lost.push(id)
      else
        resealed += yield* execute(sql`
          UPDATE ${table!} SET ${column!} = ${yield* vault.seal(plain, values.place(id))}
          WHERE customer_id = ${customer_id}::uuid AND ${key!} = ${id}::uuid AND ${column!} = ${sealed}
          RETURNING 1`)
    }
    const end = found.at(-1)
    if (end === undefined) return { resealed, lost }
    last = [end.customer_id, end.id]
  }
})
