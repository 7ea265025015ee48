/** What an actor bears: how much may wait for it, for how long, and how often it begins anew. */
import { shard_lease_ms, shard_renewal_ms } from "../../platform/cluster/ShardLease.ts"

/** Somebody floods one buddy; the caller is told to come back. */
export const mailbox_max = 4_096
/** Of all buddies of the process: when the database stands still, memory does not grow with the clients' patience. */
export const backlog_max = 50_000
/** Of one turn: bounds how long the first caller waits for the last one's decision. */
export const turn_max = 256
/**
 * A runner that froze may lose its shards this soon: the lease less what has passed of it since it was renewed. Its
 * callers have asked the next owner meanwhile, who may have refused what would be granted here.
 */
export const waited_ms_max = shard_lease_ms - shard_renewal_ms
/** Turns without progress before the callers are told to come back: each means that somebody else wrote in between. */
export const attempts_max = 6
