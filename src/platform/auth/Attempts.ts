/**
 * Tries at something worth guarding, counted in the database: a person who guesses passwords does not get more guesses
 * by asking another node or by waiting for a restart. A try is counted before it is made, so that many at once cannot
 * slip through together.
 *
 * Counted per address, so that nobody locks somebody else out; and over all addresses, so that owning thousands of them
 * buys little: once an account is under attack each address has only the few tries a person needs who knows the answer.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { execute, nowDate, rows } from "../postgres/Sql.ts"

export interface AttemptLimit {
  readonly action: "password" | "mail"
  readonly tries: number
  readonly window_seconds: number
  /** after `total` tries from wherever, each address has only `tries` */
  readonly attacked?: { readonly total: number; readonly tries: number }
}

export interface Attempted {
  readonly allowed: boolean
  /** whole seconds until the window ends, at least 1 */
  readonly retry_after_seconds: number
}

const AttemptRow = Schema.Struct({ address: Schema.String, used: Schema.Int, window_ends_at: Schema.Date })

/** Stands for all addresses together; no client has it. */
const everywhere = "*"

/** Windows that are over are thrown away a few at a time, by whoever comes next. */
const sweptAtOnce = 20

const subjectOf = (email: string): Uint8Array =>
  new Uint8Array(createHash("sha256").update(email.toLowerCase()).digest())

export class Attempts extends Context.Service<
  Attempts,
  {
    /** counts a try; the window starts with the first one. In the caller's transaction when there is one. */
    take(limit: AttemptLimit, email: string, address: string): Effect.Effect<Attempted>
    /** it was the right person after all; without an address, for all addresses */
    forget(action: AttemptLimit["action"], email: string, address?: string): Effect.Effect<void>
  }
>()("hatchery/platform/Attempts") {
  static readonly layer = Layer.effect(
    Attempts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return Attempts.of({
        take: Effect.fn("Attempts.take")(function* ({ action, attacked, tries, window_seconds }, email, address) {
          const now = yield* nowDate
          const ends = new Date(now.getTime() + window_seconds * 1000)
          // In this order for everybody, or two at once would wait for each other.
          const places = attacked === undefined ? [address] : [everywhere, address]
          const counted = yield* rows(AttemptRow)(sql`
          INSERT INTO auth_attempts AS a (action, subject, address, used, window_ends_at)
          SELECT ${action}, ${subjectOf(email)}, place, 1, ${ends}::timestamptz
          FROM unnest(${places}::text[]) WITH ORDINALITY AS p (place, nth) ORDER BY nth
          ON CONFLICT (action, subject, address) DO UPDATE
            SET used = CASE WHEN a.window_ends_at <= ${now} THEN 1 ELSE a.used + 1 END,
                window_ends_at = CASE WHEN a.window_ends_at <= ${now} THEN ${ends} ELSE a.window_ends_at END
          RETURNING address, used, window_ends_at`)
          yield* execute(sql`
          DELETE FROM auth_attempts WHERE ctid IN (
            SELECT ctid FROM auth_attempts WHERE window_ends_at <= ${now} LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)`)
          const { used, window_ends_at } = counted.find((found) => found.address === address)!
          const total = counted.find((found) => found.address === everywhere)?.used ?? 0
          const allowed = attacked !== undefined && total > attacked.total ? attacked.tries : tries
          return {
            allowed: used <= allowed,
            retry_after_seconds: Math.max(1, Math.ceil((window_ends_at.getTime() - now.getTime()) / 1000))
          }
        }),
        forget: Effect.fn("Attempts.forget")(function* (action, email, address) {
          const subject = subjectOf(email)
          if (address === undefined) {
            // Sorts first what stands for everywhere.
            yield* execute(sql`
            DELETE FROM auth_attempts WHERE ctid IN (
              SELECT ctid FROM auth_attempts WHERE action = ${action} AND subject = ${subject}
              ORDER BY address COLLATE "C" FOR UPDATE)`)
            return
          }
          // What this address has tried was no attack.
          yield* execute(sql`
          UPDATE auth_attempts AS a SET used = greatest(0, a.used - own.used)
          FROM auth_attempts AS own
          WHERE a.action = ${action} AND a.subject = ${subject} AND a.address = ${everywhere}
            AND own.action = a.action AND own.subject = a.subject AND own.address = ${address}`)
          yield* execute(sql`
          DELETE FROM auth_attempts
          WHERE action = ${action} AND subject = ${subject} AND address = ${address}`)
        })
      })
    })
  )
}
