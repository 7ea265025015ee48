/**
 * Tries at a door, one after the other and each with its count, so that many wrong ones at once do not slip through
 * together, and many right ones at once (a class behind one address) are not taken for guesses: per surface and
 * address, and over all addresses. A window starts with its first failure, and an address that used all of its tries
 * waits for the rest of it; a door that met too many opens, for a window more, only for cards and for who came lately.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { tellBeside } from "../../../../platform/notifications/Tell.ts"
import { execute, nowDate, row, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { makeTurnstile } from "../../../../platform/requests/FairPlaces.ts"
import { KeyRing } from "../../../../platform/secrets/KeyRing.ts"
import { RateLimited } from "../../../../wire/Group.ts"
import { addressMark } from "./Secrets.ts"

export const guessLimits = { of_address: 10, of_surface: 300, window_minutes: 15, known_hours: 24 } as const

const window_ms = guessLimits.window_minutes * 60_000
const known_ms = guessLimits.known_hours * 3_600_000

/**
 * Whoever tries a door holds its row until that is decided, so on a node the others wait in memory: a flood of codes
 * from many addresses would hold a connection each for nothing. A place is a connection.
 */
const places = { places: 4, places_per_tenant: 1, waiting_per_tenant: 200, wait: "5 seconds" } as const
const retry_after_seconds = 1

export interface Door {
  readonly customer_id: string
  readonly hosted_surface_id: string
  readonly address: string
}

const Row = Schema.Struct({
  failures: Schema.Int,
  window_ends_at: Schema.NullOr(Schema.Date),
  came_in_at: Schema.NullOr(Schema.Date)
})
type Row = typeof Row.Type

const everywhere = new Uint8Array(0)

/** What somebody comes with. */
export type Credential = "code" | "card" | "refresh"

export class HostedAddressStore extends Context.Service<
  HostedAddressStore,
  {
    /**
     * Whom `look` finds, while nobody else tries: nobody is a failure, somebody makes the address known. Refresh tokens
     * that find nobody count as nothing and are never turned away: pages that ended overnight must not close a school's
     * door.
     */
    attempt<A>(
      door: Door,
      credential: Credential,
      look: Effect.Effect<Option.Option<A>>
    ): Effect.Effect<Option.Option<A>, RateLimited>
  }
>()("hatchery/features/hosted-surfaces/HostedAddressStore") {
  static readonly layer = Layer.effect(
    HostedAddressStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ring = yield* KeyRing
      const markOf = (address: string) => addressMark(ring.signing("access_code").material, address)

      /** The row as it is now, held until the transaction ends. */
      const held = Effect.fnUntraced(function* ({ customer_id, hosted_surface_id }: Door, mark: Uint8Array, now: Date) {
        yield* Effect.orDie(sql`
          INSERT INTO hosted_addresses (customer_id, hosted_surface_id, address, failures, seen_at)
          VALUES (${customer_id}::uuid, ${hosted_surface_id}::uuid, ${mark}, 0, ${now})
          ON CONFLICT (customer_id, hosted_surface_id, address) DO NOTHING`)
        const found = yield* row(Row)(sql`
          SELECT failures, window_ends_at, came_in_at FROM hosted_addresses
          WHERE customer_id = ${customer_id}::uuid AND hosted_surface_id = ${hosted_surface_id}::uuid
            AND address = ${mark} FOR UPDATE`)
        const one = found._tag === "Some" ? found.value : { failures: 0, window_ends_at: null, came_in_at: null }
        const isOver = one.window_ends_at === null || one.window_ends_at.getTime() <= now.getTime()
        return isOver ? { ...one, failures: 0, window_ends_at: null } : one
      })
      const save = ({ customer_id, hosted_surface_id }: Door, mark: Uint8Array, one: Row, now: Date) =>
        Effect.asVoid(
          execute(sql`
            UPDATE hosted_addresses SET failures = ${one.failures}, seen_at = ${now},
              window_ends_at = ${one.window_ends_at}::timestamptz, came_in_at = ${one.came_in_at}::timestamptz
            WHERE customer_id = ${customer_id}::uuid AND hosted_surface_id = ${hosted_surface_id}::uuid
              AND address = ${mark} RETURNING 1`)
        )
      const closed = ({ window_ends_at }: Row, now: Date) =>
        new RateLimited({
          retry_after_seconds: Math.max(1, Math.ceil(((window_ends_at?.getTime() ?? 0) - now.getTime()) / 1000))
        })

      const transaction = transactionOf(sql)

      const refused = Effect.fnUntraced(function* (door: Door, all: Row, own: Row, now: Date) {
        yield* save(door, everywhere, shutAfter(guessLimits.of_surface, failed(all, now), now), now)
        yield* save(door, markOf(door.address), failed(own, now), now)
        if (all.failures + 1 === guessLimits.of_surface) yield* tellOfGuessing(sql, door)
      })
      const known = Effect.fnUntraced(function* (door: Door, now: Date) {
        const mark = markOf(door.address)
        yield* save(door, mark, { ...(yield* held(door, mark, now)), came_in_at: now }, now)
      })
      const attempted = Effect.fnUntraced(function* <A>(
        door: Door,
        credential: Credential,
        look: Effect.Effect<Option.Option<A>>
      ) {
        const now = yield* nowDate
        if (credential === "refresh") {
          const found = yield* look
          if (Option.isSome(found)) yield* known(door, now)
          return found
        }
        // In this order for everybody, or two at once would wait for each other.
        const all = yield* held(door, everywhere, now)
        const own = yield* held(door, markOf(door.address), now)
        if (own.failures >= guessLimits.of_address) return yield* closed(own, now)
        const isKnown = own.came_in_at !== null && now.getTime() - own.came_in_at.getTime() < known_ms
        if (credential === "code" && !isKnown && all.failures >= guessLimits.of_surface) return yield* closed(all, now)
        const found = yield* look
        yield* Option.isSome(found) ? known(door, now) : refused(door, all, own, now)
        return found
      })
      const inTurn = oneAtADoor()
      return HostedAddressStore.of({
        attempt: (door, credential, look) => {
          const attempt = transaction(attempted(door, credential, look))
          return credential === "refresh" ? attempt : inTurn(door, attempt)
        }
      })
    })
  )
}

const oneAtADoor = () => {
  const turnstile = makeTurnstile(places)
  return <A, E>({ hosted_surface_id }: Door, work: Effect.Effect<A, E>) =>
    turnstile.pass(hosted_surface_id, Effect.result(work)).pipe(
      Effect.catchTag("Crowded", () => Effect.fail(new RateLimited({ retry_after_seconds }))),
      Effect.flatMap(Effect.fromResult)
    )
}

const windowFrom = (now: Date) => new Date(now.getTime() + window_ms)

const failed = (one: Row, now: Date): Row => ({
  ...one,
  failures: one.failures + 1,
  window_ends_at: one.window_ends_at ?? windowFrom(now)
})

/** The last that is borne shuts for a whole window, whenever the first was. */
const shutAfter = (max: number, one: Row, now: Date): Row =>
  one.failures === max ? { ...one, window_ends_at: windowFrom(now) } : one

/** Once until it was read: the people of the workspace may want other codes, or another address for the page. */
const tellOfGuessing = (sql: SqlClient.SqlClient, { customer_id, hosted_surface_id }: Door) =>
  tellBeside(sql, customer_id, {
    kind: "surface_guessing",
    subject: hosted_surface_id,
    message: "Somebody tries codes at a hosted surface. For a while only cards and known addresses are let in.",
    details: { hosted_surface_id, failures: guessLimits.of_surface }
  })
