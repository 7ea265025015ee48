/** The front door: one line per family, safe to bundle for a browser. */
import { HttpApi, OpenApi } from "effect/http-api"
import { ApiKeysApi } from "./features/api-keys/Api.ts"
import { HealthApi } from "./features/health/Api.ts"

export class Api extends HttpApi.make("hatchery")
  // tenant
  .add(ApiKeysApi)
  // insight
  .add(HealthApi)
  .annotateMerge(OpenApi.annotations({
    title: "Hatchery",
    version: "1",
    description: "Multi-tenant progression: send events, get coins, tokens, badges, streaks, skills and evolving buddies."
  }))
{}
