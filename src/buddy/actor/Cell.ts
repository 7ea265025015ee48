/**
 * The buddies that share one address in the cluster. An entity of its own per buddy would cost about 17 kB each before
 * it remembers anything; a cell costs that once and holds many actors, each still alone with its buddy. Which cell a
 * buddy lives in follows from its ids, so a cell moves between runners as a whole and nobody has to keep a list.
 */
import { hash } from "node:crypto"
import { makeActor } from "./Actor.ts"
import type { Actor, Directory } from "./Directory.ts"
import type { ActorServicesShape } from "./ActorServices.ts"
import { entityId } from "../Protocol.ts"

/**
 * Enough for an even spread over the shards of many runners, few enough to cost nothing. Fixed for ever: it is part of
 * addresses.
 */
export const cells = 1_024

/** An actor nobody has called for this long falls asleep; waking costs one batched read. */
export const idle_ms_max = 600_000
/** Of one process: beyond it a cell puts its longest idle buddy to sleep for every one that wakes. */
export const resident_buddies_max = 200_000

export const cellOf = (customer_id: string, buddy_id: string): string =>
  `cell-${Number.parseInt(hash("sha1", entityId(customer_id, buddy_id)).slice(0, 8), 16) % cells}`

export class Cell {
  private readonly actors = new Set<Actor>()
  private readonly env: ActorServicesShape
  private readonly directory: Directory["Service"]
  private isClosed = false

  constructor(env: ActorServicesShape, directory: Directory["Service"]) {
    this.env = env
    this.directory = directory
  }

  /** The buddy's actor, woken if need be; undefined when the cell is being handed over. */
  actor(customer_id: string, buddy_id: string): Actor | undefined {
    const known = this.directory.get(customer_id, buddy_id)
    if (known !== undefined && this.actors.has(known)) return known
    if (this.isClosed) return undefined
    if (this.directory.size() >= resident_buddies_max) this.evictOldest()
    const actor = makeActor(this.env, customer_id, buddy_id)
    this.actors.add(actor)
    this.directory.register(customer_id, buddy_id, actor)
    return actor
  }

  /** Puts to sleep whoever has been idle for too long. */
  sweep(): void {
    const before = this.env.now() - idle_ms_max
    for (const actor of this.actors) if (actor.isIdle() && actor.used_at < before) this.forget(actor)
  }

  /** Takes nothing more; `closed` is called when every answer is given. */
  close(closed: () => void): void {
    this.isClosed = true
    let open = this.actors.size
    if (open === 0) return closed()
    for (const actor of this.actors) {
      this.directory.unregister(actor.customer_id, actor.buddy_id, actor)
      actor.close(() => {
        if (--open === 0) closed()
      })
    }
  }

  private evictOldest(): void {
    let oldest: Actor | undefined
    for (const actor of this.actors)
      if (actor.isIdle() && (oldest === undefined || actor.used_at < oldest.used_at)) oldest = actor
    if (oldest !== undefined) this.forget(oldest)
  }

  /** An idle actor closes at once. */
  private forget(actor: Actor): void {
    this.directory.unregister(actor.customer_id, actor.buddy_id, actor)
    this.actors.delete(actor)
    actor.close(() => {})
  }
}
