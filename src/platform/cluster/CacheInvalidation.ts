/**
 * Tells every node that something cached has changed (credentials revoked, config published, webhook endpoints edited).
 * Carried by Postgres NOTIFY, sent inside the transaction of the change so that nobody reloads too early; the own node
 * hears it the same way. A node that lost its LISTEN connection cannot know what it missed, so it tells its listeners
 * to forget everything. Where nodes share a Redis the same news goes that way too, so that one that waits for its
 * database connection still hears of a revoked key; hearing something twice only forgets it twice.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Queue, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { counter } from "../observability/metrics/Family.ts"
import { listenerReconnects } from "../observability/metrics/Node.ts"
import { SharedRedis } from "../requests/Redis.ts"

const channel = "hatchery_changes"

/** From beside the service, in the transaction of the change when there is one. */
export const announce = (sql: SqlClient.SqlClient, change: Change) =>
  Effect.asVoid(Effect.orDie(sql`SELECT pg_notify(${channel}, ${JSON.stringify(change)})`))

export type Change =
  | { readonly _tag: "Tenant"; readonly customer_id: string }
  | { readonly _tag: "Credential"; readonly customer_id: string }
  /** what anybody may see of a workspace was taken back, or looks different from now on */
  | { readonly _tag: "Page"; readonly customer_id: string }
  | { readonly _tag: "Route"; readonly customer_id: string; readonly user_id: string }
  /** delivery rows were written by a node without a pump */
  | { readonly _tag: "Outbox"; readonly customer_id: string }
  /** a webhook inbox has taken a request */
  | { readonly _tag: "Inbox"; readonly customer_id: string; readonly webhook_inbox_id: string }
  /** a key of the service came or went */
  | { readonly _tag: "Keys" }
  | { readonly _tag: "Everything" }

export class CacheInvalidation extends Context.Service<
  CacheInvalidation,
  {
    /** inside the caller's transaction when there is one */
    publish(change: Change): Effect.Effect<void>
    /** synchronous listeners; they must not throw */
    subscribe(listener: (change: Change) => void): void
  }
>()("hatchery/platform/Changes") {
  static readonly layer = Layer.effect(
    CacheInvalidation,
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient
      const sql = yield* SqlClient.SqlClient
      const listeners: Array<(change: Change) => void> = []
      const tell = (change: Change) => listeners.forEach((listener) => listener(change))

      const reconnects = counter(listenerReconnects, yield* Effect.context<never>())
      let connections = 0
      const listen = Effect.scoped(
        Effect.gen(function* () {
          const notifications = yield* pg.listen(channel)
          if (connections++ > 0) reconnects.add(1)
          tell({ _tag: "Everything" })
          while (true) {
            const notification = yield* Queue.take(notifications)
            tell(JSON.parse(notification.payload ?? '{"_tag":"Everything"}') as Change)
          }
        })
      )
      yield* listen.pipe(
        Effect.catchCause((cause) => Effect.logDebug("change listener lost its connection", cause)),
        Effect.repeat(Schedule.spaced("250 millis")),
        Effect.forkScoped
      )

      const { redis } = yield* SharedRedis
      if (redis !== undefined) {
        const heard = (text: string) => tell(JSON.parse(text) as Change)
        yield* redis.listen(channel, heard, () => tell({ _tag: "Everything" }))
      }
      const also = (change: Change) =>
        redis === undefined ? Effect.void : Effect.forkDetach(redis.publish(channel, JSON.stringify(change)))

      return CacheInvalidation.of({
        publish: (change) =>
          Effect.andThen(
            // Own caches first: the caller's next request may come to this very node before the notification does.
            sql.afterCommit(
              Effect.andThen(
                Effect.sync(() => tell(change)),
                also(change)
              )
            ),
            announce(sql, change)
          ),
        subscribe: (listener) => void listeners.push(listener)
      })
    })
  )
}
