/**
 * What an operation is called: `<tag>.<method>`, from its method and path alone, so that a new route has a name by
 * itself. Generated clients turn both halves into what developers write (`buddies.awardBadge`), so the names that are
 * in use are committed in contract/operations.txt.
 */

/** Paths whose operations are not under the name of their first segment, longest first. `{}` is any parameter. */
const bases: ReadonlyArray<readonly [path: string, tag: string]> = [
  ["/customers/me/audit-log", "auditLog"],
  ["/customers/me/feature-config", "featureConfig"],
  ["/customers/me/feature-toggles", "featureToggles"],
  ["/customers/me/flash-sales", "flashSales"],
  ["/customers/me/founding-cohort", "foundingCohort"],
  ["/customers/me/free-lunches", "freeLunches"],
  ["/customers/me/profile-templates", "profileTemplates"],
  ["/customers/me/teams", "teams"],
  ["/customers/me/reengagement-config", "reengagement"],
  ["/customers/me/kudo-types", "kudoTypes"],
  ["/customers/me/kudos", "kudos"],
  ["/customers/me/leagues", "leagues"],
  ["/customers/me/members", "members"],
  ["/customers/me/mentor-visibility", "mentorVisibility"],
  ["/customers/me/sso", "sso"],
  ["/customers/me/council", "council"],
  ["/customers/me/lotteries", "lotteries"],
  ["/customers/me/mystery-boxes", "mysteryBoxes"],
  ["/customers/me/group-quests", "groupQuests"],
  ["/customers/me/hosted-surfaces", "hostedSurfaces"],
  ["/customers/me/onboarding/six-d", "sixD"],
  ["/customers/me/brag", "brag"],
  ["/customers/me/analytics", "analytics"],
  ["/customers/me/showrooms", "showrooms"],
  ["/customers/me/causes", "causes"],
  ["/customers/me/surprise-drops", "surpriseDrops"],
  ["/customers/me/event-badges", "eventBadges"],
  ["/customers/me", "customersMe"],
  ["/economy/alert-config", "alerts"],
  ["/economy/alerts", "alerts"],
  ["/economy/forecasts", "forecasts"],
  ["/economy/buddies/{}", "economy"],
  ["/onboarding/sessions", "onboarding"],
  ["/webhook-configs", "webhooks"],
  ["/players/zero", "playersZero"],
  ["/p/{}", "public"],
  ["/test/clocks", "testClocks"],
  ["/widget", "widgetRuntime"]
]

/** Where the path is not how anybody would say it. */
const irregular: Readonly<Record<string, string>> = {
  "GET /auth/api-keys/whoami": "auth.whoami",
  "POST /auth/email/verification/request": "auth.requestEmailVerification",
  "POST /auth/password/reset/request": "auth.requestPasswordReset",
  "POST /auth/invitations/accept": "auth.acceptInvitation",
  "POST /auth/logout": "auth.signOut",
  "GET /auth/sso/config": "auth.getSsoConfig",
  "GET /auth/sso/start": "auth.startSso",
  "GET /auth/sso/callback": "auth.arriveFromSso",
  "GET /auth/sso/callback/{}": "auth.returnFromSso",
  "POST /auth/sso/token": "auth.finishSso",
  "POST /customers/me/sso/domains/{}/verify": "sso.verifyDomain",
  "GET /customers/me/audit-log.csv": "auditLog.download",
  "POST /customers/me/members": "members.invite",
  "DELETE /customers/me/members/{}": "members.remove",
  "DELETE /customers/me/feature-toggles/draft": "featureToggles.discard",
  "GET /customers/me/hosted-surfaces/{}/players": "hostedSurfaces.listPlayers",
  "POST /customers/me/hosted-surfaces/{}/players": "hostedSurfaces.addPlayer",
  "PATCH /customers/me/hosted-surfaces/{}/players/{}": "hostedSurfaces.updatePlayer",
  "GET /customers/me/hosted-surfaces/{}/players/{}/access-code": "hostedSurfaces.getAccessCode",
  "POST /customers/me/hosted-surfaces/{}/players/{}/regenerate-access": "hostedSurfaces.regenerateAccess",
  "POST /customers/me/hosted-surfaces/{}/recipes": "hostedSurfaces.saveRecipe",
  "POST /customers/me/hosted-surfaces/{}/recipes/{}/run": "hostedSurfaces.runRecipe",
  "POST /customers/me/hosted-surfaces/{}/logo": "hostedSurfaces.uploadLogo",
  "POST /public/hosted-surfaces/{}/session": "public.createHostedSurfaceSession",
  "GET /public/b/{}": "public.getShare",
  "POST /public/b/{}/events": "public.recordShare",
  "GET /p/{}": "public.openShare",
  "GET /public/share-index": "public.listShares",
  "POST /buddies/{}/share": "buddies.share",
  "DELETE /buddies/{}/share": "buddies.stopSharing",
  "POST /buddies/{}/share/events": "buddies.recordShare",
  "POST /customers/me/brag/webhook-test": "brag.testWebhook",
  "GET /customers/me/brag/telemetry.csv": "brag.downloadTelemetry",
  "GET /public/hall-of-fame-index": "public.listHallsOfFame",
  "GET /public/hall-of-fame/{}": "public.listHallOfFameSeasons",
  "GET /public/hall-of-fame/{}/{}": "public.getHallOfFameSeason",
  "GET /public/lottery-draws/{}/entries.txt": "public.getLotteryDrawEntries",
  "GET /public/returning-champion/welcome-back": "public.getWelcomeBack",
  "POST /buddies/{}/welcome-back": "buddies.welcomeBack",
  "POST /customers/me/widget-theme/suggest": "customersMe.suggestWidgetTheme",
  "POST /marketing/cta": "marketing.press",
  "POST /customers/me/showrooms/{}/regenerate-qr": "showrooms.regenerateQr",
  "DELETE /customers/me/mentor-visibility/sessions": "mentorVisibility.endSessions",
  "POST /customers/me/mentor-visibility/sessions": "mentorVisibility.startSession",
  "POST /widget/mentor-sessions": "widgetRuntime.chooseMentor",
  "POST /customers/me/teams/import": "teams.importMembers",
  "POST /customers/me/teams/{}/members": "teams.addMember",
  "GET /customers/me/teams/{}/feed": "teams.getFeed",
  "GET /buddies/{}/teams": "buddies.listTeams",
  "GET /badge-definitions/{}/backfill/preview": "badgeDefinitions.previewBackfill",
  "PATCH /buddies/{}/archive": "buddies.archive",
  "POST /buddies/{}/badges": "buddies.awardBadge",
  "POST /buddies/{}/coins": "buddies.earnCoins",
  "POST /buddies/{}/ceremonies": "buddies.completeCeremony",
  "POST /buddies/{}/lotteries/{}/entries": "buddies.enterLottery",
  "POST /buddies/{}/kudos": "buddies.giveKudos",
  "POST /widget/kudos": "widgetRuntime.giveKudos",
  "POST /buddies/{}/mystery-boxes/{}/open": "buddies.openMysteryBox",
  "POST /buddies/{}/tokens": "buddies.changeTokens",
  "POST /buddies/{}/vacation": "buddies.startVacation",
  "DELETE /buddies/{}/vacation": "buddies.endVacation",
  "GET /config-versions/{}/export": "configVersions.export",
  "POST /config-versions/{}/migrate-buddies": "configVersions.migrateBuddies",
  "POST /customers/me/apply-preset": "presets.apply",
  "POST /customers/me/lotteries/{}/draws": "lotteries.drawNow",
  "GET /customers/me/lotteries/{}/draws/{}/verify": "lotteries.verifyDraw",
  "GET /customers/me/lotteries/{}/preview-next-draw": "lotteries.previewNextDraw",
  "POST /customers/me/lotteries/{}/simulate-draw": "lotteries.simulateDraw",
  "POST /buddies/{}/group-quests/{}/join": "groupQuests.join",
  "POST /buddies/{}/group-quests/{}/leave": "groupQuests.leave",
  "GET /customers/me/founding-cohort/audit/export.csv": "foundingCohort.downloadAudit",
  "POST /customers/me/founding-cohort/backfill": "foundingCohort.backfill",
  "GET /customers/me/founding-cohort/preview": "foundingCohort.preview",
  "POST /customers/me/free-lunches": "freeLunches.give",
  "POST /buddies/{}/free-lunches/{}/seen": "freeLunches.markSeen",
  "POST /buddies/{}/free-lunches/{}/dismiss": "freeLunches.dismiss",
  "POST /widget/free-lunches/{}/seen": "widgetRuntime.markFreeLunchSeen",
  "POST /widget/free-lunches/{}/dismiss": "widgetRuntime.dismissFreeLunch",
  "POST /widget/group-quests/{}/join": "widgetRuntime.joinGroupQuest",
  "POST /widget/group-quests/{}/leave": "widgetRuntime.leaveGroupQuest",
  "GET /customers/me/causes/analytics.csv": "causes.downloadAnalytics",
  "GET /customers/me/causes/preview-30-days": "causes.listPreviews",
  "GET /customers/me/causes/{}/preview-30-days": "causes.preview",
  "GET /customers/me/causes/{}/webhook/deliveries": "causes.listDeliveries",
  "GET /economy/buddies/{}/ledger/verify": "economy.verifyLedger",
  "GET /economy/buddies/{}/ledger/{}/explain": "economy.explainLedgerEntry",
  "POST /marketplaces/{}/items/{}/regenerate-image": "marketplaces.regenerateItemImage",
  "POST /marketplaces/{}/items/{}/upload-image": "marketplaces.uploadItemImage",
  "GET /path-definitions/{}/steps/{}/sub-steps": "pathDefinitions.listSubSteps",
  "GET /skill-decay-rules/{}/preview": "skillDecayRules.preview",
  "POST /test/clocks/{}/users": "testClocks.attachUsers",
  "DELETE /webhook-inboxes/{}/requests": "webhookInboxes.clear",
  "GET /webhook-inboxes/{}/requests": "webhookInboxes.listRequests",
  "GET /customers/me/onboarding/six-d": "sixD.get",
  "PATCH /customers/me/onboarding/six-d": "sixD.save",
  "POST /customers/me/onboarding/six-d": "sixD.complete",
  "GET /customers/me/onboarding/six-d/audit": "sixD.listChanges",
  "GET /customers/me/onboarding/six-d/drift-stats": "sixD.getDrift",
  "POST /economy/forecasts": "forecasts.start",
  "GET /economy/alert-config": "alerts.getConfig",
  "PATCH /economy/alert-config": "alerts.updateConfig",
  "POST /notifications/{}/read": "notifications.markRead",
  "POST /notifications/read": "notifications.markManyRead",
  "PATCH /notifications/pause": "notifications.pause",
  "GET /event-types/inferred": "eventTypes.infer",
  "GET /webhook-deliveries/{}": "webhooks.getDelivery",
  "POST /onboarding/sessions": "onboarding.open",
  "POST /onboarding/sessions/{}/message": "onboarding.message",
  "PUT /onboarding/sessions/{}/answers": "onboarding.answer",
  "POST /onboarding/sessions/waitlist": "onboarding.joinWaitlist",
  "POST /webhook-deliveries/{}/replay": "webhooks.replayDelivery",
  "POST /widget/lotteries/{}/entries": "widgetRuntime.enterLottery",
  "POST /widget/mystery-boxes/{}/open": "widgetRuntime.openMysteryBox",
  "GET /widget/campaigns": "widgetRuntime.getCampaigns",
  "GET /widget/path": "widgetRuntime.getActivePath"
}

const pascal = (segment: string) => segment.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

const camel = (segment: string) => segment.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const singular = (noun: string) => noun.replace(/ies$/, "y").replace(/([^su])s$/, "$1")

const isPlural = (noun: string) => singular(noun) !== noun

const isParameter = (segment: string | undefined) => segment === "{}"

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "")

const isBelow = (path: string, base: string) => path === base || path.startsWith(`${base}/`)

const verbs: Readonly<Record<string, string>> = {
  GET: "get",
  POST: "create",
  PATCH: "update",
  PUT: "replace",
  DELETE: "delete"
}

/** The nouns of a path, each in the singular when the path goes on to one of them. */
const nounsOf = (segments: ReadonlyArray<string>) =>
  segments.flatMap((segment, at) => {
    if (isParameter(segment)) return []
    return [pascal(isParameter(segments[at + 1]) ? singular(segment) : segment)]
  })

const methodOf = (method: string, segments: ReadonlyArray<string>, isList: boolean): string => {
  const verb = method === "GET" && isList ? "list" : (verbs[method] ?? method.toLowerCase())
  const last = segments.at(-1)
  const nouns = nounsOf(segments)
  if (last === undefined || nouns.length === 0) return verb
  if (method === "GET") return verb + nouns.join("")
  const isAction = last === "reorder" || (method === "POST" && !isPlural(last) && !isParameter(last))
  if (isAction) return camel(last) + (nouns.at(-2) ?? "")
  return verb + (method === "POST" ? pascal(singular(last)) : nouns.at(-1))
}

/** `path` is under the version prefix, with its parameters in braces; `isList`: the answer is a list. */
export const operationIdOf = (method: string, path: string, isList: boolean): string => {
  const template = path.replace(/\{[^}]+\}/g, "{}")
  const said = irregular[`${method} ${template}`]
  if (said !== undefined) return said
  const [first = ""] = segmentsOf(template)
  const [base, tag] = bases.find(([base]) => isBelow(template, base)) ?? [`/${first}`, camel(first)]
  return `${tag}.${methodOf(method, segmentsOf(template.slice(base.length)), isList)}`
}
