/** A mystery box: what it costs, and what may be in it. */
import { Schema } from "effect"
import { absentAs, AudienceKey, Group, Key, Label, Limits, orNull, whole } from "../content/Shared.ts"
import { KeptInstant, parseInstant } from "../Ids.ts"

/** Active at once. */
export const boxes_max = 20

const amount = whole(1, 1_000_000_000)
const ofOne = absentAs(Schema.Literal(1), 1)

export const BoxPrice = Schema.Union([
  Schema.Struct({ mode: Schema.Literal("coins"), token_key: absentAs(Schema.Null, null), amount }),
  Schema.Struct({ mode: Schema.Literal("token"), token_key: Key, amount }),
  Schema.Struct({
    mode: Schema.Literal("free"),
    token_key: absentAs(Schema.Null, null),
    amount: absentAs(Schema.Literal(0), 0)
  })
]).annotate({ identifier: "MysteryBoxPrice" })
export type BoxPrice = typeof BoxPrice.Type

const reference = Schema.String.check(Schema.isBetweenLength(1, 64))

export const BoxReward = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("coins"), key: absentAs(Schema.Null, null), amount }),
  Schema.Struct({ kind: Schema.Literal("token"), key: Key, amount }),
  Schema.Struct({ kind: Schema.Literal("item"), key: reference.annotate({ description: "id or key" }), amount: ofOne }),
  Schema.Struct({ kind: Schema.Literal("badge"), key: Key, amount: ofOne })
]).annotate({ identifier: "MysteryBoxReward" })
export type BoxReward = typeof BoxReward.Type

export const BoxPoolEntry = Schema.Struct({
  weight: Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(1_000_000)),
  reward: BoxReward
})
export type BoxPoolEntry = typeof BoxPoolEntry.Type

const noProperties = Schema.makeFilter<typeof Limits.Type>(({ unique_by }) =>
  unique_by.length === 0 ? undefined : { path: ["unique_by"], issue: "opening a box has no properties" }
)

/** What PATCH may change, each field absent or whole. */
export const boxFields = {
  name: Label,
  price: BoxPrice,
  reward_pool: Schema.Array(BoxPoolEntry).check(Schema.isBetweenLength(1, 20)),
  limits: absentAs(Limits.check(noProperties), {}),
  eligibility: absentAs(Group, {}),
  audience: AudienceKey,
  stock_total: orNull(whole(1, 1_000_000_000)).annotate({ description: "openings by all buddies; null: no end" }),
  available_from: orNull(KeptInstant),
  available_until: orNull(KeptInstant).annotate({ description: "excluded" }),
  status: absentAs(Schema.Literals(["active", "inactive"]), "active")
}
const BoxContent = Schema.Struct(boxFields)
export type BoxContent = typeof BoxContent.Type

const isLimited = ({ cooldown_seconds, max_per_day, max_per_month, max_per_week, max_total }: BoxContent["limits"]) =>
  cooldown_seconds > 0 || [max_per_day, max_per_week, max_per_month, max_total].some((max) => max !== null)

/** What no field alone can tell; null: nothing is wrong. */
export const boxIssue = (
  box: Pick<BoxContent, "price" | "limits" | "available_from" | "available_until">
): { readonly path: ReadonlyArray<string>; readonly message: string } | null => {
  const { available_from, available_until, limits, price } = box
  if (price.mode === "free" && !isLimited(limits)) return { path: ["limits"], message: "a free box needs a limit" }
  return available_from !== null &&
    available_until !== null &&
    parseInstant(available_until) <= parseInstant(available_from)
    ? { path: ["available_until"], message: "available_until is not after available_from" }
    : null
}

export interface BoxOdds {
  readonly reward: BoxReward
  readonly chance: number
}

export const oddsOf = (pool: ReadonlyArray<BoxPoolEntry>): ReadonlyArray<BoxOdds> => {
  const all = pool.reduce((sum, { weight }) => sum + weight, 0)
  return pool.map(({ reward, weight }) => ({ reward, chance: weight / all }))
}
