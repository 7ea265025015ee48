/**
 * One line per request, from an allow-list of fields: no headers, no bodies, no query strings, no e-mail, no user
 * id. Paths are logged with their ids, which are ours; a path that carries a client-chosen id is cut there, a
 * credential that was sent for an id is masked, and a long path is cut short. The address is the client's network, the
 * one that limits count by.
 */
import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../Config.ts"
import { isForPeople } from "../platform/observability/Log.ts"
import type { RequestRecord } from "../wire/CurrentRequest.ts"
import { makeView } from "./TerminalView.ts"

/** Asked every few seconds by machines; their answers are neither logged nor counted against anybody. */
export const isProbe = (url: string): boolean => /^\/(healthz|readyz|version|metrics)(?:\?|$)/.test(url)

/** Longer than any path with ids of ours in it. */
const path_length_max = 300

/** Ids of clients, behind any number of slashes, which lead to the same route, and in names that lead to none. */
const named = /^(\/+api\/+v1\/+(?:events|buddies\/+users|customers\/+me\/+users)\/+)([^/]+)(?=(\/?))/i
const routes_of_events = new Set(["batch", "types", "active-users", "admin-trigger"])

const shown = (path: string): string =>
  path
    .replace(named, (whole, before: string, id: string, more: string) =>
      more === "" && routes_of_events.has(id) ? whole : `${before}:id`
    )
    .replace(/^(\/inbox\/)[^/]+/i, "$1:token")
    .replace(/\b(svc_[a-z]{1,8}_|whsec_|eyJ)[^/]*/g, "$1...")
    .slice(0, path_length_max)

export class RequestLog extends Context.Service<
  RequestLog,
  {
    write(
      request: { readonly method: string; readonly url: string },
      status: number,
      current: RequestRecord,
      durationMs: number
    ): void
  }
>()("hatchery/edge/RequestLog") {
  static readonly layer = Layer.effect(
    RequestLog,
    Effect.gen(function* () {
      const config = yield* AppConfig
      const context = yield* Effect.context<never>()
      const run = Effect.runForkWith(context)
      const view = isForPeople(config) ? yield* makeView : undefined
      const silent = !["Trace", "Debug", "Info"].includes(config.logLevel)
      return RequestLog.of({
        write: (request, status, current, durationMs) => {
          // Successful ingest is counted in metrics; a line per event would cost more than the event.
          const path = request.url.split("?")[0]!
          const isRoutine = isProbe(path) || (path === "/api/v1/events" && view === undefined)
          if (silent || (status < 400 && isRoutine)) return
          const more = view === undefined ? 0 : view({ method: request.method, path }, status, current)
          if (more === undefined) return
          run(
            Effect.logInfo("request").pipe(
              Effect.annotateLogs({
                request_id: current.requestId,
                method: request.method,
                path: shown(path),
                status,
                duration_ms: durationMs,
                address: current.address,
                ...(more === 0 ? {} : { more }),
                ...(current.customer_id === undefined ? {} : { customer_id: current.customer_id }),
                ...(current.credential === undefined ? {} : { credential: current.credential })
              })
            )
          )
        }
      })
    })
  )
}
