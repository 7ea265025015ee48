/** What one runner of the cluster does for all tenants, again and again. */
import { Effect } from "effect"
import { Singleton } from "effect/cluster"

/**
 * Whoever has just taken over takes its shards over as well, and requests wait for those. What is due has been due for
 * as long as nobody looked: a second more changes nothing.
 */
const settled_after = "1 second"

/** A singleton that looks for what is due, from a moment after its runner has begun with it on. */
export const perCluster = <E, R>(name: string, run: Effect.Effect<void, E, R>) =>
  Singleton.make(name, Effect.delay(run, settled_after))
