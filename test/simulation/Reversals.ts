/** Taking events back, through the store production uses, as the edge would ask for it. */
import { Context, Effect, Layer } from "effect"
import {
  type BuddyFailure,
  type BuddyReply,
  CommandRejected,
  noEffects,
  notNow,
  type Unavailable
} from "../../src/buddy/Protocol.ts"
import { reversals } from "../../src/features/players/events/Service/Reversal.ts"
import { isTransient } from "../../src/platform/postgres/Sql.ts"

type Reverse = Effect.Success<typeof reversals>

export class Reversals extends Context.Service<Reversals, Reverse>()("hatchery/simulation/Reversals") {
  static readonly layer = Layer.effect(Reversals, reversals)
}

/** What a caller is told of a command, and whose it was. */
export type Told = BuddyReply & { readonly buddy_id?: string | null }

/** The deadline of a request at the edge. */
const deadline = "10 seconds"

/** With the failures the callers of commands know: not now, or no. */
export const asked = (reversal: ReturnType<Reverse>): Effect.Effect<Told, BuddyFailure> =>
  reversal.pipe(
    Effect.map(({ already_reversed, badges_revoked, buddy_id, coins, ledger_ids, missing }) => ({
      reply: { _tag: "Reversed" as const, coins, ledger_ids, badges_revoked, missing },
      effects: noEffects,
      trace: [],
      config_version_id: null,
      state_version: 0,
      duplicate: already_reversed,
      payload_mismatch: false,
      buddy_id
    })),
    Effect.catch((failure): Effect.Effect<never, CommandRejected | Unavailable> =>
      failure._tag === "ServiceUnavailable"
        ? notNow(failure.reason)
        : Effect.fail(new CommandRejected({ error: { code: "buddy_archived" } }))
    ),
    Effect.catchDefect((defect) => (isTransient(defect) ? notNow("the database is away") : Effect.die(defect))),
    Effect.timeoutOrElse({ duration: deadline, orElse: () => notNow("the request took too long") })
  )
