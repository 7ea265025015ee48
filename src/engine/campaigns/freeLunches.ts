/**
 * The cards of gifts that ask for nothing. The coins are paid with the grant, so a card nobody looks at loses nothing:
 * it only tells of them, once, until it is dismissed or over.
 */
import { openCardsMax } from "../../wire/campaigns/FreeLunch.ts"
import { isoTime } from "../calendar/zones.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired, read, skipped, write } from "../core/Draft.ts"
import type { BuddyState } from "../core/State.ts"
import type { FreeLunch, FreeLunchCard, FreeLunchCommand } from "./freeLunchTerms.ts"

/** Dismissed ones are remembered so that saying it again tells nobody again. */
const dismissedMax = 50

type Cards = NonNullable<BuddyState["lunches"]>

const tell = (draft: Draft, status: FreeLunch["status"], grant_id: string, coins: number): void => {
  const { buddy_id, user_id } = draft.context.buddy
  const occurred_at = isoTime(draft.context.now)
  draft.outbound.push({ event: `free_lunch.${status}`, body: { buddy_id, user_id, grant_id, coins, occurred_at } })
}

const isOpen = ({ status }: FreeLunch): boolean => status !== "dismissed"
export const isOver = ({ expires_at }: Pick<FreeLunch, "expires_at">, now: number): boolean =>
  expires_at !== null && expires_at <= now

/** The newest of them, as many as are remembered. */
const remembered = (cards: Cards): Cards => {
  const newest = Object.entries(cards).toSorted(([, left], [, right]) => right.granted_at - left.granted_at)
  const open = newest.filter(([, card]) => isOpen(card)).slice(0, openCardsMax)
  const dismissed = newest.filter(([, card]) => !isOpen(card)).slice(0, dismissedMax)
  return Object.fromEntries([...open, ...dismissed])
}

/** The newest of all, also where time stands still or was set back: a clock for tests may do both. */
const afterAllOthers = ({ context: { now }, state: { lunches = {} } }: Draft): number =>
  Object.values(lunches).reduce((latest, { granted_at }) => Math.max(latest, granted_at + 1), now)

/** With the grant that has paid `coins`. */
export const addCard = (draft: Draft, grant_id: string, coins: number, card: FreeLunchCard): void => {
  const granted_at = afterAllOthers(draft)
  write(draft, "lunches", grant_id, { ...card, coins, status: "granted", granted_at })
  draft.state.lunches = remembered(draft.state.lunches!)
  tell(draft, "granted", grant_id, coins)
}

/** Each is said once, whoever says it how often; what was dismissed was seen. */
export const applyFreeLunch = (draft: Draft, { _tag, grant_id }: FreeLunchCommand): ManualOutcome => {
  const card = read(draft, "lunches", grant_id)
  if (card === undefined) return { error: { code: "unknown_free_lunch", grant_id } }
  const asked = _tag === "SeeFreeLunch" ? "seen" : "dismissed"
  const { coins, expires_at } = card
  if (card.status === asked || card.status === "dismissed") {
    skipped(draft, "free_lunch", grant_id, "limit_reached", { limit: "once", status: card.status })
    return { reply: { _tag: "FreeLunch", grant_id, coins, status: card.status, expires_at } }
  }
  write(draft, "lunches", grant_id, { ...card, status: asked })
  draft.state.lunches = remembered(draft.state.lunches!)
  tell(draft, asked, grant_id, coins)
  fired(draft, "free_lunch", grant_id, { status: asked, coins })
  return { reply: { _tag: "FreeLunch", grant_id, coins, status: asked, expires_at } }
}

export const forgetLunches = (draft: Draft): void => {
  const cards = draft.state.lunches
  if (cards === undefined) return
  const { now } = draft.context
  const left = Object.entries(cards).filter(([, card]) => !isOver(card, now))
  if (left.length === 0) delete draft.state.lunches
  else if (left.length < Object.keys(cards).length) draft.state.lunches = Object.fromEntries(left)
}

/** Cards that are to be shown, the newest first. */
export const openLunches = (state: BuddyState, now: number): ReadonlyArray<FreeLunch & { readonly grant_id: string }> =>
  Object.entries(state.lunches ?? {})
    .filter(([, card]) => isOpen(card) && !isOver(card, now))
    .map(([grant_id, card]) => ({ grant_id, ...card }))
    .toSorted((left, right) => right.granted_at - left.granted_at || (left.grant_id < right.grant_id ? 1 : -1))
