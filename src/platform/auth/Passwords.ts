/**
 * Passwords at rest: argon2id with the parameters OWASP names (19 MiB, two passes, one lane). A hash costs about 30 ms
 * and 19 MiB, so only few run at once and only a bounded number waits: a flood of logins must neither take the memory
 * nor the thread pool the rest of the process lives on.
 */
import { hash, verify } from "@node-rs/argon2"
import { Context, Effect, Layer, Semaphore } from "effect"
import { ServiceUnavailable } from "../../wire/Failure.ts"
import { randomBase62 } from "../postgres/Ids.ts"

/** The library's default algorithm is argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const

const concurrent = 2
const waitingMax = 50

/** The same password typed on two keyboards may arrive in two Unicode forms. */
const normalized = (password: string): string => password.normalize("NFKC")

/** A well-formed hash that no password has: of accounts that have none, for whoever looks at nothing else. */
export const hashOfNoPassword = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`

export class Passwords extends Context.Service<
  Passwords,
  {
    hash(password: string): Effect.Effect<string, ServiceUnavailable>
    /** without a hash (nobody has that e-mail) the same work is done against a hash that fits nothing */
    verify(hash: string | undefined, password: string): Effect.Effect<boolean, ServiceUnavailable>
  }
>()("hatchery/platform/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const semaphore = yield* Semaphore.make(concurrent)
      let present = 0

      // A caller who hangs up does not stop the hash that is running: the permit is only given back when it ends.
      const bounded = <A>(work: () => Promise<A>): Effect.Effect<A, ServiceUnavailable> =>
        Effect.suspend(() => {
          if (present >= concurrent + waitingMax) {
            return Effect.fail(new ServiceUnavailable({ reason: "Too many sign-ins at once.", retry_after_seconds: 2 }))
          }
          present++
          return semaphore
            .withPermits(1)(Effect.uninterruptible(Effect.promise(work)))
            .pipe(Effect.ensuring(Effect.sync(() => present--)))
        })

      const fitsNothing = yield* Effect.orDie(
        Effect.flatMap(randomBase62(43), (password) => bounded(() => hash(password, parameters)))
      )

      return Passwords.of({
        hash: (password) => bounded(() => hash(normalized(password), parameters)),
        verify: (stored, password) =>
          Effect.map(
            bounded(() => verify(stored ?? fitsNothing, normalized(password))),
            (fits) => stored !== undefined && fits
          )
      })
    })
  )
}
