/**
 * What is kept secret, wherever it stands in the database: which of it another key than the present one sealed, or
 * none, and sealing it anew. Runs beside writers: what changes meanwhile is left to them.
 */
import { Effect, Schema } from "effect"
import { Singleton } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { execute, row, rows } from "../postgres/Sql.ts"
import { resealValues, unsealedValues, valueColumns } from "./SealedSeeds.ts"
import { Vault } from "./Vault.ts"
import { headersPlace, secretPlace } from "../webhooks/SealedPlaces.ts"

const rows_at_once = 100

const Row = Schema.Struct({
  customer_id: Schema.String,
  webhook_config_id: Schema.String,
  secret: Schema.Uint8Array,
  previous_secret: Schema.NullOr(Schema.Uint8Array),
  sealed_headers: Schema.NullOr(Schema.Uint8Array),
  headers: Schema.Record(Schema.String, Schema.String)
})
type Row = typeof Row.Type

const nobody = "00000000-0000-0000-0000-000000000000"

/** Endpoints with something that the key of this name did not seal. */
const behind = (sql: SqlClient.SqlClient, name: string) => sql`
  (headers <> '{}' OR EXISTS (SELECT FROM unnest(ARRAY[secret, previous_secret, sealed_headers]) AS value
    WHERE encode(substring(value FROM 1 FOR 4), 'hex') <> ${name}))`

/** What says that it is sealed. Keys of the service themselves are left to `resealKeys`, the rest to `resealAll`. */
export const sealedColumns = [
  "erasure_keys.sealed_key",
  "erasures.sealed_user_id",
  "hosted_cards.sealed_access",
  "lottery_draws.sealed_seed",
  "service_keys.sealed",
  "sso_connections.sealed_client_secret",
  "sso_logins.sealed_verifier",
  "webhook_configs.sealed_headers"
] as const

/** How many endpoints have something that another key sealed, or none. */
const unsealedEndpoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = (yield* Vault).keyName()
  const found = yield* row(Schema.Struct({ count: Schema.Int }))(
    sql`SELECT count(*)::int AS count FROM webhook_configs WHERE ${behind(sql, name)}`
  )
  return found._tag === "Some" ? found.value.count : 0
})

/** How many rows have something that another key sealed, or none. */
export const unsealed = Effect.zipWith(unsealedEndpoints, unsealedValues, (endpoints, values) => endpoints + values)

/** Undefined when no key opens one of its values: that endpoint stays as it is. */
const sealedAnew = Effect.fnUntraced(function* (vault: Vault["Service"], value: Row) {
  const { headers, previous_secret, sealed_headers, secret, webhook_config_id } = value
  const [place, headersAt] = [secretPlace(webhook_config_id), headersPlace(webhook_config_id)]
  const again = Effect.fnUntraced(function* (sealed: Uint8Array | null, at: string) {
    if (sealed === null) return null
    const plain = yield* vault.tryOpen(sealed, at)
    return plain === undefined ? undefined : yield* vault.seal(plain, at)
  })
  const made = {
    secret: yield* again(secret, place),
    previous_secret: yield* again(previous_secret, place),
    sealed_headers:
      sealed_headers !== null || Object.keys(headers).length === 0
        ? yield* again(sealed_headers, headersAt)
        : yield* vault.seal(JSON.stringify(headers), headersAt)
  }
  return Object.values(made).includes(undefined) ? undefined : (made as typeof made & { readonly secret: Uint8Array })
})

const resealEndpoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  let [resealed, last] = [0, [nobody, nobody] as readonly [string, string]]
  const lost: Array<string> = []
  for (;;) {
    const found = yield* rows(Row)(sql`
      SELECT customer_id, webhook_config_id, secret, previous_secret, sealed_headers, headers FROM webhook_configs
      WHERE (customer_id, webhook_config_id) > (${last[0]}::uuid, ${last[1]}::uuid)
        AND ${behind(sql, vault.keyName())}
      ORDER BY customer_id, webhook_config_id LIMIT ${rows_at_once}`)
    for (const one of found) {
      const made = yield* sealedAnew(vault, one)
      if (made === undefined) lost.push(one.webhook_config_id)
      else
        resealed += yield* execute(sql`
          UPDATE webhook_configs SET secret = ${made.secret}, previous_secret = ${made.previous_secret},
            sealed_headers = ${made.sealed_headers}, headers = '{}'
          WHERE customer_id = ${one.customer_id}::uuid AND webhook_config_id = ${one.webhook_config_id}::uuid
            AND secret = ${one.secret} AND previous_secret IS NOT DISTINCT FROM ${one.previous_secret}
            AND sealed_headers IS NOT DISTINCT FROM ${one.sealed_headers}
            AND headers = ${JSON.stringify(one.headers)}::jsonb
          RETURNING 1`)
    }
    const end = found.at(-1)
    if (end === undefined) return { resealed, lost }
    last = [end.customer_id, end.webhook_config_id]
  }
})

/** Seals all of it with the present key. `lost`: what has a value that no key opens. */
export const resealAll = Effect.gen(function* () {
  const endpoints = yield* resealEndpoints
  const draws = yield* resealValues(valueColumns.draws)
  const erasures = yield* resealValues(valueColumns.erasures)
  const keys = yield* resealValues(valueColumns.erasure_keys)
  const cards = yield* resealValues(valueColumns.cards)
  const connections = yield* resealValues(valueColumns.sso_connections)
  const logins = yield* resealValues(valueColumns.sso_logins)
  return {
    endpoints: endpoints.resealed,
    draws: draws.resealed,
    erasures: erasures.resealed + keys.resealed,
    cards: cards.resealed,
    sso: connections.resealed + logins.resealed,
    lost: [
      ...endpoints.lost.map((id) => `webhook endpoint ${id}`),
      ...draws.lost.map((id) => `draw ${id}`),
      ...erasures.lost.map((id) => `erasure ${id}`),
      ...keys.lost.map((id) => `erasure key of ${id}`),
      ...cards.lost.map((id) => `code and card of player ${id}`),
      ...connections.lost.map((id) => `single sign-on of ${id}`),
      ...logins.lost.map((id) => `sign-in ${id}`)
    ]
  }
})

/** Long enough for nodes that cannot open what is sealed anew to have been replaced. */
const reseal_every = "1 hour"

/**
 * One per cluster, for what was kept in plain text before there was a seal for it, and what waits after a change of
 * SECRET_KEY.
 */
export const sealing = Singleton.make(
  "platform/sealing",
  Effect.gen(function* () {
    const again = resealAll.pipe(
      Effect.tap(({ lost }) =>
        lost.length === 0
          ? Effect.void
          : Effect.annotateLogs(Effect.logError("no key opens some secrets"), { of: lost.slice(0, 20) })
      ),
      Effect.catchCause((cause) => Effect.logWarning("secrets could not be sealed anew yet", cause))
    )
    yield* Effect.forever(Effect.delay(again, reseal_every))
  })
)
