/** What a buddy does where campaigns run: takes part, buys tickets, opens boxes, saves looks, is given something. */
import { Schema } from "effect"
import * as fc from "fast-check"
import type { Command } from "../../../src/engine/core/Command.ts"
import type { LiveCampaigns } from "../../../src/wire/campaigns/Live.ts"
import type { LiveLottery } from "../../../src/wire/campaigns/Lottery.ts"
import { Limits } from "../../../src/wire/content/Shared.ts"
import { eligibility } from "./campaigns.ts"
import { shop } from "./progress.ts"
import { badges, items, maybe, reward, tokens } from "./words.ts"

interface Offers {
  readonly live: LiveCampaigns
  readonly boxes: typeof boxes extends fc.Arbitrary<infer T> ? T : never
}

/** A command that is made of what there is, and of the place of the step in the life. */
export interface TakingPart {
  readonly among: (offers: Offers, step: number) => Command
}

const taking = <T>(arbitrary: fc.Arbitrary<T>, among: (drawn: T, offers: Offers, step: number) => Command) =>
  arbitrary.map((drawn): TakingPart => ({ among: (offers, step) => among(drawn, offers, step) }))

const moves = taking(
  fc.record({
    _tag: fc.constantFrom("JoinQuest" as const, "JoinQuest" as const, "LeaveQuest" as const),
    quest_id: fc.constantFrom("q0", "q0", "q1", "q9"),
    participants: fc.nat(3)
  }),
  (command) => command
)

const closed: LiveLottery = { lottery_id: "l9", lottery_key: "l9", revision: 1, status: "ended", draw: null }

/** Whoever asks may have read a lottery before it opened. */
const entries = taking(
  fc.record({ which: fc.nat(3), is_old: fc.boolean(), tickets: fc.integer({ min: 1, max: 3 }) }),
  ({ is_old, tickets, which }, { live }) => {
    const found = live.lotteries?.[which]
    const seen = found === undefined ? closed : is_old ? { ...found, revision: 1, draw: null } : found
    return { _tag: "EnterLottery", lottery: seen, tickets }
  }
)

const amount = fc.integer({ min: 1, max: 20 })
const prize = fc.oneof(
  fc.record({ kind: fc.constant("coins" as const), key: fc.constant(null), amount }),
  fc.record({ kind: fc.constant("token" as const), key: fc.constantFrom(...tokens, "none"), amount }),
  fc.record({ kind: fc.constant("item" as const), key: fc.constantFrom(...items), amount: fc.constant(1 as const) }),
  fc.record({ kind: fc.constant("badge" as const), key: fc.constantFrom(...badges), amount: fc.constant(1 as const) })
)
const price = fc.oneof(
  fc.record({ mode: fc.constant("coins" as const), token_key: fc.constant(null), amount }),
  fc.record({ mode: fc.constant("token" as const), token_key: fc.constantFrom("gem", "gem", "xp", "none"), amount }),
  fc.constant({ mode: "free" as const, token_key: null, amount: 0 as const })
)
const few = fc.integer({ min: 1, max: 3 })
const limits = fc
  .record({
    cooldown_seconds: fc.constantFrom(0, 0, 3_600, 90_000),
    max_per_day: maybe(few),
    max_per_week: maybe(few),
    max_per_month: maybe(few),
    max_total: fc.constantFrom(null, 3, 6),
    day_boundary: fc.constantFrom("user", "tenant", "utc")
  })
  .map((written) => Schema.decodeUnknownSync(Limits)(written))

const box = fc
  .record({
    price,
    pool: fc.array(fc.record({ weight: fc.constantFrom(0.5, 1, 2, 97), reward: prize, is_gone: fc.nat(9) }), {
      minLength: 1,
      maxLength: 4
    }),
    limits,
    eligibility,
    stock_total: maybe(few)
  })
  .map(({ pool, ...terms }) => ({
    ...terms,
    pool: pool.map(({ is_gone, reward: won, weight }) => ({
      reward: won,
      weight,
      item: won.kind === "item" && is_gone > 0 ? shop[won.key] : null
    }))
  }))

/** Two of a life. Limits that come later do not know what was opened without any. */
export const boxes = fc.tuple(box, box)

const openings = taking(
  fc.record({ which: fc.constantFrom(0 as const, 1 as const), revision: fc.constantFrom(1, 1, 2) }),
  ({ revision, which }, { boxes: known }, step) => ({
    _tag: "OpenBox",
    opening_id: `opening-${step}`,
    box: { ...known[which], revision, mystery_box_id: `x${which}`, box_key: `box_${which}` }
  })
)

const names = fc.constantFrom("Rain", "RAIN", "Sun", "Ärger", "ärger")
const looks = fc.oneof(
  taking(
    fc.record({ name: names, item_ids: fc.array(fc.constantFrom(...Object.keys(shop)), { maxLength: 5 }) }),
    ({ item_ids, name }) => ({ _tag: "SaveOutfit", outfit_id: `look-${name}`, name, item_ids })
  ),
  taking(
    fc.record({ _tag: fc.constantFrom("WearOutfit" as const, "WearOutfit" as const, "DeleteOutfit" as const), names }),
    ({ _tag, names: name }) => ({ _tag, outfit_id: `look-${name}` })
  )
)

const grants = taking(fc.record({ reward }), ({ reward: given }, _offers, step) => ({
  _tag: "GrantReward",
  source: "award",
  campaign_id: "award-1",
  grant_key: `grant-${step}`,
  reward: given,
  is_refund: false,
  body: null,
  outbound: null
}))

export const takingPart: fc.Arbitrary<TakingPart> = fc.oneof(
  { weight: 3, arbitrary: moves },
  { weight: 3, arbitrary: entries },
  { weight: 3, arbitrary: openings },
  { weight: 2, arbitrary: looks },
  { weight: 1, arbitrary: grants }
)
