/**
 * Tries at something worth guarding, counted in the database: a person who guesses passwords does not get more guesses
 * by asking another node or by waiting for a restart. A try is counted before it is made, so that many at once cannot
 * slip through together.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { execute, nowDate, row } from "./Sql.ts"

export interface AttemptLimit {
  readonly action: "password" | "mail"
  readonly tries: number
  readonly window_seconds: number
}

export interface Attempted {
  readonly allowed: boolean
  /** whole seconds until the window ends, at least 1 */
  readonly retry_after_seconds: number
}

const AttemptRow = Schema.Struct({ used: Schema.Int, window_ends_at: Schema.Date })

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
        take: Effect.fn("Attempts.take")(function* ({ action, tries, window_seconds }, email, address) {
          const now = yield* nowDate
          const ends = new Date(now.getTime() + window_seconds * 1000)
          const counted = yield* row(AttemptRow)(sql`
          INSERT INTO auth_attempts AS a (action, subject, address, used, window_ends_at)
          VALUES (${action}, ${subjectOf(email)}, ${address}, 1, ${ends})
          ON CONFLICT (action, subject, address) DO UPDATE
            SET used = CASE WHEN a.window_ends_at <= ${now} THEN 1 ELSE a.used + 1 END,
                window_ends_at = CASE WHEN a.window_ends_at <= ${now} THEN ${ends} ELSE a.window_ends_at END
          RETURNING used, window_ends_at`)
          yield* execute(sql`
          DELETE FROM auth_attempts WHERE ctid IN (
            SELECT ctid FROM auth_attempts WHERE window_ends_at <= ${now} LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)`)
          const { used, window_ends_at } = Option.getOrThrow(counted)
          return {
            allowed: used <= tries,
            retry_after_seconds: Math.max(1, Math.ceil((window_ends_at.getTime() - now.getTime()) / 1000))
          }
        }),
        forget: (action, email, address) =>
          Effect.asVoid(
            execute(sql`
          DELETE FROM auth_attempts
          WHERE action = ${action} AND subject = ${subjectOf(email)}
            AND address = coalesce(${address ?? null}::text, address)`)
          )
      })
    })
  )
}
