/**
 * What a buddy's actor knows of its tenant. A tenant that is changed without pause has no facts that are kept: each
 * read is out of date when it comes. Whoever asked before it began may be told by it all the same: the change came
 * while he waited.
 */
import { Effect, Exit, type Fiber } from "effect"
import type { TenantFacts, Tenants } from "../../platform/auth/Tenants.ts"
import { within } from "../../platform/requests/Deadline.ts"
import { type Answer, BuddyNotFound, type Unavailable, unavailable } from "../Protocol.ts"

interface Hand {
  readonly facts: TenantFacts
  /** how many of those who wait may be told by them, from the front */
  readonly requests: number
}

export type ReadFacts = (customer_id: string, done: Answer<TenantFacts>) => void

interface Env {
  readonly cachedFacts: (customer_id: string) => TenantFacts | undefined
  readonly facts: ReadFacts
}

export class FactsAtHand {
  private readonly env: Env
  private readonly customer_id: string
  private fetched: Hand | undefined

  constructor(env: Env, customer_id: string) {
    this.env = env
    this.customer_id = customer_id
  }

  /** undefined: they have to be fetched */
  look(): Hand | undefined {
    const facts = this.env.cachedFacts(this.customer_id)
    return facts === undefined ? this.fetched : { facts, requests: Infinity }
  }

  /** Good for one turn. */
  use(): void {
    this.fetched = undefined
  }

  /** For so many who wait. */
  fetch(
    requests: number,
    done: () => void,
    failed: (exit: Exit.Exit<never, BuddyNotFound | Unavailable>) => void
  ): void {
    this.env.facts(this.customer_id, (exit) => {
      if (Exit.isFailure(exit)) return failed(Exit.failCause(exit.cause))
      this.fetched = { facts: exit.value, requests }
      done()
    })
  }
}

const facts_timeout = "10 seconds"

const unknownTenant = Exit.fail(new BuddyNotFound())

/**
 * Thousands of actors miss the same tenant in the same moment; one of them asks. All wait for that one, so it may not
 * wait for ever: a connection that is half open answers nothing. What was out of date when it came is told to those
 * alone who had asked before it was read; for the others it is read again.
 */
export const sharedReads = (
  tenants: Pick<Tenants["Service"], "get" | "cached">,
  runFork: <A, E>(effect: Effect.Effect<A, E>) => Fiber.Fiber<A, E>
): ReadFacts => {
  const factsOf = (customer_id: string) =>
    within(tenants.get(customer_id), { duration: facts_timeout, orElse: () => Effect.die("no answer in time") })
  const asking = new Map<string, Array<Answer<TenantFacts>>>()
  const ask = (customer_id: string, first: ReadonlyArray<Answer<TenantFacts>>) => {
    const later: Array<Answer<TenantFacts>> = []
    asking.set(customer_id, later)
    runFork(factsOf(customer_id)).addObserver((exit) => {
      asking.delete(customer_id)
      const isForAll = Exit.isFailure(exit) || tenants.cached(customer_id) !== undefined
      if (!isForAll && later.length > 0) ask(customer_id, later)
      const found: Parameters<Answer<TenantFacts>>[0] = Exit.isSuccess(exit)
        ? Exit.succeed(exit.value)
        : Exit.hasFails(exit)
          ? unknownTenant
          : unavailable("the tenant cannot be read")
      for (const one of isForAll ? first.concat(later) : first) one(found)
    })
  }
  return (customer_id, done) => {
    const asked = asking.get(customer_id)
    if (asked === undefined) ask(customer_id, [done])
    else asked.push(done)
  }
}
