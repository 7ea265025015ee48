/** Dressing. */
import {
  buddyPath,
  fellowsOf,
  marketplacePath,
  newKey,
  patchBuddies,
  patchMarkets,
  refresh,
  strangersOf
} from "../../core/actions.ts"
import type { BuddyAnswer, Equipped } from "../../core/model.ts"
import type { Session } from "../../core/session.ts"

/** The new picture is asked for after so long, each time. */
const picture_ms = [500, 1_000, 2_000, 4_000]

/** Puts on and takes off in one call; the new picture is followed until it is there. */
export const dress = async (
  session: Session,
  change: { readonly equip?: ReadonlyArray<string>; readonly unequip?: ReadonlyArray<string> }
): Promise<Equipped> => {
  const { data } = await session.write({
    method: "PATCH",
    path: "/widget/equipped-items",
    body: change,
    idempotencyKey: newKey()
  })
  const done = data as Equipped
  const worn = new Set(done.equippedItems)
  const fellows = fellowsOf(session)
  const dressed = <A extends { readonly itemId: string }>(items: ReadonlyArray<A>) =>
    items.map((item) => ({ ...item, equipped: worn.has(item.itemId) }))
  patchMarkets(fellows, (answer) => ({
    ...answer,
    data: dressed(answer.data),
    ownedItems: dressed(answer.ownedItems)
  }))
  const strangers = strangersOf(session)
  if (done.status === "pending") {
    patchBuddies(fellows, (answer) => ({ ...answer, buddy: { ...answer.buddy, appearance: { status: "pending" } } }))
    for (const each of [...fellows, ...strangers])
      for (const feed of each.reads<BuddyAnswer>(buddyPath))
        feed.follow(picture_ms, ({ buddy }) => buddy.appearance.status !== "pending")
  }
  const starts = done.status === "pending" ? [marketplacePath] : [marketplacePath, buddyPath]
  refresh([...fellows, ...strangers], starts)
  return done
}
