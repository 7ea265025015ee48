/**
 * The probes under the version prefix. The bare ones (/healthz, /readyz, /version) are other handlers with other
 * bodies: see Http.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { publicGroup } from "../../../wire/Group.ts"
import { says } from "../../../wire/Words.ts"

export const Component = Schema.Struct({
  status: Schema.Literals(["ok", "degraded", "down"]),
  latency_ms: Schema.Finite
})
export const HealthReport = Schema.Struct({
  status: Schema.Literals(["ok", "degraded", "down"]),
  components: Schema.Struct({
    database: Component,
    cache: Component,
    cluster: Component,
    queues: Component,
    image_provider: Component
  })
}).annotate({ identifier: "HealthReport" })
export type HealthReport = typeof HealthReport.Type

export const BuildInfo = Schema.Struct({
  version: Schema.String,
  git_sha: Schema.String,
  built_at: Schema.String,
  node_version: Schema.String
}).annotate({ identifier: "BuildInfo" })
export type BuildInfo = typeof BuildInfo.Type

const checks = Schema.Record(Schema.String, Schema.Boolean)
const ready = Schema.Struct({ ready: Schema.Literal(true), checks })
const notReady = Schema.Struct({ ready: Schema.Literal(false), checks }).pipe(HttpApiSchema.status(503))

export class HealthApi extends publicGroup(
  HttpApiGroup.make("health").add(
    HttpApiEndpoint.get("report", "/health", { success: HealthReport }).annotateMerge(
      says(
        "Show the health of the parts",
        "`ok`, `degraded` or `down`, over all and for each part, with how long it took to answer."
      )
    ),
    HttpApiEndpoint.get("live", "/health/live", {
      success: Schema.Struct({ alive: Schema.Literal(true), uptime: Schema.Finite })
    }).annotateMerge(says("Check that the process lives", "200 for as long as the process answers at all.")),
    HttpApiEndpoint.get("ready", "/health/ready", { success: [ready, notReady] }).annotateMerge(
      says("Check that this node is ready", "200 when it takes requests, 503 in the same shape while it does not.")
    ),
    HttpApiEndpoint.get("version", "/health/version", { success: BuildInfo }).annotateMerge(
      says("Show the build", "The version, the commit and the runtime of this node.")
    )
  ),
  { description: "Liveness, readiness and build of this node" }
) {}
