/**
 * Where the service may call out to on behalf of a tenant. Whatever a tenant can type into a URL is hostile until shown
 * otherwise: the rule is an allow-list (public unicast addresses), applied to the URL when it is saved and to the
 * address when it is connected to. The connection goes to the very address that was checked, so a name that answers
 * differently the second time gains nothing.
 *
 * WEBHOOK_ALLOW_PRIVATE lifts the rule, for machines to try things on, but for one part: where clouds hand out the
 * credentials of a machine is never called. Webhook inboxes of this service are let through by their address alone,
 * wherever that is: over connections of their own, or the rest of this service could be reached over one that stands.
 */
import { Clock, Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { lookup as systemLookup, Resolver as NameServers } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import { buildConnector } from "undici"
import { AppConfig } from "../../Config.ts"
import { Shelf } from "../requests/Shelf.ts"
import { makeSingleFlight } from "../requests/SingleFlight.ts"
import { isNeverCalled, isPublicAddress, type Permit, permitPrivate } from "./Addresses.ts"
import { isInboxUrl } from "./InboxAddress.ts"

export class EgressDenied extends Schema.TaggedError<EgressDenied>()("EgressDenied", { message: Schema.String }) {}

const url_length_max = 2_048
const host_length_max = 253
const connect_timeout_ms = 3_000
/** how long saving a URL waits for a name server; the name is checked again at every connection anyway */
const resolve_timeout = Duration.seconds(3)

/** Ports from 1024 on are allowed, except those where something else than a web server usually listens. */
const denied_ports: ReadonlySet<number> = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3128, 3306, 3389, 4369, 5060, 5061, 5432, 5672, 5900, 5984, 6000, 6379,
  6443, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 8086, 9042, 9092, 9200, 9300, 10080, 10250, 10255, 11211, 15672,
  27017, 27018
])

/** Names that mean this machine or this network, whatever a resolver says. */
const denied_suffixes = [".localhost", ".local", ".localdomain", ".internal", ".intranet", ".lan", ".arpa", ".onion"]

/** Resolves a name to all of its addresses. */
export type Resolver = (
  name: string,
  done: (error: Error | null, addresses: ReadonlyArray<{ readonly address: string; readonly family: number }>) => void
) => void

const systemResolver: Resolver = (name, done) => systemLookup(name, { all: true }, done)

/** Together less than a connection may take. */
const asking = { timeout: 800, tries: 2 } as const

/**
 * Asks name servers over sockets of its own; `servers`: others than the machine's, as `address:port`. The machine's own
 * way takes one of the few threads of this process, where passwords are hashed and answers packed too, and whoever has
 * a name server could keep all of them for as long as it does not answer.
 */
export const nameServers = (servers?: ReadonlyArray<string>): Resolver => {
  const resolver = new NameServers(asking)
  if (servers !== undefined) resolver.setServers(servers)
  return (name, done) => {
    const found: Array<{ readonly address: string; readonly family: number }> = []
    let waiting = 2
    const told = (family: number) => (error: Error | null, addresses: ReadonlyArray<string> | undefined) => {
      found.push(...(addresses ?? []).map((address) => ({ address, family })))
      if (--waiting > 0) return
      if (found.length === 0) done(error ?? new Error("no address"), [])
      // Version 4 first, whichever was answered first.
      else
        done(
          null,
          found.toSorted((one, other) => one.family - other.family)
        )
    }
    resolver.resolve4(name, told(4))
    resolver.resolve6(name, told(6))
  }
}

/** A Reference, because only tests bring their own; undefined: as the policy has it. */
export const NameResolver = Context.Reference<Resolver | undefined>("hatchery/platform/NameResolver", {
  defaultValue: () => undefined
})

/** Names of the machine itself (hosts file, local network) mean something only where private addresses are allowed. */
export const resolverFor = (allowPrivate: boolean) =>
  Effect.map(NameResolver, (given) => given ?? (allowPrivate ? systemResolver : nameServers()))

/** Why this URL may not be called, or undefined. Decided by its text alone. */
export const urlProblem = (text: string, allowPrivate: boolean): string | undefined => {
  if (text.length > url_length_max) return `must be at most ${url_length_max} characters`
  if (!URL.canParse(text)) return "must be an absolute URL"
  const url = new URL(text)
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:")) {
    return allowPrivate ? "must be an http or https URL" : "must be an https URL"
  }
  if (url.username !== "" || url.password !== "") return "must not hold a user name or password"
  if (url.hash !== "") return "must not have a fragment"
  return allowPrivate ? literalProblem(url) : hostProblem(url)
}

const literalProblem = ({ hostname }: URL): string | undefined =>
  (hostname.startsWith("[") || isIP(hostname) !== 0) && isNeverCalled(hostname)
    ? "must not name a link-local address or one that tells credentials"
    : undefined

const hostProblem = (url: URL): string | undefined => {
  const host = url.hostname
  if (host.length > host_length_max) return `must have a host of at most ${host_length_max} characters`
  if (host.startsWith("[") || isIP(host) !== 0) return "must name a host, not an address"
  if (host.endsWith(".")) return "must not have a host that ends with a dot"
  if (!host.includes(".")) return "must have a fully qualified host name"
  if (denied_suffixes.some((suffix) => host.endsWith(suffix))) return "must have a public host name"
  const port = url.port === "" ? 443 : Number(url.port)
  if (port !== 443 && (port < 1024 || denied_ports.has(port))) return `must not use port ${port}`
  return undefined
}

/** The address stays out of the words: they reach the tenant, and must not tell what an inner name resolves to. */
const blocked = (host: string) => new EgressDenied({ message: `${host} is not a public address` })

/** A resolver for sockets: answers permitted addresses only, and none at all when any of them is not permitted. */
const guardedLookup =
  (resolve: Resolver, permit: Permit): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, (error, addresses) => {
      const first = addresses?.[0]
      if (error !== null || first === undefined) return callback(error ?? new Error("no address"), "", 0)
      if (!addresses.every(({ address }) => permit(address))) return callback(blocked(hostname), "", 0)
      if (options.all) return callback(null, [...addresses])
      callback(null, first.address, first.family)
    })

/** Opens sockets for undici: literals checked before, names while resolving, and what was reached once more after. */
export const guardedConnector = (resolve: Resolver, permit: Permit): buildConnector.connector => {
  const connect = buildConnector({
    timeout: connect_timeout_ms,
    allowH2: false,
    lookup: guardedLookup(resolve, permit)
  })
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "")
    // A socket never asks a resolver for a literal, so the check of names would not see it.
    if (isIP(host) !== 0 && !permit(host)) return callback(blocked(host), null)
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      if (permit(socket.remoteAddress ?? "")) return callback(null, socket)
      socket.destroy()
      callback(blocked(options.hostname), null)
    })
  }
}

/** Connects to our own origin, wherever that stands, and to nothing else. */
const ownConnector = (own: URL): buildConnector.connector => {
  const connect = buildConnector({ timeout: connect_timeout_ms, allowH2: false })
  const portOf = (protocol: string, port: string) => port || (protocol === "https:" ? "443" : "80")
  const ownPort = portOf(own.protocol, own.port)
  return (options, callback) => {
    const { hostname, port, protocol } = options
    if (hostname !== own.hostname || protocol !== own.protocol || portOf(protocol, port) !== ownPort)
      return callback(blocked(hostname), null)
    connect(options, callback)
  }
}

const hosts_max = 1_000
const looked_ms = 10_000

/** Whether every address of a name is permitted; asked once for whoever wants to know within a moment. */
const makeLooking = Effect.fnUntraced(function* (resolve: Resolver, permit: Permit) {
  const clock = yield* Clock.Clock
  const once = (yield* makeSingleFlight)<boolean, never>()
  const known = new Shelf<{ readonly isPublic: boolean; readonly until: number }>(hosts_max)
  const addresses = (host: string) =>
    Effect.callback<ReadonlyArray<string>>((resume) =>
      resolve(host, (error, found) => resume(Effect.succeed(error === null ? found.map(({ address }) => address) : [])))
    )
  const ask = Effect.fnUntraced(function* (host: string) {
    const answer = yield* Effect.timeoutOption(addresses(host), resolve_timeout)
    const isPublic = Option.getOrElse(answer, () => []).every(permit)
    known.set(host, { isPublic, until: clock.currentTimeMillisUnsafe() + looked_ms })
    return isPublic
  })
  return (host: string) =>
    Effect.suspend(() => {
      const found = known.get(host)
      return found !== undefined && clock.currentTimeMillisUnsafe() < found.until
        ? Effect.succeed(found.isPublic)
        : once(host, ask(host))
    })
})

export class EgressGuard extends Context.Service<
  EgressGuard,
  {
    /**
     * May a tenant save this URL? A name that does not resolve at this moment passes: it is checked again whenever it
     * is connected to.
     */
    check(url: string): Effect.Effect<void, EgressDenied>
    /** Asks what `check` has to ask, so that for a moment it is answered at once: name servers take their time. */
    look(url: string): Effect.Effect<void>
    /** Why this URL may not be called, by its text alone; for URLs that were saved under another policy. */
    refuses(url: string): string | undefined
    /** Is this the address of a webhook inbox of ours? It is called over `inboxConnector` only. */
    isInbox(url: URL): boolean
    /** for undici agents that call out on behalf of tenants */
    readonly connector: buildConnector.connector
    /** for an agent that calls nothing but our own inboxes */
    readonly inboxConnector: buildConnector.connector
  }
>()("hatchery/platform/EgressGuard") {
  static readonly layer = Layer.effect(
    EgressGuard,
    Effect.gen(function* () {
      const { publicUrl, webhookAllowPrivate } = yield* AppConfig
      const isInbox = isInboxUrl(publicUrl)
      const resolve = yield* resolverFor(webhookAllowPrivate)
      const permit: Permit = webhookAllowPrivate ? permitPrivate : isPublicAddress
      const isPublicHost = yield* makeLooking(resolve, permit)
      const isOurs = (url: string) => URL.canParse(url) && isInbox(new URL(url))
      const refuses = (url: string) => (isOurs(url) ? undefined : urlProblem(url, webhookAllowPrivate))
      return EgressGuard.of({
        refuses,
        check: Effect.fn("EgressGuard.check")(function* (url) {
          const problem = refuses(url)
          if (problem !== undefined) return yield* new EgressDenied({ message: problem })
          if (webhookAllowPrivate || isOurs(url)) return
          if (!(yield* isPublicHost(new URL(url).hostname)))
            return yield* new EgressDenied({ message: "must have a host with public addresses only" })
        }),
        look: (url) =>
          webhookAllowPrivate || isOurs(url) || refuses(url) !== undefined
            ? Effect.void
            : Effect.asVoid(isPublicHost(new URL(url).hostname)),
        isInbox,
        connector: guardedConnector(resolve, permit),
        inboxConnector: ownConnector(new URL(publicUrl))
      })
    })
  )
}
