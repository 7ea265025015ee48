/** How a reply is told while it is thought of. */
import { Cause, Effect, Option, Schedule, Stream } from "effect"
import { piecesOf } from "../Rules/Chat.ts"
import type { Reply } from "../Service/Chat.ts"
import type { MessageRow } from "../Store/Messages.ts"

const sse = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

const ends = ({ answers_changed, credits, message_id, plan_stale, reply }: MessageRow): ReadonlyArray<string> => [
  ...piecesOf(reply).map((text) => sse("delta", { text })),
  sse("session", { answers_changed, plan_stale }),
  sse("done", { message_id, credits })
]

const broken = { code: "internal_server_error", message: "Nothing was replied, and nothing was charged; try again." }
const closed = { code: "onboarding_session_closed", message: "The session was closed before a reply was there." }
const busy = { code: "onboarding_busy", message: "The session prepares something by now, and nothing was charged." }

const ping_every = "15 seconds"
/** Whoever is asked has had its time by then, and what stands in some; what is stopped has the rest of a minute. */
const stopped_after = "55 seconds"
const pings = Stream.map(Stream.fromSchedule(Schedule.spaced(ping_every)), () => ": ping\n\n")

/** A reply as server-sent events, within a minute. While it is thought of, comments keep the connection open. */
export const spoken = (reply: Reply, requestId: string): Stream.Stream<string> => {
  if (reply._tag === "There") {
    return Stream.fromIterable([sse("start", { message_id: reply.told.message_id }), ...ends(reply.told)])
  }
  const late = { duration: stopped_after, orElse: () => Effect.die("a message took too long") } as const
  const told = Effect.matchCauseEffect(Effect.timeoutOrElse(reply.told, late), {
    onSuccess: (row) => Effect.succeed(ends(row)),
    onFailure: (cause) => {
      const refused = Option.getOrUndefined(Cause.findErrorOption(cause))
      const note = refused === undefined ? Effect.logError("a message got no reply", cause) : Effect.void
      const told = refused === undefined ? broken : refused._tag === "OnboardingBusy" ? busy : closed
      return Effect.as(note, [sse("error", { ...told, requestId })])
    }
  })
  const begun = Stream.succeed(sse("start", { message_id: reply.message_id }))
  const rest = Stream.flatMap(Stream.fromEffect(told), Stream.fromIterable)
  return Stream.concat(begun, Stream.merge(rest, pings, { haltStrategy: "left" }))
}
