/**
 * The keys of the service itself, by purpose, in the table service_keys; what makes and retires them. Where SECRET_KEY
 * is set their material is sealed with it, so that a dump of the database is no set of keys.
 */
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig, type AppSettings } from "../../Config.ts"
import { announce } from "../cluster/CacheInvalidation.ts"
import { randomBytes, uuid } from "../postgres/Ids.ts"
import { keyNameOf, open, seal, type SealingKey, sealingKey } from "./Sealing.ts"
import { execute, nowDate, rows } from "../postgres/Sql.ts"

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

/**
 * What each ring is for, and how long what its keys made may still be shown to us (ms): after a rotation the old key
 * counts for that long. Null: what it made stays, until it is made anew with the next key.
 */
export const purposes = {
  vault: { what: "secrets at rest, while SECRET_KEY is not set", shown_for_ms: null },
  dashboard_token: { what: "logins", shown_for_ms: hour_ms },
  widget_token: { what: "widget sessions and embeds", shown_for_ms: 30 * day_ms },
  access_code: { what: "codes of players of hosted surfaces", shown_for_ms: null },
  cursor: { what: "cursors of lists", shown_for_ms: day_ms },
  ledger_head: { what: "heads of ledgers", shown_for_ms: null }
} as const
export type Purpose = keyof typeof purposes
export const purposeNames = Object.keys(purposes) as ReadonlyArray<Purpose>

const key_bytes = 32

export interface ServiceKey {
  readonly key_id: string
  readonly purpose: Purpose
  readonly material: Uint8Array
  /** epoch ms */
  readonly created_at: number
  /** epoch ms from which it counts for nothing; Infinity while nobody has said */
  readonly retired_at: number
}

const KeyRow = Schema.Struct({
  key_id: Schema.String,
  purpose: Schema.Literals(purposeNames),
  material: Schema.Uint8Array,
  sealed: Schema.Boolean,
  created_at: Schema.Date,
  retired_at: Schema.NullOr(Schema.Date)
})
type KeyRow = typeof KeyRow.Type

/** SECRET_KEY does not open the keys of this database. */
export class WrongSecretKey extends Schema.TaggedError<WrongSecretKey>()("WrongSecretKey", {}) {
  override readonly message =
    "SECRET_KEY does not open the keys in this database: set the one they were sealed with, or name it in " +
    "SECRET_KEY_PREVIOUS"
}

/** What SECRET_KEY and SECRET_KEY_PREVIOUS make, the one that seals first; none when they are not set. */
export const configuredKeys = ({ secretKey, secretKeyPrevious }: AppSettings): ReadonlyArray<SealingKey> => {
  const previous = secretKeyPrevious.map((secret) => Redacted.value(secret))
  const all = secretKey === undefined ? previous : [Redacted.value(secretKey), ...previous]
  return all.map(sealingKey)
}

/** The one that seals; undefined when SECRET_KEY is not set. */
export const configuredSealer = (config: AppSettings): SealingKey | undefined =>
  config.secretKey === undefined ? undefined : configuredKeys(config)[0]

/** The date is part of it: how old the first key is says which ledgers must be signed. */
const placeOf = ({ created_at, key_id, purpose }: Pick<KeyRow, "created_at" | "key_id" | "purpose">) =>
  `service_key:${key_id}:${purpose}:${created_at.toISOString()}`

const columns = "key_id, purpose, material, sealed, created_at, retired_at"

const readRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* rows(KeyRow)(sql`
    SELECT ${sql.literal(columns)} FROM service_keys WHERE purpose = ANY(${[...purposeNames]}::text[])
    ORDER BY created_at DESC, key_id DESC`)
})

const opened = Effect.fnUntraced(function* (row: KeyRow) {
  const keys = configuredKeys(yield* AppConfig)
  const material = row.sealed ? open(keys, row.material, placeOf(row)) : row.material
  if (material === undefined) return yield* new WrongSecretKey()
  const [created_at, retired_at] = [row.created_at.getTime(), row.retired_at?.getTime() ?? Infinity]
  return { ...row, material, created_at, retired_at } satisfies ServiceKey
})

/** Every key, retired ones too, newest first. Fails when one cannot be opened. */
export const readKeys = Effect.flatMap(
  Effect.suspend(() => readRows),
  (all) => Effect.forEach(all, opened)
)

/** When whatever was made with a key is no longer shown; null: not by itself. */
const endOf = (purpose: Purpose, now: Date): Date | null => {
  const { shown_for_ms } = purposes[purpose]
  return shown_for_ms === null ? null : new Date(now.getTime() + shown_for_ms)
}

const insertKey = Effect.fnUntraced(function* (purpose: Purpose) {
  const sql = yield* SqlClient.SqlClient
  const sealer = configuredSealer(yield* AppConfig)
  const [key_id, plain, created_at] = [yield* uuid, yield* randomBytes(key_bytes), yield* nowDate]
  const material = sealer === undefined ? plain : yield* seal(sealer, plain, placeOf({ key_id, purpose, created_at }))
  yield* sql`INSERT INTO service_keys (key_id, purpose, material, sealed, created_at)
    VALUES (${key_id}, ${purpose}, ${material}, ${sealer !== undefined}, ${created_at})`
  return key_id
})

/** One at a time: two nodes that start at once, or two operators, agree through the table's lock. */
const alone = <A, E, R>(change: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const told = Effect.tap(change, () => announce(sql, { _tag: "Keys" }))
    return yield* sql.withTransaction(Effect.andThen(sql`LOCK TABLE service_keys IN EXCLUSIVE MODE`, told))
  }).pipe(Effect.catchTag("SqlError", Effect.die))

/** Gives every purpose that has no key its first one. */
export const makeMissingKeys = Effect.gen(function* () {
  const missing = Effect.map(readRows, (all) =>
    purposeNames.filter((name) => !all.some(({ purpose, retired_at }) => purpose === name && retired_at === null))
  )
  if ((yield* missing).length === 0) return
  yield* alone(Effect.flatMap(missing, (names) => Effect.forEach(names, insertKey, { discard: true })))
})

/** A new key; the others of its purpose count for as long as what they made is shown to us. Answers its id. */
export const rotateKey = (purpose: Purpose) =>
  alone(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const end = endOf(purpose, yield* nowDate)
      if (end !== null)
        yield* sql`UPDATE service_keys SET retired_at = ${end} WHERE purpose = ${purpose} AND retired_at IS NULL`
      return yield* insertKey(purpose)
    })
  )

/** From now on the key counts for nothing. Answers whether there was such a key that did. */
export const retireKey = (key_id: string) =>
  alone(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const now = yield* nowDate
      return yield* execute(sql`UPDATE service_keys SET retired_at = ${now}
        WHERE key_id = ${key_id} AND (retired_at IS NULL OR retired_at > ${now}) RETURNING key_id`)
    })
  ).pipe(Effect.map((count) => count > 0))

/** Seals every key with the present SECRET_KEY; plain ones too. Answers how many were not. */
export const resealKeys = Effect.gen(function* () {
  const sealer = configuredSealer(yield* AppConfig)
  if (sealer === undefined) return 0
  const change = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const stale = (yield* readRows).filter(({ material, sealed }) => !sealed || keyNameOf(material) !== sealer.name)
    for (const row of stale) {
      const { material } = yield* opened(row)
      yield* sql`UPDATE service_keys SET material = ${yield* seal(sealer, material, placeOf(row))}, sealed = true
        WHERE key_id = ${row.key_id}`
    }
    return stale.length
  })
  return yield* alone(change)
})
