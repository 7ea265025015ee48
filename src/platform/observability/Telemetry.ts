/**
 * OpenTelemetry by its standard variables (OTEL_*), and by nothing else. Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is
 * exported and no span is made on the ingest path. With it traces are exported; logs and metrics, which are on stdout
 * and at /metrics anyway, only where OTEL_LOGS_EXPORTER or OTEL_METRICS_EXPORTER says otlp.
 */
import { Config, ConfigProvider, Effect, Layer, References, Schema, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { Otlp, OtlpSerialization } from "effect/observability"
import { hostname } from "node:os"
import { AppConfig } from "../../Config.ts"
import { HttpUrl } from "../../Config/Kinds.ts"
import { build } from "./Build.ts"
import { discreetTracer, ratioSampler, type Sampler } from "./DiscreetTracer.ts"

/** What the specification says of a variable that is not set, where the library says something else. */
const defaults = ConfigProvider.fromUnknown({ OTEL_TRACES_EXPORTER: "otlp", OTEL_SERVICE_NAME: "hatchery" })

const Ratio = Schema.FiniteFromString.pipe(
  Schema.decodeTo(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))
)

const settings = Config.all({
  sampler: Config.withDefault(
    Config.Literals(
      [
        "always_on",
        "always_off",
        "traceidratio",
        "parentbased_always_on",
        "parentbased_always_off",
        "parentbased_traceidratio"
      ],
      "OTEL_TRACES_SAMPLER"
    ),
    "parentbased_always_on" as const
  ),
  ratio: Config.withDefault(Config.schema(Ratio, "OTEL_TRACES_SAMPLER_ARG"), 1),
  protocol: Config.withDefault(
    Config.Literals(["http/json", "http/protobuf"], "OTEL_EXPORTER_OTLP_PROTOCOL"),
    "http/protobuf" as const
  ),
  // Read by the library too; a bad one is to stop the start with a line that names it.
  endpoint: Config.option(Config.schema(HttpUrl, "OTEL_EXPORTER_OTLP_ENDPOINT")),
  traces: Config.option(Config.schema(HttpUrl, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"))
})

/** All of them follow the caller's decision where there is a caller. */
const samplerOf = ({ ratio, sampler }: Config.Success<typeof settings>): Sampler => {
  if (sampler.endsWith("always_on")) return () => true
  return sampler.endsWith("always_off") ? () => false : ratioSampler(ratio)
}

const Discreet = (keep: Sampler) =>
  Layer.effect(
    Tracer.Tracer,
    Effect.map(Tracer.Tracer, (tracer) => (tracer === Tracer.nativeTracer ? tracer : discreetTracer(tracer, keep)))
  )

/** With nobody to export to, a span is only work: effects make none. */
const Quiet = Layer.effect(
  References.TracerEnabled,
  Effect.map(Tracer.Tracer, (tracer) => tracer !== Tracer.nativeTracer)
)

/** Wants AppConfig and whatever loggers are to stay beside the exported ones. */
export const TelemetryLive = Layer.unwrap(
  Effect.gen(function* () {
    const { role, runnerHost, runnerPort } = yield* AppConfig
    const provider = ConfigProvider.orElse(yield* ConfigProvider.ConfigProvider, defaults)
    const chosen = yield* Effect.provideService(settings, ConfigProvider.ConfigProvider, provider)
    const instance = role === "api" ? `${hostname()}:${process.pid}` : `${runnerHost}:${runnerPort}`
    const exporters = Otlp.layerFromConfig({
      resource: { serviceVersion: build.version, attributes: { role, "service.instance.id": instance } }
    }).pipe(
      Layer.provide(chosen.protocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf),
      Layer.provide(FetchHttpClient.layer),
      Layer.provide(ConfigProvider.layer(provider))
    )
    return Quiet.pipe(Layer.provideMerge(Discreet(samplerOf(chosen))), Layer.provideMerge(exporters))
  })
)
