/** What an actor holds of its buddy between two commits: a cache of committed rows, dropped whenever there is doubt. */
import type { Snapshot } from "../../engine/core/Snapshot.ts"
import type { TenantFacts } from "../../platform/auth/Tenants.ts"
import type { BuddyState } from "../../engine/core/State.ts"
import type { LedgerHead } from "../journal/Ledger.ts"
import { isVouchedFor } from "../journal/LedgerHead.ts"
import type { LedgerSigner } from "../journal/LedgerSigner.ts"
import { Poison } from "./PoisonHandling.ts"
import type { Pending } from "../Protocol.ts"
import type { BuddyRow } from "./Store.ts"

export interface ResidentState {
  readonly user_id: string
  readonly audience: string
  status: "active" | "archived"
  version: number
  /**
   * The buddy's state as it is stored, JSON: most of those who are awake wait, and a text takes half the memory and
   * nothing of the collector's time. Whoever decides reads it first (`stateOf`).
   */
  state_json: string
  snapshot: Snapshot
  /** by unit */
  readonly heads: Map<string, LedgerHead>
  /** whether the next booking may sign these heads: a ledger somebody meddled with is not vouched for */
  readonly isVouchedFor: boolean
  /** `paidKey` of what `unique_by` limits have paid for; undefined while there is nothing */
  paid: Set<string> | undefined
  /** epoch ms of the last moment at which the database agreed with this */
  confirmed_at: number
  /** what was known of the tenant then; undefined: nothing was decided on this yet */
  judged_under?: TenantFacts
}

/** How old what a refusal rests on may be, when it was not read for whoever is refused. */
const confirmed_for_ms = 250

/** What was read since then may be refused by: who looks after everybody has asked need not look again. */
export const refusableSince = (now: number, refused: ReadonlyArray<Pending>): number =>
  Math.min(now - confirmed_for_ms, cameLast(refused))

/** Whoever is told of a place that was given back elsewhere asks for it here: a budget is looked at since they did. */
export const cameLast = (refused: ReadonlyArray<Pending>): number => Math.max(...refused.map(({ came_at }) => came_at))

/**
 * A refusal is only as good as the memory it was decided on: another runner may have taken over without this one
 * knowing, and whoever changed the tenant since may have moved its buddies to another audience. Look before saying no.
 */
export const isConfirmed = (core: ResidentState, facts: TenantFacts, since: number): boolean => {
  core.judged_under ??= facts
  return core.judged_under === facts && core.confirmed_at >= since
}

/** Whom rules for the implicit audience are for may have changed since. False: the version has to be read first. */
export const isMeantNow = (
  core: ResidentState,
  facts: TenantFacts,
  {
    cachedSnapshot
  }: {
    readonly cachedSnapshot: (customer_id: string, id: string, facts: TenantFacts) => Snapshot | undefined
  }
): boolean => {
  if (!core.snapshot.names_implicit) return true
  const meant = cachedSnapshot(facts.customer_id, core.snapshot.config_version_id, facts)
  if (meant !== undefined) core.snapshot = meant
  return meant !== undefined
}

export const stateOf = ({ state_json }: Pick<ResidentState, "state_json">): BuddyState =>
  JSON.parse(state_json) as BuddyState

/** Rule ids have a fixed length, so the two parts cannot run into each other. */
export const paidKey = (rule_id: string, unique_key: string): string => rule_id + unique_key

const isRecord = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value)

/** The parts every decision reads; deeper down a broken state shows when a rule trips over it. */
const isState = (state: BuddyState): boolean =>
  isRecord(state) &&
  [state.tokens, state.skills, state.streaks, state.badges, state.limits, state.counts, state.items].every(isRecord) &&
  [state.gates, state.coins, state.timezone].every(isRecord) &&
  Number.isSafeInteger(state.coins.balance) &&
  Number.isInteger(state.evolution_stage)

/** Throws `Poison` when the stored state is none. */
export const residentStateOf = (row: BuddyRow, snapshot: Snapshot, now: number, signer: Signer): ResidentState => {
  if (!isState(row.state)) throw new Poison("the stored state of the buddy cannot be read")
  return known(row, snapshot, now, signer)
}

type Signer = Pick<LedgerSigner["Service"], "isExcused" | "vouched">

/** Heads of a buddy's chains, and whether they are what was signed, as far as a look at their ends tells. */
export const headsOf = (
  row: Pick<BuddyRow, "anchors" | "buddy_id" | "customer_id" | "heads" | "signed">,
  { isExcused, vouched }: Signer
): Pick<ResidentState, "heads" | "isVouchedFor"> => {
  const tails = new Map(
    Object.entries(row.heads ?? {}).map(([unit, [seq, hash, created_at]]) => [unit, { seq, hash, created_at }])
  )
  const [isSigned, anchors] = [row.signed !== null, row.anchors ?? {}]
  const signed = isSigned ? vouched(row.signed, row) : undefined
  return {
    heads: new Map([
      ...(signed ?? []),
      ...Array.from(tails, ([unit, { hash, seq }]) => [unit, { seq, hash }] as const)
    ]),
    isVouchedFor: isVouchedFor({ signed, isSigned, tails, anchors, isExcused: (at) => isExcused(row, at) })
  }
}

const known = (row: BuddyRow, snapshot: Snapshot, now: number, signer: Signer): ResidentState => ({
  user_id: row.user_id,
  audience: row.audience,
  status: row.status,
  version: Number(row.version),
  state_json: JSON.stringify(row.state),
  snapshot,
  ...headsOf(row, signer),
  paid:
    row.uniques === null
      ? undefined
      : new Set(row.uniques.map(([rule_id, unique_key]) => paidKey(rule_id, unique_key))),
  confirmed_at: now
})
