/** Opening a box, for tenants and for widgets: the one way. */
import { Effect } from "effect"
import type { Reply } from "../../../../engine/core/Reply.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import type { Caller } from "../../../../wire/Principal.ts"
import type {
  InsufficientCoins,
  InsufficientTokens,
  ProgressionNotSpendable
} from "../../../../wire/refusals/Buddies.ts"
import type { EntryRequirementsNotMet } from "../../../../wire/refusals/Lotteries.ts"
import type { BoxExhausted, BoxLimitReached, BoxOutOfStock } from "../../../../wire/refusals/MysteryBoxes.ts"
import { repliesBefore } from "../../../players/buddies/Service/Before.ts"
import { buddyCommands } from "../../../players/buddies/Service/Commands.ts"
import { BuddyItems } from "../../../players/buddies/Service/Items.ts"
import { closedFor, MysteryBoxes } from "../Service.ts"
import { BoxStore } from "../Store.ts"

type Refusals =
  | InsufficientCoins
  | InsufficientTokens
  | ProgressionNotSpendable
  | EntryRequirementsNotMet
  | BoxExhausted
  | BoxLimitReached
  | BoxOutOfStock

const told = ({ _tag, ...opened }: Extract<Reply, { readonly _tag: "Opened" }>) => opened

/** To be yielded while a layer is built. */
export const makeOpening = Effect.gen(function* () {
  const change = yield* buddyCommands
  const openedBefore = yield* repliesBefore
  const store = yield* BoxStore
  const boxes = yield* MysteryBoxes
  const buyers = yield* BuddyItems
  return Effect.fnUntraced(function* (caller: Caller, buddy_id: string, reference: string) {
    const { customer_id } = caller
    const before = yield* openedBefore(customer_id, "Opened")
    if (before !== undefined) return told(before)
    const { audience, now } = yield* buyers.buyer(customer_id, buddy_id)
    const found = yield* store.read(customer_id, reference)
    const closed = closedFor(found, audience, now)
    if (closed !== null) return yield* closed
    const { box_key, content, mystery_box_id, revision } = found
    const { eligibility, limits, price, stock_total } = content
    const [pool = []] = yield* boxes.poolsOf(customer_id, [found])
    const box = { mystery_box_id, box_key, revision, price, pool, limits, eligibility, stock_total }
    const command = { _tag: "OpenBox", box, opening_id: yield* uuid } as const
    return told(yield* change<"Opened", Refusals>(caller, buddy_id, command, "Opened"))
  })
})
