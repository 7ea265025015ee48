/**
 * Randomness that repeats: the same seed gives the same ids, secrets and draws, as long as they are asked for in the
 * same order. Never outside a test.
 */
import { Effect, Layer, Random } from "effect"
import { createHash } from "node:crypto"
import { type IdSource, RandomBytes } from "../platform/postgres/Ids.ts"

/** SHA-256 of the seed and a counter, block after block. */
export const seededBytes = (seed: string): IdSource => {
  let block = Buffer.alloc(0)
  let blocks = 0
  const next = () => createHash("sha256").update(`${seed}/${blocks++}`).digest()
  return {
    bytes: (buffer) => {
      for (let at = 0; at < buffer.length;) {
        if (block.length === 0) block = next()
        const taken = block.copy(buffer, at)
        block = block.subarray(taken)
        at += taken
      }
    }
  }
}

/** Ids and secrets of the service, and what its schedules draw. */
export const seeded = (seed: string) =>
  Layer.merge(
    Layer.succeed(RandomBytes, seededBytes(seed)),
    Layer.effect(Random.Random, Random.withSeed(Effect.service(Random.Random), seed))
  )
