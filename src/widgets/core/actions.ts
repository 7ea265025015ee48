/** What a player does, and what all mounts of the buddy show of it before the service is asked again. */
import type { BuddyAnswer, MarketplaceAnswer } from "./model.ts"
import { allSessions, type Session } from "./session.ts"

export const buddyPath = "/widget/buddy"
export const marketplacePath = "/widget/marketplace"
export const pathPath = "/widget/path"
export const campaignsPath = "/widget/campaigns"
export const communityPath = "/widget/community"
/** what anything a player does may change */
export const moved = [buddyPath, marketplacePath, campaignsPath, communityPath]

/** So long animations have before the truth is read. */
export const settle_ms = 1_000

/** Also where no random UUIDs are to be had: pages without https. */
export const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

export const newKey = () => `widget-${freshId()}`

/** All sessions of the same buddy, this one first. */
export const fellowsOf = (session: Session): ReadonlyArray<Session> => {
  const { buddyId } = session
  const others = allSessions().filter(
    (other) => other !== session && buddyId !== undefined && other.buddyId === buddyId
  )
  return [session, ...others]
}

/** Sessions that may be of the same buddy: of one of the two nothing is known yet. What they show is read again. */
export const strangersOf = (session: Session): ReadonlyArray<Session> =>
  allSessions().filter((other) => other !== session && (session.buddyId === undefined || other.buddyId === undefined))

export const patchBuddies = (sessions: ReadonlyArray<Session>, change: (answer: BuddyAnswer) => BuddyAnswer) => {
  for (const session of sessions) for (const feed of session.reads<BuddyAnswer>(buddyPath)) feed.patch(change)
}

export const patchMarkets = (
  sessions: ReadonlyArray<Session>,
  change: (answer: MarketplaceAnswer) => MarketplaceAnswer
) => {
  for (const session of sessions)
    for (const feed of session.reads<MarketplaceAnswer>(marketplacePath)) feed.patch(change)
}

export const refresh = (sessions: ReadonlyArray<Session>, starts: ReadonlyArray<string>, delay_ms = 0) => {
  for (const session of sessions)
    for (const start of starts) for (const feed of session.reads(start)) feed.refresh(delay_ms)
}
