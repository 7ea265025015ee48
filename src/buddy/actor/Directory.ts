/** Which buddies live in this process: the way to call an actor as a function, without a message. */
import { Context, Layer } from "effect"
import type { Span } from "../../platform/observability/Traces.ts"
import type { BuddyRequest, Resume } from "../Protocol.ts"
import { TenantMap } from "./TenantMap.ts"

/** One buddy's state machine, as its callers see it. */
export interface Actor {
  readonly customer_id: string
  readonly buddy_id: string
  /** epoch ms of the last request */
  readonly used_at: number
  /** nobody waits and nothing is on its way */
  isIdle(): boolean
  /** requests that wait for a turn */
  depth(): number
  /** False when it is closed; otherwise `resume` is called exactly once. `span`: what the request does is traced. */
  submit(request: BuddyRequest, resume: Resume, span?: Span): boolean
  /** Takes no more requests; `closed` is called when the last answer is given. */
  close(closed: () => void): void
}

export class Directory extends Context.Service<
  Directory,
  {
    get(customer_id: string, buddy_id: string): Actor | undefined
    register(customer_id: string, buddy_id: string, actor: Actor): void
    /** Only if it is this very actor: a successor may have registered already. */
    unregister(customer_id: string, buddy_id: string, actor: Actor): void
    size(): number
    /** requests that wait at the buddy with the most; looks at every one */
    deepest(): number
  }
>()("hatchery/buddy/Directory") {
  static readonly layer = Layer.sync(Directory, () => {
    const actors = new TenantMap<Actor>()
    return Directory.of({
      get: (customer_id, buddy_id) => actors.get(customer_id, buddy_id),
      register: (customer_id, buddy_id, actor) => actors.set(customer_id, buddy_id, actor),
      unregister: (customer_id, buddy_id, actor) => {
        if (actors.get(customer_id, buddy_id) === actor) actors.delete(customer_id, buddy_id)
      },
      size: () => actors.size,
      deepest: () => {
        let deepest = 0
        for (const actor of actors.values()) deepest = Math.max(deepest, actor.depth())
        return deepest
      }
    })
  })
}
