/**
 * Bodies as a developer would send them first, by operation: what is worth saying and no more. Where nothing stands
 * here, the example follows from the schema, with every field.
 */
import { idOf, values } from "./Values.ts"

const lesson = {
  event_id: "lesson-42-ada",
  user_id: "ada",
  type: "lesson.completed",
  occurred_at: "2026-11-20T08:59:58.000Z",
  properties: { lesson_id: "intro", score: 95 }
}
const { event_id: _, ...triggered } = lesson

const trigger = { event_type: "lesson.completed" }
const fixed = { mode: "fixed", value: 10 }
const conditions = [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 1 }]

const coinRule = {
  rule_key: "lesson_coins",
  name: "Lesson completed",
  trigger: { ...trigger, filters: [{ property: "score", operator: "gte", value: 50 }] },
  amount: fixed,
  limits: { max_per_day: 5, unique_by: ["lesson_id"] }
}
const tokenRule = { rule_key: "xp_per_lesson", token_key: "xp", trigger, amount: fixed }
const skillSet = {
  skill_set_key: "study",
  name: "Study",
  skills: [{ skill_key: "focus", name: "Focus", start_level: 0, max_level: 20 }],
  level_curve: { mode: "quadratic", base: 100 }
}
const skillRule = { rule_key: "focus_up", skill_key: "focus", trigger, amount: { mode: "fixed", value: 100 } }
const badge = {
  badge_key: "first_lesson",
  label: "First lesson",
  coin_reward: 25,
  criteria: { match: "all", conditions }
}
const streakRule = {
  streak_key: "daily",
  frequency: "daily",
  qualifying: { match: "any", events: [trigger] },
  milestones: [{ length: 7, reward: { coins: 50 } }]
}
const evolution = {
  max_stage: 2,
  stages: [
    { stage: 1, name: "Hatchling" },
    {
      stage: 2,
      name: "Scout",
      requirements: { match: "all", conditions: [{ type: "token_lifetime", key: "xp", operator: "gte", value: 200 }] }
    }
  ]
}
const xp = { token_key: "xp", name: "XP", kind: "progression" }
const file = {
  content: { token_types: [xp], coin_rules: [coinRule], token_rules: [tokenRule], badge_definitions: [badge] }
}

const hat = { item_key: "wizard_hat", name: "Wizard hat", category: "head", price_coins: 20 }
const subStep = { sub_step_key: "intro", title: "Read the introduction", allow_manual_complete: true }
const step = { step_key: "basics", title: "Basics", sub_steps: [subStep] }
const path = { path_key: "onboarding", title: "First week", steps: [step] }
const profileTemplate = {
  name: "Starter",
  profile_template_key: "starter",
  profile: { tagline: "Curious since day one" }
}
const widget = { item_id: idOf("item_id") }
const icon = { label: "First lesson" }

export const bodies: Readonly<Record<string, unknown>> = {
  "auth.createApiKey": { label: "Backend", mode: "test" },
  "auth.createPublishableKey": {
    label: "Website",
    permissions: ["buddy:read", "embed_tokens:mint"],
    allowed_origins: ["https://app.example.com"]
  },
  "auth.login": { email: "ada@example.com", password: "correct horse battery" },
  "auth.register": {
    email: "ada@example.com",
    password: "correct horse battery",
    company_name: "Acme Learning",
    name: "Ada"
  },
  "auth.resetPassword": { token: "4f1c9b2e7d", new_password: "a longer and better one" },
  "auth.rotateApiKeys": { label: "Backend 2027", mode: "test" },
  "auth.verifyEmail": { token: "4f1c9b2e7d" },
  "auth.changePassword": { current_password: "correct horse battery", new_password: "a longer and better one" },
  "badgeDefinitions.backfill": { dry_run: true },
  "badgeDefinitions.create": badge,
  "badgeDefinitions.generateIcon": icon,
  "badgeDefinitions.replace": badge,
  "billing.checkout": { plan: "growth", interval: "month" },
  "buddies.awardBadge": { badge_key: "first_lesson", reason: "Helped another learner" },
  "buddies.changeTokens": { token_key: "gem", operation: "earn", amount: 2, reason: "Won the quiz" },
  "buddies.createGift": { ...widget, gift_to_buddy_id: "01990000-0000-7000-8000-0000000000b2" },
  "buddies.earnCoins": { amount: 10, reason: "Helped another learner", reference_id: "ticket-1042" },
  "buddies.purchaseItem": widget,
  "buddies.rejectBadge": { reason: "Not this time" },
  "buddies.restoreStreak": { reason: "Our outage" },
  "buddies.spendCoins": { amount: 5, reason: "Entry to the quiz", reference_id: "quiz-7" },
  "buddies.startVacation": { starts_on: "2030-07-01", ends_on: "2030-07-07" },
  "buddies.unlockItem": { ...widget, reason: "Welcome present" },
  "buddies.update": { name: "Pip" },
  "buddies.updateEquippedItems": { equip: [idOf("item_id")] },
  "buddies.updateProfile": { tagline: "Curious since day one" },
  "buddies.updateSkills": { updates: [{ skill_key: "focus", operation: "increase", value: 1 }] },
  "coinRules.create": coinRule,
  "coinRules.replace": coinRule,
  "configVersions.backtest": { max_events: 10_000 },
  "configVersions.create": { name: "Autumn" },
  "configVersions.import": file,
  "configVersions.migrateBuddies": { dry_run: true },
  "configVersions.plan": file,
  "configVersions.update": { name: "Autumn", content: { coin_rules: [coinRule] } },
  "customersMe.regenerateAssets": { scope: "missing" },
  "customersMe.update": { name: "Acme Learning" },
  "customersMe.updateAudiences": { audiences: [{ key: "learners", name: "Learners" }] },
  "customersMe.updateSettings": {
    timezone: "Europe/Paris",
    locale: "fr",
    widget_theme: { mode: "auto", accent_color: "#6c5ce7", radius: "lg" }
  },
  "eggs.create": { user_id: "ada", metadata: { timezone: "Europe/Paris" } },
  "eggs.updateStatus": { status: "ready" },
  "embedTokens.create": { buddy_id: idOf("buddy_id"), widget: "buddy", ttl_seconds: 86_400 },
  "eventTypes.create": { event_type: "lesson.completed", description: "A learner has finished a lesson." },
  "eventTypes.replace": { event_type: "lesson.completed", description: "A learner has finished a lesson." },
  "events.adminTrigger": triggered,
  "events.batch": { events: [lesson, { ...lesson, event_id: "lesson-43-ada" }] },
  "events.create": lesson,
  "events.reverse": { mode: "clamp", reason: "Sent twice by mistake" },
  "evolutionRules.replace": evolution,
  "gates.replace": { token_key: "gem", cost: 3 },
  "marketplaces.create": { marketplace_key: "shop", name: "Shop" },
  "marketplaces.createItem": hat,
  "marketplaces.importItems": { items: [hat], on_conflict: "update" },
  "marketplaces.reorderItems": { item_ids: ["wizard_hat"] },
  "marketplaces.replace": { marketplace_key: "shop", name: "Shop" },
  "marketplaces.replaceItem": hat,
  "pathDefinitions.create": path,
  "pathDefinitions.createStep": step,
  "pathDefinitions.createSubStep": subStep,
  "pathDefinitions.reorderSteps": { ids: ["basics"] },
  "pathDefinitions.reorderSubSteps": { ids: ["intro"] },
  "pathDefinitions.replace": path,
  "pathDefinitions.replaceStep": { step_key: "basics", title: "Basics" },
  "pathDefinitions.replaceSubStep": subStep,
  "presets.apply": { preset_key: "learning" },
  "profileTemplates.applyBulk": { profile_template_id: "starter", target: { all: true }, dry_run: true },
  "profileTemplates.create": profileTemplate,
  "profileTemplates.update": { name: "Starter", is_default: true },
  "skillDecayRules.runNow": { dry_run: true },
  "skillRules.applyThemePack": { theme_pack_key: "learning", on_conflict: "skip" },
  "skillRules.create": skillRule,
  "skillRules.replace": skillRule,
  "skillSets.create": skillSet,
  "skillSets.generateIcon": icon,
  "skillSets.replace": skillSet,
  "streakRules.create": streakRule,
  "streakRules.replace": streakRule,
  "testClocks.advance": { by_seconds: 86_400 },
  "testClocks.attachUsers": { user_ids: ["ada"] },
  "testClocks.create": { name: "A week ahead", user_ids: ["ada"] },
  "tokenRules.create": tokenRule,
  "tokenRules.replace": tokenRule,
  "tokenTypes.create": xp,
  "tokenTypes.replace": xp,
  "webhooks.create": { url: String(values["url"]), events: ["buddy.*", "badge.awarded"] },
  "webhooks.recover": { since: "2026-11-20T06:00:00.000Z" },
  "webhooks.rotateSecret": { grace_hours: 24 },
  "webhooks.test": { event: "buddy.hatched" },
  "webhooks.update": { events: ["buddy.*", "coins.*"], enabled: true },
  "widgetRuntime.createEvent": { type: "lesson.completed", properties: { lesson_id: "intro", score: 95 } },
  "widgetRuntime.createPurchase": widget,
  "widgetRuntime.updateEquippedItems": { equip: [idOf("item_id")] },
  "widgetSessions.create": {
    buddy_id: idOf("buddy_id"),
    user_id: "ada",
    scopes: ["read", "events:track"],
    ttl_seconds: 900
  }
}
