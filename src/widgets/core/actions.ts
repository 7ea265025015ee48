/** What a player does, and what all mounts of the buddy show of it before the service is asked again. */
import type { Core, Tracked } from "../contract.ts"
import { type Answer, type Api, makeApi, Refused } from "./api.ts"
import type { BuddyAnswer, Effects, Ingested, MarketplaceAnswer } from "./model.ts"
import { allSessions, type Session } from "./session.ts"

export const buddyPath = "/widget/buddy"
export const marketplacePath = "/widget/marketplace"
export const pathPath = "/widget/path"
export const campaignsPath = "/widget/campaigns"
export const communityPath = "/widget/community"
/** what anything a player does may change */
const moved = [buddyPath, marketplacePath, campaignsPath, communityPath]

/** So long animations have before the truth is read. */
export const settle_ms = 1_000

/** Also where no random UUIDs are to be had: pages without https. */
const freshId = () =>
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

// --- events ----------------------------------------------------------------------------------------------------------

const apply = (sessions: ReadonlyArray<Session>, effects: Effects) => {
  for (const session of sessions) for (const feed of session.reads("")) feed.apply(effects)
}

/** The first that may; where one could not be asked, that is what is wrong, and it may be right with the next try. */
const trackingSession = async (): Promise<Session> => {
  let failed: unknown
  for (const session of allSessions()) {
    try {
      const { token } = await session.config.demand()
      if (token.scopes.includes("events:track")) return session
    } catch (cause) {
      failed = cause
    }
  }
  if (failed !== undefined) throw failed
  throw new Refused({
    code: "insufficient_scope",
    status: 403,
    message: "No mounted widget's token holds the scope events:track.",
    requestId: null
  })
}

const sendEvent = (send: Api["ask"], { eventId, occurredAt, properties, type }: Tracked, signal: AbortSignal) =>
  send({
    method: "POST",
    path: "/widget/events",
    signal,
    body: {
      event_id: eventId ?? `widget-${freshId()}`,
      type,
      occurred_at: occurredAt,
      properties
    }
  })

const show = (session: Session, answer: Answer) => {
  const { effects } = answer.data as Ingested
  const fellows = fellowsOf(session)
  if (!answer.replayed) {
    apply(fellows, effects)
    for (const fellow of fellows) fellow.happened(effects, fellow === session)
  }
  const starts = [...moved, ...(effects.pathUpdates.length > 0 ? [pathPath] : [])]
  refresh([...fellows, ...strangersOf(session)], starts, answer.replayed ? 0 : settle_ms)
}

export const track: Core["track"] = async (event, apiBase) => {
  const { token } = event
  if (token === undefined) {
    const session = await trackingSession()
    const answer = await sendEvent((ask) => session.write(ask), event, session.signal)
    show(session, answer)
    return answer.data
  }
  const api = makeApi(apiBase, () => Promise.resolve(token))
  const answer = await sendEvent(api.ask, event, new AbortController().signal)
  const owner = await ownerOf(token)
  if (owner === undefined) refresh(allSessions(), [...moved, pathPath], settle_ms)
  else show(owner, answer)
  return answer.data
}

const ownerOf = async (token: string) => {
  for (const session of allSessions()) if ((await session.held?.catch(() => null)) === token) return session
  return undefined
}
