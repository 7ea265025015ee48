// Written by sdk/generate from contract/openapi.json.
import type { Resources } from "../calls.ts"
import type { AuthResource, BadgeDefinitionsResource, PathDefinitionsResource, BuddiesResource, MarketplacesResource, WidgetRuntimeResource, LeaderboardResource, LeaguesResource, PublicResource, EmbedTokensResource } from "./resources.ts"

export interface BrowserResources {
  readonly auth: Pick<AuthResource, "whoami">
  readonly badgeDefinitions: Pick<BadgeDefinitionsResource, "list" | "get">
  readonly pathDefinitions: Pick<PathDefinitionsResource, "list" | "getBuddyPath" | "get" | "listSteps" | "listSubSteps">
  readonly buddies: Pick<BuddiesResource, "get" | "getEvolution" | "getProgressionMetrics" | "getProgression" | "listBadges" | "getStreaks" | "getProfile">
  readonly marketplaces: Pick<MarketplacesResource, "list" | "get" | "listItems" | "getItem">
  readonly widgetRuntime: WidgetRuntimeResource
  readonly leaderboard: LeaderboardResource
  readonly leagues: Pick<LeaguesResource, "listSeasonStandings">
  readonly public: Pick<PublicResource, "getLotteryDraw" | "getLotteryDrawEntries" | "getHostedSurface" | "createHostedSurfaceSession" | "getShare" | "recordShare" | "listShares" | "listHallsOfFame" | "listHallOfFameSeasons" | "getHallOfFameSeason" | "getWelcomeBack" | "getShowroom" | "getShowroomQr">
  readonly embedTokens: EmbedTokensResource
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
  widgetRuntime: {
    markFreeLunchSeen: { route: "POST /widget/free-lunches/{grant_id}/seen" },
    dismissFreeLunch: { route: "POST /widget/free-lunches/{grant_id}/dismiss" },
    joinGroupQuest: { route: "POST /widget/group-quests/{questId}/join" },
    leaveGroupQuest: { route: "POST /widget/group-quests/{questId}/leave" },
    chooseMentor: { route: "POST /widget/mentor-sessions", takes: "body" },
    getBuddy: { route: "GET /widget/buddy", answer: { "buddy": { "tokens": [], "skills": [], "metadata": 0 } } },
    createEvent: { route: "POST /widget/events", takes: "body", body: { "properties": 0 }, answer: { "trace": { "detail": 0 } } },
    updateEquippedItems: { route: "PATCH /widget/equipped-items", takes: "body" },
    createCeremony: { route: "POST /widget/ceremonies", takes: "body" },
    getConfig: { route: "GET /widget/config", answer: { "copy": { "level_up_copy": [] }, "labels": { "tokens": [], "skills": [], "stages": [] } } },
    getLeaderboard: { route: "GET /widget/leaderboard", takes: "query" },
    updateLeaderboard: { route: "PATCH /widget/leaderboard", takes: "body" },
    listMarketplace: { route: "GET /widget/marketplace", takes: "query", pages: "offset", answer: { "data": { "requirements": { "value": 0, "current": 0 } } } },
    createPurchase: { route: "POST /widget/purchases", takes: "body" },
    getActivePath: { route: "GET /widget/path" },
    getPath: { route: "GET /widget/path/{path_key}" },
    completeSubStep: { route: "POST /widget/path/{path_key}/sub-steps/{sub_step_key}/complete" },
    getCampaigns: { route: "GET /widget/campaigns" },
    getCommunity: { route: "GET /widget/community" },
    createProposal: { route: "POST /widget/council/proposals", takes: "body" },
    giveKudos: { route: "POST /widget/kudos", takes: "body" },
    listKudosReceivers: { route: "GET /widget/kudos/receivers", takes: "query" },
    listOutfits: { route: "GET /widget/outfits" },
    createOutfit: { route: "POST /widget/outfits", takes: "body" },
    wearOutfit: { route: "POST /widget/outfits/{outfit_id}/wear" },
    deleteOutfit: { route: "DELETE /widget/outfits/{outfit_id}" },
    enterLottery: { route: "POST /widget/lotteries/{id}/entries", takes: "body" },
    openMysteryBox: { route: "POST /widget/mystery-boxes/{box_key}/open" },
    createBrag: { route: "POST /widget/brags", takes: "body" }
  },
  leaderboard: {
    list: { route: "GET /leaderboard", takes: "query", pages: "offset" }
  },
  leagues: {
    listSeasonStandings: { route: "GET /customers/me/leagues/seasons/{seasonId}/standings", takes: "query", pages: "offset" }
  },
  public: {
    getLotteryDraw: { route: "GET /public/lottery-draws/{draw_id}" },
    getLotteryDrawEntries: { route: "GET /public/lottery-draws/{draw_id}/entries.txt", isText: true },
    getHostedSurface: { route: "GET /public/hosted-surfaces/{slug}" },
    createHostedSurfaceSession: { route: "POST /public/hosted-surfaces/{slug}/session", takes: "body" },
    getShare: { route: "GET /public/b/{code}" },
    recordShare: { route: "POST /public/b/{code}/events", takes: "body" },
    listShares: { route: "GET /public/share-index", takes: "query", pages: "offset" },
    listHallsOfFame: { route: "GET /public/hall-of-fame-index", takes: "query", pages: "offset" },
    listHallOfFameSeasons: { route: "GET /public/hall-of-fame/{tenantSlug}", takes: "query", pages: "offset" },
    getHallOfFameSeason: { route: "GET /public/hall-of-fame/{tenantSlug}/{seasonId}" },
    getWelcomeBack: { route: "GET /public/returning-champion/welcome-back", takes: "query" },
    getShowroom: { route: "GET /public/showroom/{slug}", takes: "query" },
    getShowroomQr: { route: "GET /public/showroom/{slug}/qr", takes: "query", isText: true, bytes: "image/png" }
  },
  embedTokens: {
    create: { route: "POST /embed-tokens", takes: "body" }
  }
} as const satisfies Resources
