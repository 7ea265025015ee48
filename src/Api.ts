/** The front door: one name per domain, safe to bundle for a browser. */
import { HttpApi, OpenApi } from "effect/http-api"
import { authoring } from "./features/authoring/Api.ts"
import { campaigns } from "./features/campaigns/Api.ts"
import { community } from "./features/community/Api.ts"
import { economy } from "./features/economy/Api.ts"
import { insight } from "./features/insight/Api.ts"
import { players } from "./features/players/Api.ts"
import { surfaces } from "./features/surfaces/Api.ts"
import { tenant } from "./features/tenant/Api.ts"

export class Api extends HttpApi.make("hatchery")
  .add(...tenant, ...authoring, ...players, ...economy, ...campaigns, ...community, ...surfaces, ...insight)
  .annotateMerge(
    OpenApi.annotations({
      title: "Hatchery",
      version: "1",
      description:
        "Multi-tenant progression: send events, get coins, tokens, badges, streaks, skills and evolving buddies.",
      license: { name: "MIT", identifier: "MIT" }
    })
  ) {}
