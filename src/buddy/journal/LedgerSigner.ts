/** Signs the heads of ledgers with the service's key, and knows whose heads are genuine. */
import { Clock, Context, Effect, Layer } from "effect"
import { AppConfig } from "../../Config.ts"
import { firstIdOf } from "../../platform/postgres/Ids.ts"
import { KeyRing } from "../../platform/secrets/KeyRing.ts"
import { type Heads, keyOfHead, signHead, vouchedHeads } from "./LedgerHead.ts"
import type { Owner } from "./ChangeSet.ts"

/**
 * How long nodes of a release that does not sign may be around after the first key was made. A machine to try things
 * on is one process, so there is no such node.
 */
const upgrade_ms = 24 * 3_600_000

type Whose = Pick<Owner, "buddy_id" | "customer_id">

export class LedgerSigner extends Context.Service<
  LedgerSigner,
  {
    /** the column ledger_head, JSON */
    sign(whose: Whose, heads: Heads): string
    /** what a stored head vouches for; undefined when it is no genuine one */
    vouched(stored: unknown, whose: Whose): Heads | undefined
    /** to be run before `vouched`, so that it need not wait for the keys these heads name */
    look(stored: ReadonlyArray<unknown>): Effect.Effect<void>
    /**
     * Whether a row of that moment (epoch ms) needs no signature: it is older than signing, or on a test clock. Not the
     * rows of a buddy that is younger than signing itself, for whoever writes rows anew chooses their dates as well.
     */
    isExcused(whose: Whose, created_at: number): boolean
  }
>()("hatchery/buddy/LedgerSigner") {
  static readonly layer = Layer.effect(
    LedgerSigner,
    Effect.gen(function* () {
      const ring = yield* KeyRing
      const clock = yield* Clock.Clock
      const { embedded } = yield* AppConfig
      const grace = embedded ? 0 : upgrade_ms
      return LedgerSigner.of({
        sign: (whose, heads) => signHead(ring.signing("ledger_head"), whose, heads),
        vouched: (stored, whose) => vouchedHeads(stored, whose, ring.known("ledger_head")),
        look: (stored) =>
          Effect.forEach(
            new Set(stored.flatMap((one) => keyOfHead(one) ?? [])),
            (key_id) => ring.verifying("ledger_head", key_id),
            { discard: true }
          ),
        isExcused: ({ buddy_id }, created_at) => {
          const from = ring.firstMade("ledger_head") + grace
          if (buddy_id !== null && buddy_id >= firstIdOf(new Date(from))) return false
          return created_at <= from || created_at > clock.currentTimeMillisUnsafe()
        }
      })
    })
  )
}
