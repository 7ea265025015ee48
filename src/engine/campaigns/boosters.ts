/**
 * What rules pay, times so much: boosters of the buddy itself and those of its audience. The factor of an event follows
 * from the moment it occurred at, whenever it arrives.
 */
import type { AudienceBooster, Boosted, BoosterTerms } from "../../wire/campaigns/Boosters.ts"
import type { GrantBoosterCommand, RevokeBoosterCommand } from "../core/Command.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired, neededSince } from "../core/Draft.ts"
import type { BuddyState } from "../core/State.ts"
import { isoTime } from "../calendar/zones.ts"

export const factorMax = 10
/** One change is at most this much. */
const changeMax = 1_000_000_000
/** running or coming, of one buddy */
export const boostersMax = 10
/** Those that are over are kept for events that come late, the newest of them. */
const overMax = 50

/** What rules pay now; `told`: for the trace, empty where nothing was boosted. */
export interface Boost {
  readonly amount: number
  readonly told: Readonly<Record<string, unknown>>
}

const isRunning = ({ ends_at, starts_at }: BoosterTerms, at: number): boolean => starts_at <= at && at < ends_at

/** Without the noise of binary fractions. */
const clean = (value: number): number => Number(value.toPrecision(12))

export const factorOf = (running: ReadonlyArray<Pick<BoosterTerms, "multiplier" | "stacking">>): number => {
  const of = (stacking: BoosterTerms["stacking"]) =>
    running.flatMap((one) => (one.stacking === stacking ? [one.multiplier] : []))
  const sum = of("add").reduce((total, multiplier) => total + multiplier - 1, 1)
  const product = of("multiply").reduce((total, multiplier) => total * multiplier, 1)
  return Math.min(factorMax, clean(Math.max(1, ...of("max")) * product * sum))
}

const rounded = (value: number, { rounding }: BoosterTerms): number =>
  rounding === "down" ? Math.floor(value) : rounding === "up" ? Math.ceil(value) : Math.round(value)

const byStrength = (left: BoosterTerms, right: BoosterTerms): number =>
  right.multiplier - left.multiplier ||
  left.starts_at - right.starts_at ||
  (left.booster_id < right.booster_id ? -1 : 1)

const ofAudience = ({ context }: Draft): ReadonlyArray<AudienceBooster> =>
  (context.campaigns.boosters ?? []).filter(({ audience }) => audience === context.buddy.audience)

const none: ReadonlyArray<BoosterTerms> = []

/** What a rule is about to pay for the event, with every booster that runs at its moment. */
export const boost = (draft: Draft, unit: Boosted, base: number): Boost => {
  const own = draft.context.areBoostersOff === true ? undefined : draft.state.boosters
  if ((own === undefined && draft.context.campaigns.boosters === undefined) || base === 0)
    return { amount: base, told: {} }
  const shared = ofAudience(draft).filter((one) => isRunning(one, draft.at) && one.applies_to.includes(unit))
  const mine = (own ?? none).filter((one) => isRunning(one, draft.at) && one.applies_to.includes(unit))
  const running = [...mine, ...shared].toSorted(byStrength)
  if (running.length === 0) return { amount: base, told: {} }
  const factor = factorOf(running)
  const amount = Math.min(changeMax, rounded(clean(base * factor), running[0]!))
  const strongest = shared.toSorted(byStrength)[0]
  const extra = unit === "coins" && strongest !== undefined ? { audience_booster_id: strongest.booster_id } : {}
  return { amount, told: { base, factor, booster_ids: running.map(({ booster_id }) => booster_id), ...extra } }
}

/** The coins a booster of an audience has cost; `sign` -1: they were taken back. */
export const countExtra = (
  draft: Draft,
  told: Readonly<Record<string, unknown>>,
  amount: number,
  sign: 1 | -1
): void => {
  const { audience_booster_id, base } = told
  if (typeof audience_booster_id !== "string" || typeof base !== "number" || amount === base) return
  const row = { subject_id: audience_booster_id, bucket: "extra_coins", amount: sign * (amount - base) }
  draft.writes.push({ kind: "totals", row })
}

export const grantBooster = (draft: Draft, command: GrantBoosterCommand): ManualOutcome => {
  const { booster, duration_ms, starts_at: asked } = command
  const { now } = draft.context
  const held = draft.state.boosters ?? none
  if (held.filter(({ ends_at }) => ends_at > now).length >= boostersMax) {
    return { error: { code: "booster_limit", max: boostersMax } }
  }
  const starts_at = asked ?? now
  const ends_at = starts_at + duration_ms
  draft.state.boosters = [...held, { ...booster, starts_at, ends_at }]
  const { applies_to, booster_id, booster_key, multiplier } = booster
  const window = { starts_at: isoTime(starts_at), ends_at: isoTime(ends_at) }
  const { buddy_id } = draft.context.buddy
  const body = { buddy_id, booster_id, booster_key, multiplier, applies_to, ...window }
  draft.outbound.push({ event: "booster.granted", body })
  fired(draft, "manual", "grant_booster", { booster_id, booster_key, multiplier, applies_to, ...window })
  return { reply: { _tag: "Booster", booster_id, starts_at, ends_at } }
}

export const revokeBooster = (draft: Draft, { booster_id }: RevokeBoosterCommand): ManualOutcome => {
  const held = draft.state.boosters ?? none
  const found = held.find((one) => one.booster_id === booster_id && one.ends_at > draft.context.now)
  if (found === undefined) return { error: { code: "unknown_booster", booster_id } }
  keepBoosters(
    draft,
    held.filter((one) => one !== found)
  )
  fired(draft, "manual", "revoke_booster", { booster_id, booster_key: found.booster_key })
  return { reply: { _tag: "Done" } }
}

const keepBoosters = (draft: Draft, boosters: NonNullable<BuddyState["boosters"]>): void => {
  if (boosters.length === 0) delete draft.state.boosters
  else draft.state.boosters = boosters
}

/** A booster is remembered for as long as an event of its time may come. */
export const forgetBoosters = (draft: Draft): void => {
  const { now } = draft.context
  const held = draft.state.boosters
  if (held === undefined) return
  const oldest = neededSince(draft)
  const over = held.filter(({ ends_at }) => ends_at <= now)
  const forgotten = over.filter(({ ends_at }, place) => ends_at <= oldest || place < over.length - overMax)
  if (forgotten.length > 0)
    keepBoosters(
      draft,
      held.filter((one) => !forgotten.includes(one))
    )
}

/** Running or coming at a moment: the buddy's own and those of its audience. */
export const boostersAt = (
  own: BuddyState["boosters"],
  shared: ReadonlyArray<AudienceBooster> | undefined,
  audience: string,
  now: number
): ReadonlyArray<BoosterTerms & { readonly audience?: string }> =>
  [...(own ?? none), ...(shared ?? []).filter((one) => one.audience === audience)]
    .filter(({ ends_at }) => ends_at > now)
    .toSorted((left, right) => left.starts_at - right.starts_at || (left.booster_id < right.booster_id ? -1 : 1))
