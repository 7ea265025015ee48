/** Who runs a domain can write into its name server; a workspace that claims one has to. */
import { Context, Effect, Option } from "effect"
import { resolveTxt } from "node:dns/promises"

/** A Reference, because only tests bring their own name server. Fails when there is no such record, or no answer. */
export const TxtResolver = Context.Reference<(name: string) => Promise<ReadonlyArray<ReadonlyArray<string>>>>(
  "hatchery/platform/TxtResolver",
  { defaultValue: () => resolveTxt }
)

const timeout = "5 seconds"

export const txtName = (domain: string): string => `_hatchery.${domain}`
export const txtValue = (token: string): string => `hatchery-domain=${token}`

/** A record may be cut into pieces, and others may stand beside it. */
export const isProven = Effect.fn("DomainProof.isProven")(function* (domain: string, token: string) {
  const resolve = yield* TxtResolver
  const found = yield* Effect.tryPromise(() => resolve(txtName(domain))).pipe(
    Effect.timeoutOption(timeout),
    Effect.orElseSucceed(() => Option.none())
  )
  return Option.exists(found, (records) => records.some((pieces) => pieces.join("") === txtValue(token)))
})

/** Under which anybody can have a name: `com`, `co.uk`, `github.io`; also what is no name of a host at all. */
export const isPublicSuffix = (domain: string): Effect.Effect<boolean> =>
  Effect.map(
    // The list takes longer to read than most starts of a node can spare.
    Effect.promise(() => import("tldts")),
    ({ getDomain }) => getDomain(domain, { allowPrivateDomains: true }) === null
  )
