/** Who may propose what, for the routes of a workspace and of widgets alike. */
import { Context, Effect, Layer } from "effect"
import type { Proposal } from "../../../wire/answers/Proposal.ts"
import type { NotFound } from "../../../wire/Failure.ts"
import { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import { NotAMentor, type ProposalLimit } from "../../../wire/refusals/Council.ts"
import { BuddyReads } from "../../players/buddies/Store.ts"
import { mayPropose } from "./Rules.ts"
import { CouncilStore, type Wanted } from "./Store.ts"

export class Council extends Context.Service<
  Council,
  {
    propose(
      customer_id: string,
      wanted: Wanted
    ): Effect.Effect<Proposal, NotFound | BuddyArchived | NotAMentor | ProposalLimit>
  }
>()("hatchery/features/council/Council") {
  static readonly layer = Layer.effect(
    Council,
    Effect.gen(function* () {
      const store = yield* CouncilStore
      const buddies = yield* BuddyReads
      return Council.of({
        propose: Effect.fn("Council.propose")(function* (customer_id, wanted) {
          if (wanted.buddy_id === null) return yield* store.propose(customer_id, wanted)
          const { buddy } = yield* buddies.standing(customer_id, wanted.buddy_id)
          if (buddy.status === "archived") return yield* new BuddyArchived()
          if (!mayPropose(yield* store.settings(customer_id), buddy)) return yield* new NotAMentor()
          return yield* store.propose(customer_id, { ...wanted, buddy_id: buddy.buddy_id })
        })
      })
    })
  ).pipe(Layer.provide([CouncilStore.layer, BuddyReads.layer]))
}
