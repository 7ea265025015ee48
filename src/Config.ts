/**
 * Every environment variable the service reads, typed, with its default and why it exists. Nothing else in `src`
 * touches the environment; tests build `AppConfig` values directly. A bad value stops the start with one line that
 * names the variable.
 */
import { Config, Context, Effect, Layer, Option, Redacted, Schema } from "effect"

const Role = Schema.Literals(["all", "api", "runner"])
const Plan = Schema.Literals(["free", "growth", "pro", "enterprise"])
const LogLevel = Schema.Literals(["Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"])
const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65535 }))

const optional = <A>(config: Config.Config<A>) => Config.map(Config.option(config), Option.getOrUndefined)
const secret = (name: string) => optional(Config.Redacted(name))

const settings = Config.all({
  /** HTTP port; 0 takes a free one */
  port: Config.withDefault(Config.schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Port)), "PORT"), 4000),
  /** bind address; the embedded default listens on loopback only, see `resolve` */
  host: optional(Config.String("HOST")),
  /** how browsers and receivers reach this service: links in mails, image and checkout URLs */
  publicUrl: optional(Config.String("PUBLIC_URL")),
  /** absent: the embedded Postgres is started and used */
  databaseUrl: secret("DATABASE_URL"),
  /** where the embedded Postgres keeps its data */
  dataDir: Config.withDefault(Config.String("DATA_DIR"), ".data"),
  /** reserved: to share rate-limit windows between nodes; every node counts for itself so far */
  redisUrl: secret("REDIS_URL"),
  /** all: serve HTTP and own shards; api: serve HTTP only; runner: own shards, probes and metrics only */
  role: Config.withDefault(Config.schema(Role, "ROLE"), "all" as const),
  /** the address other nodes reach this runner at */
  runnerHost: Config.withDefault(Config.String("RUNNER_HOST"), "127.0.0.1"),
  runnerPort: Config.withDefault(
    Config.schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Port)), "RUNNER_PORT"),
    24331
  ),
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
  /** lets webhooks go to http, private and loopback addresses; on by default with the embedded database only */
  webhookAllowPrivate: optional(Config.Boolean("WEBHOOK_ALLOW_PRIVATE")),
  /** mail server; absent: mails are kept in the development outbox */
  smtpUrl: secret("SMTP_URL"),
  stripeSecretKey: secret("STRIPE_SECRET_KEY"),
  /** reserved: an OpenAI-compatible image endpoint; the builtin offline artist draws so far */
  imageProviderUrl: optional(Config.String("IMAGE_PROVIDER_URL")),
  imageProviderKey: secret("IMAGE_PROVIDER_KEY"),
  /** reserved: an S3-compatible picture store; pictures are in Postgres so far */
  assetsUrl: optional(Config.String("ASSETS_URL")),
  /** when set, /metrics wants it as a bearer token */
  metricsToken: secret("METRICS_TOKEN"),
  /** seals webhook secrets at rest; absent: a key generated once and kept in the database */
  secretKey: secret("SECRET_KEY"),
  logLevel: Config.withDefault(Config.schema(LogLevel, "LOG_LEVEL"), "Info" as const)
})

export type Settings = Config.Success<typeof settings>

/** `Settings` after the defaults that depend on each other are filled in. */
export interface AppSettings extends Omit<Settings, "host" | "demo" | "webhookAllowPrivate" | "publicUrl"> {
  readonly embedded: boolean
  readonly host: string
  readonly publicUrl: string
  readonly demo: boolean
  readonly webhookAllowPrivate: boolean
}

/** The embedded database marks a machine to try things on: loopback only, demo tenant, webhooks to localhost. */
export const resolve = (raw: Settings): AppSettings => {
  const embedded = raw.databaseUrl === undefined
  const host = raw.host ?? (embedded ? "127.0.0.1" : "0.0.0.0")
  return {
    ...raw,
    embedded,
    host,
    publicUrl: (raw.publicUrl ?? `http://localhost:${raw.port}`).replace(/\/+$/, ""),
    demo: raw.demo ?? embedded,
    webhookAllowPrivate: raw.webhookAllowPrivate ?? embedded
  }
}

export class AppConfig extends Context.Service<AppConfig, AppSettings>()("hatchery/AppConfig") {
  static readonly layer = Layer.effect(AppConfig, Effect.map(settings, resolve))
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
  embedded: true,
  demo: false,
  defaultPlan: "free",
  authRequestsPerMinute: 100_000,
  webhookAllowPrivate: true,
  smtpUrl: undefined,
  stripeSecretKey: undefined,
  imageProviderUrl: undefined,
  imageProviderKey: undefined,
  assetsUrl: undefined,
  metricsToken: undefined,
  secretKey: Redacted.make("test-only-secret-key"),
  logLevel: "None"
}
