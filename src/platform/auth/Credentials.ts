/**
 * From a bearer credential to a caller, kept for a short time and forgotten at once when `CacheInvalidation` says so.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Caller } from "../../wire/Principal.ts"
import { CacheInvalidation } from "../cluster/CacheInvalidation.ts"
import { lookUpWith, UnknownCredential } from "./CredentialLookup.ts"
import { nowDate } from "../postgres/Sql.ts"
import { Tokens } from "./Tokens.ts"

export { hashKey, UnknownCredential } from "./CredentialLookup.ts"

const ttlMs = 30_000
const entriesMax = 50_000
/** `last_used_at` is a hint for people: one write a minute per key is enough */
const usedEveryMs = 60_000

interface Known {
  readonly caller: Caller
  readonly until: number
  used_at: number
  is_unused: boolean
}

/** Only keys show people when they were used last. */
const isKey = ({ kind }: Caller) => kind === "secret" || kind === "publishable"

export class Credentials extends Context.Service<
  Credentials,
  {
    authenticate(credential: string): Effect.Effect<Caller, UnknownCredential>
    /** the caller when this node has seen the credential a moment ago; never waits */
    cached(credential: string): Caller | undefined
    /** its bearer was let in: the first time is noted, in the background */
    admitted(credential: string): void
  }
>()("hatchery/platform/Credentials") {
  static readonly layer = Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      const clock = yield* Clock.Clock
      const lookUp = lookUpWith(sql, yield* Tokens)
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      const known = new Map<string, Known>()
      // Counts invalidations: what was looked up before one may not be kept after it.
      let generation = 0
      changes.subscribe((change) => {
        if (change._tag !== "Everything" && change._tag !== "Credential" && change._tag !== "Keys") return
        generation++
        // What a retired key signed was believed until now.
        if (change._tag !== "Credential") return known.clear()
        for (const [credential, { caller }] of known)
          if (caller.customer_id === change.customer_id) known.delete(credential)
      })

      const markUsed = ({ credential_id, customer_id }: Caller) =>
        Effect.gen(function* () {
          yield* sql`UPDATE api_keys SET last_used_at = ${yield* nowDate}
                   WHERE customer_id = ${customer_id}::uuid AND api_key_id = ${credential_id}::uuid`
        }).pipe(Effect.ignore)

      const touch = (entry: Known, now: number) => {
        if (now - entry.used_at < usedEveryMs || !isKey(entry.caller)) return
        entry.used_at = now
        runFork(markUsed(entry.caller))
      }

      const markFirstUse = ({ credential_id, customer_id }: Caller) =>
        Effect.gen(function* () {
          yield* sql`UPDATE widget_tokens SET first_used_at = ${yield* nowDate}
                   WHERE customer_id = ${customer_id}::uuid AND session_id = ${credential_id}::uuid
                     AND first_used_at IS NULL`
        }).pipe(Effect.ignore)

      const admitted = (credential: string) => {
        const entry = known.get(credential)
        if (entry?.is_unused !== true) return
        entry.is_unused = false
        runFork(markFirstUse(entry.caller))
      }

      const cached = (credential: string) => {
        const entry = known.get(credential)
        if (entry === undefined) return undefined
        const now = clock.currentTimeMillisUnsafe()
        if (now < entry.until) {
          touch(entry, now)
          return entry.caller
        }
        known.delete(credential)
        return undefined
      }

      const fresh = Effect.fnUntraced(function* (credential: string) {
        const started = generation
        const now = clock.currentTimeMillisUnsafe()
        const { caller, is_unused = false, until } = yield* lookUp(credential)
        if (now >= until) return yield* new UnknownCredential()
        const entry: Known = { caller, until: Math.min(until, now + ttlMs), used_at: 0, is_unused }
        if (known.size >= entriesMax) known.clear()
        if (started === generation) known.set(credential, entry)
        touch(entry, now)
        return caller
      })

      return Credentials.of({
        cached,
        admitted,
        authenticate: (credential) =>
          Effect.suspend(() => {
            const caller = cached(credential)
            return caller === undefined ? fresh(credential) : Effect.succeed(caller)
          })
      })
    })
  )
}
