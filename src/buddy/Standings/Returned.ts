/** Reads what a user did after it asked to be forgotten: that of somebody new, by the same id. */
import { Effect } from "effect"
import { countedBuddies, type CountedBuddy } from "./Counted.ts"
import { recountBuddies, recountUnreceived, type Scope, type Take } from "./Recounts.ts"

/** All of the buddies that are there, with the audience they are in now, and events in a scope nobody received. */
export const recountUser = Effect.fnUntraced(function* <R>(scope: Scope, user_id: string, take: Take<R>) {
  for (let page: ReadonlyArray<CountedBuddy> = []; ;) {
    page = yield* countedBuddies(scope.customer_id, page.at(-1)?.buddy_id, user_id)
    if (page.length === 0) break
    yield* recountBuddies(scope, page, take)
  }
  yield* recountUnreceived(scope, { user_id }, take)
})
