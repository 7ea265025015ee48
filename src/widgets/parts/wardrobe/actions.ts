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
import type { BuddyAnswer, Equipped, MarketplaceAnswer, OwnedItem } from "../../core/model.ts"
import type { Session } from "../../core/session.ts"

/** The new picture is asked for after so long, each time. */
const picture_ms = [500, 1_000, 2_000, 4_000]

/** One piece of a kind is worn: what is worn there comes off in the same call. */
const changeOf = ({ category, equipped, itemId }: OwnedItem, session: Session) => {
  if (equipped) return { unequip: [itemId] }
  const owned = session.reads<MarketplaceAnswer>(marketplacePath)[0]?.value?.ownedItems ?? []
  const others = owned.filter((other) => other.equipped && other.category === category && other.itemId !== itemId)
  return { equip: [itemId], ...(others.length === 0 ? {} : { unequip: others.map((other) => other.itemId) }) }
}

const turns = new WeakMap<Session, Promise<unknown>>()

/** Puts it on, or takes off what is worn. What takes its place is known once the change before has been answered. */
export const dress = (session: Session, item: OwnedItem): Promise<Equipped> => {
  const turn = (turns.get(session) ?? Promise.resolve()).then(() => send(session, changeOf(item, session)))
  turns.set(
    session,
    turn.catch(() => {})
  )
  return turn
}

/** In one call; the new picture is followed until it is there. */
const send = async (session: Session, body: ReturnType<typeof changeOf>): Promise<Equipped> => {
  const { data } = await session.write({
    method: "PATCH",
    path: "/widget/equipped-items",
    body,
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
