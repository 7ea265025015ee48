/**
 * Every environment variable the service reads, typed, with its default and why it exists. Nothing else in `src`
 * touches the environment; tests build `AppConfig` values directly. A bad value stops the start with one line that
 * names the variable.
 */
import { Config, ConfigProvider, Context, Effect, Layer, Redacted, Schema } from "effect"
import ipaddr from "ipaddr.js"
import { hostname } from "node:os"
import { aiSettings, keyAlone, noAi } from "./Config/Ai.ts"
import { BaseUrl, HttpUrl, optional, secret } from "./Config/Kinds.ts"
import { halfOfStripe, noStripe, stripeSettings } from "./Config/Stripe.ts"

const Role = Schema.Literals(["all", "api", "runner"])
const Plan = Schema.Literals(["free", "growth", "pro", "enterprise"])
const LogLevel = Schema.Literals(["Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"])
const LogFormat = Schema.Literals(["auto", "pretty", "json"])
const port_max = 65_535
const Port = Schema.String.check(
  Schema.makeFilter<string>((text) =>
    /^\d{1,5}$/.test(text) && Number(text) <= port_max
      ? undefined
      : `${JSON.stringify(text.slice(0, 40))} is no port: give a number from 0 to ${port_max}`
  )
).pipe(Schema.decodeTo(Schema.FiniteFromString))

/** An address with a secret in it: what is wrong is said without repeating it. */
const SecretUrl = (label: string, protocols: ReadonlyArray<string>, example: string) =>
  Schema.Redacted(Schema.String, { label }).check(
    Schema.makeFilter((address: Redacted.Redacted) => {
      const url = URL.parse(Redacted.value(address))
      return url !== null && protocols.includes(url.protocol) ? undefined : `${example} is wanted`
    })
  )
const DatabaseAddress = SecretUrl(
  "DATABASE_URL",
  ["postgres:", "postgresql:"],
  "postgres://<user>:<password>@<host>:<port>/<database>"
)
const RedisAddress = SecretUrl("REDIS_URL", ["redis:", "rediss:"], "redis://<host>:<port>")
const MailAddress = SecretUrl("SMTP_URL", ["smtp:", "smtps:"], "smtp://<user>:<password>@<host>:<port>")

/** What is wrong with it is said without repeating it. */
const Bucket = Schema.Redacted(Schema.String, { label: "ASSETS_URL" }).check(
  Schema.makeFilter((address: Redacted.Redacted) => {
    const url = URL.parse(Redacted.value(address))
    const isWhole = url !== null && url.username !== "" && url.password !== "" && url.pathname.length > 1
    return isWhole && /^https?:$/.test(url.protocol)
      ? undefined
      : "https://<access key>:<secret>@<host>/<bucket> is wanted"
  })
)

/** How many proxies stand in front, or the networks they are in as CIDRs: whose X-Forwarded-For is believed. */
export type ProxyTrust = number | ReadonlyArray<string>

const hops_max = 10

/** Undefined: neither a number of hops nor a list of addresses and networks. */
const proxyTrustOf = (text: string): ProxyTrust | undefined => {
  if (/^\d{1,2}$/.test(text)) return Number(text) <= hops_max ? Number(text) : undefined
  const networks = text.split(",").map((part) => {
    const entry = part.trim()
    if (ipaddr.isValidCIDR(entry)) return entry
    if (ipaddr.IPv4.isValidFourPartDecimal(entry)) return `${entry}/32`
    return entry.includes(":") && ipaddr.IPv6.isValid(entry) ? `${entry}/128` : undefined
  })
  return networks.every((network) => network !== undefined) ? networks : undefined
}

const ProxyTrust = Schema.String.check(
  Schema.makeFilter((text: string) =>
    proxyTrustOf(text.trim()) === undefined
      ? `0..${hops_max} hops, or a list of addresses and CIDRs as in 10.0.0.0/8, fd00::/8, is wanted`
      : undefined
  )
)

const settings = Config.all({
  /** HTTP port; 0 takes a free one */
  port: Config.withDefault(Config.schema(Port, "PORT"), 4000),
  /** bind address; the embedded default listens on loopback only, see `resolve` */
  host: optional(Config.String("HOST")),
  /** how browsers and receivers reach this service: links in mails, image and checkout URLs */
  publicUrl: optional(Config.schema(BaseUrl, "PUBLIC_URL")),
  /** absent: the embedded Postgres is started and used */
  databaseUrl: optional(Config.schema(DatabaseAddress, "DATABASE_URL")),
  /** where the embedded Postgres keeps its data */
  dataDir: Config.withDefault(Config.String("DATA_DIR"), ".data"),
  /** shares rate-limit windows and news of revoked keys between nodes; absent: every node counts for itself */
  redisUrl: optional(Config.schema(RedisAddress, "REDIS_URL")),
  /** all: serve HTTP and own shards; api: serve HTTP only; runner: own shards, probes and metrics only */
  role: Config.withDefault(Config.schema(Role, "ROLE"), "all" as const),
  /** the address other nodes reach this runner at; see `resolve` */
  runnerHost: optional(Config.String("RUNNER_HOST")),
  runnerPort: Config.withDefault(Config.schema(Port, "RUNNER_PORT"), 24331),
  /** where the runner listens when that is not the address others reach it at: containers, proxies */
  runnerListenHost: optional(Config.String("RUNNER_LISTEN_HOST")),
  runnerListenPort: optional(Config.schema(Port, "RUNNER_LISTEN_PORT")),
  /** seed the demo tenant; on by default with the embedded database only, see `resolve` */
  demo: optional(Config.Boolean("DEMO")),
  /** plan of new customers */
  defaultPlan: Config.withDefault(Config.schema(Plan, "DEFAULT_PLAN"), "free" as const),
  /** per client address, on the routes that need no credential */
  authRequestsPerMinute: Config.withDefault(
    Config.schema(
      Schema.FiniteFromString.pipe(Schema.decodeTo(Schema.Int.check(Schema.isGreaterThan(0)))),
      "AUTH_REQUESTS_PER_MINUTE"
    ),
    20
  ),
  /** whose X-Forwarded-For is believed; 0: nobody's, clients connect directly */
  trustProxy: Config.map(
    Config.withDefault(Config.schema(ProxyTrust, "TRUST_PROXY"), "0"),
    (text): ProxyTrust => proxyTrustOf(text.trim()) ?? 0
  ),
  /** lets webhooks go to http, private and loopback addresses; on by default with the embedded database only */
  webhookAllowPrivate: optional(Config.Boolean("WEBHOOK_ALLOW_PRIVATE")),
  /** lets onboarding read sites over http and at private addresses; for machines to try things on */
  onboardingAllowPrivate: Config.withDefault(Config.Boolean("ONBOARDING_ALLOW_PRIVATE"), false),
  /** raises what GitHub lets onboarding read in an hour */
  githubToken: secret("GITHUB_TOKEN"),
  /** mail server; absent: mails are kept in the development outbox */
  smtpUrl: optional(Config.schema(MailAddress, "SMTP_URL")),
  ...stripeSettings,
  /** lets people change their plan without paying; on by default with the embedded database, never beside Stripe */
  billingManual: optional(Config.Boolean("BILLING_MANUAL")),
  /** an OpenAI-compatible image endpoint, e.g. https://api.openai.com/v1; absent: the builtin offline artist draws */
  imageProviderUrl: optional(Config.schema(HttpUrl, "IMAGE_PROVIDER_URL")),
  imageProviderKey: secret("IMAGE_PROVIDER_KEY"),
  imageProviderModel: Config.withDefault(Config.String("IMAGE_PROVIDER_MODEL"), "gpt-image-1"),
  ...aiSettings,
  /** a bucket for pictures, `https://<access key>:<secret>@<host>/<bucket>`; absent: they are in Postgres */
  assetsUrl: optional(Config.schema(Bucket, "ASSETS_URL")),
  /** when set, /metrics wants it as a bearer token */
  metricsToken: secret("METRICS_TOKEN"),
  /** seals secrets at rest and the keys of the service; absent: a key generated once and kept in the database */
  secretKey: secret("SECRET_KEY"),
  /** pretty: for people, json: for programs, auto: pretty on a terminal */
  logFormat: Config.withDefault(Config.schema(LogFormat, "LOG_FORMAT"), "auto" as const),
  /** set to anything: no colours, see https://no-color.org */
  noColor: optional(Config.String("NO_COLOR")),
  /** further values, comma-separated, that still open what they sealed: those before, and the next one beforehand */
  secretKeyPrevious: Config.map(secret("SECRET_KEY_PREVIOUS"), (list) =>
    (list === undefined ? "" : Redacted.value(list)).split(",").flatMap((one) => {
      const value = one.trim()
      return value === "" ? [] : [Redacted.make(value)]
    })
  ),
  /** what nodes know each other by; without it, runners listen on loopback only */
  clusterSecret: secret("CLUSTER_SECRET"),
  logLevel: Config.withDefault(Config.schema(LogLevel, "LOG_LEVEL"), "Info" as const)
})

export type Settings = Config.Success<typeof settings>

/** `Settings` after the defaults that depend on each other are filled in. */
export interface AppSettings extends Omit<
  Settings,
  "host" | "demo" | "webhookAllowPrivate" | "billingManual" | "publicUrl" | "runnerHost"
> {
  readonly embedded: boolean
  readonly host: string
  readonly publicUrl: string
  readonly runnerHost: string
  readonly demo: boolean
  readonly webhookAllowPrivate: boolean
  readonly billingManual: boolean
}

/** Every address of the machine, which is no address to call it at. */
const wildcards: ReadonlyArray<string | undefined> = ["0.0.0.0", "::"]

/**
 * The embedded database marks a machine to try things on: loopback only, demo tenant, webhooks to localhost. A runner
 * that listens on every address is there for other machines, which find it by the name of its own: in a container that
 * is one name per replica.
 */
export const resolve = (raw: Settings, machine: string): AppSettings => {
  const embedded = raw.databaseUrl === undefined
  const host = raw.host ?? (embedded ? "127.0.0.1" : "0.0.0.0")
  return {
    ...raw,
    embedded,
    host,
    publicUrl: (raw.publicUrl ?? `http://localhost:${raw.port}`).replace(/\/+$/, ""),
    runnerHost: raw.runnerHost ?? (wildcards.includes(raw.runnerListenHost) ? machine : "127.0.0.1"),
    demo: raw.demo ?? embedded,
    webhookAllowPrivate: raw.webhookAllowPrivate ?? embedded,
    billingManual: raw.billingManual ?? (embedded && raw.stripeSecretKey === undefined)
  }
}

/** What stands in examples until somebody fills it in. */
const public_secrets = /^(change|replace)[-_ ]?(me|this|it)|^(your|example|default)[-_ ]|^(.)\4*$/i
const secret_length_min = 16

const ofYourOwn = (name: string) => `set ${name} to something of your own, for example from openssl rand -hex 32`

/** Why a secret is none, in words that do not repeat it. The machine of somebody who tries things has no secrets. */
const weakness = ({ clusterSecret, databaseUrl, secretKey, secretKeyPrevious }: AppSettings): string | undefined => {
  const given = { SECRET_KEY: secretKey, CLUSTER_SECRET: clusterSecret }
  for (const [name, secret] of Object.entries(given)) {
    // Set to nothing, by a variable that was to fill it in, it would read as not set at all.
    if (process.env[name]?.trim() === "") return `${name} is empty: ${ofYourOwn(name)}`
    if (secret === undefined || databaseUrl === undefined) continue
    const value = Redacted.value(secret)
    if (public_secrets.test(value)) return `${name} is a value everybody knows: ${ofYourOwn(name)}`
    if (value.length < secret_length_min)
      return `${name} has less than ${secret_length_min} characters: ${ofYourOwn(name)}`
  }
  return secretKey === undefined && secretKeyPrevious.length > 0
    ? "SECRET_KEY_PREVIOUS is set and SECRET_KEY is not: it only names what came before SECRET_KEY"
    : undefined
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

/** Whoever reaches the port of a runner could give its buddies orders in any tenant's name. */
const isExposed = ({ clusterSecret, databaseUrl, role, runnerHost, runnerListenHost }: AppSettings) =>
  databaseUrl !== undefined &&
  role !== "api" &&
  clusterSecret === undefined &&
  !isLoopback(runnerListenHost ?? runnerHost)

/** What no single setting is to blame for. */
const contradiction = (config: AppSettings): string | undefined => {
  const { billingManual, databaseUrl, port, role, runnerListenPort, runnerPort, stripeSecretKey } = config
  const weak = weakness(config)
  if (weak !== undefined) return weak
  if (isExposed(config))
    return "CLUSTER_SECRET is not set: runners that listen beyond loopback know other nodes by it, set it on every node"
  const half = halfOfStripe(config) ?? keyAlone(config)
  if (half !== undefined) return half
  if (billingManual && stripeSecretKey !== undefined) {
    return "BILLING_MANUAL gives away what STRIPE_SECRET_KEY takes money for: set one of them"
  }
  // The embedded database belongs to one process, which is all there is of its cluster.
  if (databaseUrl === undefined) {
    return role === "all" ? undefined : `ROLE is ${role}: nodes that share the work share a database, set DATABASE_URL`
  }
  if (role !== "api" && runnerPort === 0) return "RUNNER_PORT is 0: other nodes reach this runner at it, give it a port"
  // The second to bind would only say that the address is in use.
  if (role === "api" || port === 0 || port !== (runnerListenPort ?? runnerPort)) return undefined
  return `PORT and RUNNER_PORT are both ${port}: HTTP and runners need a port each`
}

const consistent = (config: AppSettings): Effect.Effect<AppSettings, Config.ConfigError> => {
  const message = contradiction(config)
  return message === undefined
    ? Effect.succeed(config)
    : Effect.fail(new Config.ConfigError(new ConfigProvider.SourceError({ message })))
}

export class AppConfig extends Context.Service<AppConfig, AppSettings>()("hatchery/AppConfig") {
  static readonly layer = Layer.effect(
    AppConfig,
    Effect.flatMap(settings, (raw) => consistent(resolve(raw, hostname())))
  )
  static readonly test = (overrides: Partial<AppSettings> = {}) =>
    Layer.succeed(AppConfig, { ...testSettings, ...overrides })
}

const testSettings: AppSettings = {
  port: 0,
  host: "127.0.0.1",
  publicUrl: "http://localhost:4000",
  databaseUrl: undefined,
  dataDir: ".data",
  redisUrl: undefined,
  role: "all",
  runnerHost: "127.0.0.1",
  runnerPort: 24331,
  runnerListenHost: undefined,
  runnerListenPort: undefined,
  embedded: true,
  demo: false,
  defaultPlan: "free",
  authRequestsPerMinute: 100_000,
  trustProxy: 0,
  webhookAllowPrivate: true,
  onboardingAllowPrivate: false,
  githubToken: undefined,
  smtpUrl: undefined,
  ...noStripe,
  billingManual: true,
  imageProviderUrl: undefined,
  imageProviderKey: undefined,
  imageProviderModel: "gpt-image-1",
  ...noAi,
  assetsUrl: undefined,
  metricsToken: undefined,
  secretKey: Redacted.make("test-only-secret-key"),
  logFormat: "json",
  noColor: "1",
  secretKeyPrevious: [],
  clusterSecret: undefined,
  logLevel: "None"
}
