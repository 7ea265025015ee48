/**
 * docker-compose.yml as Compose v2 reads it: the part of the compose specification that the file uses, exactly, so that
 * a misspelt or outdated key is refused as `docker compose config` refuses it.
 */
import { Schema } from "effect"
import { parse } from "yaml"
import { read } from "../house/SourceTree.ts"

const Text = Schema.String
const Scalar = Schema.Union([Schema.String, Schema.Number, Schema.Boolean])
/** `5s`, `1m30s`: a number alone has no unit and is refused */
const Span = Text.check(Schema.isPattern(/^(\d+(us|ms|s|m|h))+$/))
const Port = Text.check(Schema.isPattern(/^([\w.:${}-]+:)?\d+(-\d+)?:\d+(-\d+)?(\/(tcp|udp))?$/))
const Restart = Text.check(Schema.isPattern(/^(no|always|unless-stopped|on-failure(:\d+)?)$/))
const Command = Schema.Union([Text, Schema.Array(Text)])
const Conditions = ["service_started", "service_healthy", "service_completed_successfully"] as const

const Service = Schema.Struct({
  image: Schema.optionalKey(Text),
  build: Schema.optionalKey(
    Schema.Union([Text, Schema.Struct({ context: Text, dockerfile: Schema.optionalKey(Text) })])
  ),
  restart: Schema.optionalKey(Restart),
  init: Schema.optionalKey(Schema.Boolean),
  user: Schema.optionalKey(Text),
  read_only: Schema.optionalKey(Schema.Boolean),
  cap_drop: Schema.optionalKey(Schema.Array(Text)),
  security_opt: Schema.optionalKey(Schema.Array(Text)),
  tmpfs: Schema.optionalKey(Command),
  shm_size: Schema.optionalKey(Scalar),
  stop_grace_period: Schema.optionalKey(Span),
  command: Schema.optionalKey(Command),
  profiles: Schema.optionalKey(Schema.Array(Text)),
  environment: Schema.optionalKey(Schema.Record(Text, Schema.NullOr(Scalar))),
  ports: Schema.optionalKey(Schema.Array(Port)),
  expose: Schema.optionalKey(Schema.Array(Scalar)),
  networks: Schema.optionalKey(Schema.Array(Text)),
  volumes: Schema.optionalKey(Schema.Array(Text)),
  scale: Schema.optionalKey(Schema.Int),
  depends_on: Schema.optionalKey(
    Schema.Record(
      Text,
      Schema.Struct({ condition: Schema.Literals(Conditions), restart: Schema.optionalKey(Schema.Boolean) })
    )
  ),
  healthcheck: Schema.optionalKey(
    Schema.Struct({
      test: Command,
      interval: Schema.optionalKey(Span),
      timeout: Schema.optionalKey(Span),
      start_period: Schema.optionalKey(Span),
      start_interval: Schema.optionalKey(Span),
      retries: Schema.optionalKey(Schema.Int)
    })
  )
})

const Volume = Schema.NullOr(Schema.Struct({ driver: Schema.optionalKey(Text), name: Schema.optionalKey(Text) }))
const Network = Schema.NullOr(
  Schema.Struct({ driver: Schema.optionalKey(Text), internal: Schema.optionalKey(Schema.Boolean) })
)

const Compose = Schema.Struct({
  name: Schema.optionalKey(Text.check(Schema.isPattern(/^[a-z0-9][a-z0-9_-]*$/))),
  services: Schema.Record(Text, Service),
  volumes: Schema.optionalKey(Schema.Record(Text, Volume)),
  networks: Schema.optionalKey(Schema.Record(Text, Network))
})
export type Compose = typeof Compose.Type

/** Throws with the path of what Compose would refuse. Anchors are merged and the file's own `x-` keys left out. */
export const readCompose = (text: string): Compose => {
  const file = parse(text, { merge: true }) as Readonly<Record<string, unknown>>
  const known = Object.fromEntries(Object.entries(file).filter(([key]) => !key.startsWith("x-")))
  return Schema.decodeUnknownSync(Compose)(known, { onExcessProperty: "error", errors: "all" })
}

export const compose = () => readCompose(read("docker-compose.yml"))
