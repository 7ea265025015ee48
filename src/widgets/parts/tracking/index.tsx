/** What a page reports as done, and what all mounts of the buddy show of it. Loaded with the first one. */
import { fellowsOf, freshId, moved, pathPath, refresh, settle_ms, strangersOf } from "../../core/actions.ts"
import { type Answer, type Api, makeApi, Refused } from "../../core/api.ts"
import type { Core, Tracked } from "../../contract.ts"
import type { Effects, Ingested } from "../../core/model.ts"
import { allSessions, type Session } from "../../core/session.ts"

const apply = (sessions: ReadonlyArray<Session>, effects: Effects) => {
  for (const session of sessions) for (const feed of session.reads("")) feed.apply(effects)
}

const mayTrack = (session: Session) =>
  session.config.demand().then(
    ({ token }) => token.scopes.includes("events:track"),
    () => false
  )

const trackingSession = async (): Promise<Session> => {
  for (const session of allSessions()) if (await mayTrack(session)) return session
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
      ...(occurredAt === undefined ? {} : { occurred_at: occurredAt }),
      ...(properties === undefined ? {} : { properties })
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
  for (const session of allSessions()) if ((await session.held) === token) return session
  return undefined
}
