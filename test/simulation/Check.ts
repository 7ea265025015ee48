/** What must be true at the end of a simulated life, whatever happened in between. */
import { genesisHash, ledgerHash } from "../../src/buddy/Ledger.ts"
import type { BuddyState } from "../../src/engine/State.ts"
import { skillView } from "../../src/engine/views.ts"
import type { ConfigContent } from "../../src/wire/content/ConfigContent.ts"
import { Auditor } from "../kit/Auditor.ts"
import type { Surroundings } from "../kit/AuditorBooks.ts"
import type { Database, Life } from "./Database.ts"
import type { Operation } from "./Simulation.ts"

type Purse = { readonly balance: number; readonly earned: number; readonly spent: number }

const filled = (purses: Iterable<readonly [string, Purse]>) =>
  [...purses].filter(([, { earned }]) => earned > 0).toSorted(([left], [right]) => (left < right ? -1 : 1))

/** The buddy as the database has it and as the recount of its commands has it, in one shape. */
const bothSides = (life: Life, config: ConfigContent, around: Surroundings) => {
  const state = JSON.parse(life.state) as BuddyState
  const auditor = new Auditor(config, around).replay(life.steps)
  const stored = {
    coins: state.coins,
    tokens: filled(Object.entries(state.tokens)),
    skills: Object.entries(skillView(life.snapshot, state)).map(([key, { points }]) => [key, points]),
    badges: config.badge_definitions.map(({ badge_key }) => state.badges[badge_key]?.count ?? 0),
    streaks: config.streak_rules.map(({ streak_key }) => [
      state.streaks[streak_key]?.current ?? 0,
      state.streaks[streak_key]?.longest ?? 0
    ]),
    refusals: []
  }
  const recounted = {
    coins: auditor.coins,
    tokens: filled(auditor.tokens),
    skills: [...auditor.points],
    badges: config.badge_definitions.map(({ badge_key }) => auditor.badge(badge_key).count),
    streaks: config.streak_rules.map(({ streak_key }) => {
      const recount = auditor.streaks.get(streak_key)!
      return [recount.count().current, recount.longest]
    }),
    refusals: auditor.refusals.filter((refusal) => refusal !== null && refusal !== "unchanged")
  }
  return [JSON.stringify(stored), JSON.stringify(recounted)] as const
}

/** Sum, running balance, gapless numbers and the chain of hashes, per unit. */
const books = (life: Life): ReadonlyArray<string> => {
  const found: Array<string> = []
  const units = new Map<string, { seq: number; balance: number; hash: string }>()
  for (const { hash, prev_hash, ...row } of life.ledger) {
    const head = units.get(row.unit) ?? { seq: 0, balance: 0, hash: genesisHash }
    head.seq += 1
    head.balance += row.amount
    const isWhole =
      row.seq === head.seq &&
      row.balance_after === head.balance &&
      prev_hash === head.hash &&
      ledgerHash(prev_hash, row) === hash
    if (!isWhole) found.push(`the ledger of ${row.unit} breaks at ${row.seq}`)
    head.hash = hash
    units.set(row.unit, head)
  }
  const state = JSON.parse(life.state) as BuddyState
  const held = [
    ["coin", state.coins] as const,
    ...Object.entries(state.tokens).map(([key, purse]) => [`token:${key}`, purse] as const)
  ]
  for (const [unit, { balance }] of held) {
    if (balance !== (units.get(unit)?.balance ?? 0)) found.push(`${unit} is ${balance}, its ledger says otherwise`)
  }
  return found
}

export const checkLife = (life: Life, config: ConfigContent, around: Surroundings): ReadonlyArray<string> => {
  const found = [...books(life)]
  if (life.version !== 1 + life.commits) found.push(`version ${life.version} after ${life.commits} commits`)
  const [stored, recounted] = bothSides(life, config, around)
  if (stored !== recounted) found.push(`the recount differs\n  stored    ${stored}\n  recounted ${recounted}`)
  return found
}

/** Whoever was told yes finds it once, whoever was told no not at all, and everybody was told something. */
export const checkAnswers = (operations: ReadonlyArray<Operation>, database: Database): ReadonlyArray<string> =>
  operations.flatMap(({ answers, customer_id, id, outcome }) => {
    const times = database.stored(customer_id, [id]).length
    const found: Array<string> = []
    if (outcome === "acknowledged" && times !== 1) found.push(`${id} was acknowledged and is there ${times} times`)
    if (outcome === "refused" && times !== 0) found.push(`${id} was refused and is there`)
    if (outcome !== "acknowledged" && outcome !== "refused") found.push(`${id} is ${outcome} at the end`)
    if (new Set(answers).size > 1) found.push(`${id} was answered in different ways`)
    return found
  })
