/** How long a runner has its shards unless it says that it lives, and how often it says so. */
export const shard_lease_ms = 9_000
export const shard_renewal_ms = 3_000
