// Written by sdk/generate from contract/openapi.json.
import type { Resources } from "../calls.ts"
import type { AuthResource, BadgeDefinitionsResource, PathDefinitionsResource, BuddiesResource, MarketplacesResource, EmbedTokensResource, WidgetRuntimeResource } from "./resources.ts"

export interface BrowserResources {
  readonly auth: Pick<AuthResource, "whoami">
  readonly badgeDefinitions: Pick<BadgeDefinitionsResource, "list" | "get">
  readonly pathDefinitions: Pick<PathDefinitionsResource, "list" | "getBuddyPath" | "get" | "listSteps" | "listSubSteps">
  readonly buddies: Pick<BuddiesResource, "get" | "getEvolution" | "getProgressionMetrics" | "getProgression" | "listBadges" | "getStreaks" | "getProfile">
  readonly marketplaces: Pick<MarketplacesResource, "list" | "get" | "listItems" | "getItem">
  readonly embedTokens: EmbedTokensResource
  readonly widgetRuntime: WidgetRuntimeResource
}


export const browserOperations = {
  auth: {
    whoami: { route: "GET /auth/api-keys/whoami" }
  },
  badgeDefinitions: {
    list: { route: "GET /badge-definitions", takes: "query", pages: "offset" },
    get: { route: "GET /badge-definitions/{id}", takes: "query" }
  },
  pathDefinitions: {
    list: { route: "GET /path-definitions", takes: "query", pages: "offset" },
    getBuddyPath: { route: "GET /path-definitions/buddies/{buddy_id}/paths/{path_key}" },
    get: { route: "GET /path-definitions/{id}" },
    listSteps: { route: "GET /path-definitions/{id}/steps" },
    listSubSteps: { route: "GET /path-definitions/{id}/steps/{step_id}/sub-steps" }
  },
  buddies: {
    get: { route: "GET /buddies/{id}", answer: { "tokens": [], "skills": [], "metadata": 0 } },
    getEvolution: { route: "GET /buddies/{id}/evolution", answer: { "requirements": { "value": 0, "current": 0 } } },
    getProgressionMetrics: { route: "GET /buddies/{id}/progression-metrics", answer: { "evolution": { "requirements": { "value": 0, "current": 0 } }, "skills": [] } },
    getProgression: { route: "GET /buddies/{id}/progression", answer: { "evolution": { "requirements": { "value": 0, "current": 0 } }, "skills": [] } },
    listBadges: { route: "GET /buddies/{id}/badges", takes: "query", pages: "offset" },
    getStreaks: { route: "GET /buddies/{id}/streaks", takes: "query" },
    getProfile: { route: "GET /buddies/{id}/profile" }
  },
  marketplaces: {
    list: { route: "GET /marketplaces", takes: "query", pages: "offset" },
    get: { route: "GET /marketplaces/{id}" },
    listItems: { route: "GET /marketplaces/{id}/items", takes: "query", pages: "offset", answer: { "data": { "stage_images": [] } } },
    getItem: { route: "GET /marketplaces/{id}/items/{item_id}", answer: { "stage_images": [] } }
  },
  embedTokens: {
    create: { route: "POST /embed-tokens", takes: "body" }
  },
  widgetRuntime: {
    getBuddy: { route: "GET /widget/buddy", answer: { "buddy": { "tokens": [], "skills": [], "metadata": 0 } } },
    createEvent: { route: "POST /widget/events", takes: "body", body: { "properties": 0 }, answer: { "trace": { "detail": 0 } } },
    updateEquippedItems: { route: "PATCH /widget/equipped-items", takes: "body" },
    createCeremony: { route: "POST /widget/ceremonies", takes: "body" },
    getConfig: { route: "GET /widget/config", answer: { "copy": { "level_up_copy": [] }, "labels": { "tokens": [], "skills": [], "stages": [] } } },
    getLeaderboard: { route: "GET /widget/leaderboard", takes: "query" },
    listMarketplace: { route: "GET /widget/marketplace", takes: "query", pages: "offset", answer: { "data": { "requirements": { "value": 0, "current": 0 } } } },
    createPurchase: { route: "POST /widget/purchases", takes: "body" },
    getActivePath: { route: "GET /widget/path" },
    getPath: { route: "GET /widget/path/{path_key}" },
    completeSubStep: { route: "POST /widget/path/{path_key}/sub-steps/{sub_step_key}/complete" }
  }
} as const satisfies Resources
