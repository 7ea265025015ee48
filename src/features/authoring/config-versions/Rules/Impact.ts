/** What publishing would change, entry by entry and field by field. Contract part 1: it concerns new buddies only. */
import type { ConfigContent } from "../../../../wire/content/ConfigContent.ts"
import { idOf, keyOf, sectionNames, sections } from "./Sections.ts"

export interface ContentChange {
  readonly op: "added" | "removed" | "changed"
  /** `coin_rule`, `badge_definition`, ...; `evolution_rules` for the stages and prestige */
  readonly type: string
  readonly key: string
  /** dotted path of a changed field; null when the whole entry came or went */
  readonly field: string | null
  readonly from: unknown
  readonly to: unknown
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Equal as JSON documents; the order of properties says nothing. */
const isSame = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((value, index) => isSame(value, right[index]))
  }
  if (!isRecord(left) || !isRecord(right)) return false
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].every((name) => isSame(left[name], right[name]))
}

type Leaf = readonly [path: string, from: unknown, to: unknown]

/** Lists are compared whole: their entries have no names to tell them apart by. */
const fieldChanges = (path: string, from: unknown, to: unknown): ReadonlyArray<Leaf> => {
  if (isRecord(from) && isRecord(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)])
    return [...names].flatMap((name) => fieldChanges(path === "" ? name : `${path}.${name}`, from[name], to[name]))
  }
  return isSame(from, to) ? [] : [[path, from ?? null, to ?? null]]
}

export const entryChanges = (
  type: string,
  key: string,
  from: object | undefined,
  to: object | undefined
): ReadonlyArray<ContentChange> => {
  if (from === undefined) return [{ op: "added", type, key, field: null, from: null, to }]
  if (to === undefined) return [{ op: "removed", type, key, field: null, from, to: null }]
  return fieldChanges("", from, to).map(([field, old, next]) => ({
    op: "changed",
    type,
    key,
    field,
    from: old,
    to: next
  }))
}

type Evolution = Pick<ConfigContent, "evolution_rules">

export const evolutionChanges = (from: Evolution, to: Evolution): ReadonlyArray<ContentChange> => {
  const type = "evolution_rules"
  const split = (content: Evolution) => {
    const { stages = [], ...rest } = content.evolution_rules ?? {}
    return { rest, stages: new Map(stages.map((stage) => [stage.stage, stage])) }
  }
  const [old, next] = [split(from), split(to)]
  const numbers = [...new Set([...old.stages.keys(), ...next.stages.keys()])].sort((left, right) => left - right)
  return [
    ...fieldChanges("", old.rest, next.rest).map(([field, left, right]): ContentChange => ({
      op: "changed",
      type,
      key: "evolution",
      field,
      from: left,
      to: right
    })),
    ...numbers.flatMap((stage) => entryChanges(type, `stage_${stage}`, old.stages.get(stage), next.stages.get(stage)))
  ]
}

/** `from`: what is in force, null before the first publish. Entries are the same when their identifier is. */
export const contentChanges = (from: ConfigContent | null, to: ConfigContent): ReadonlyArray<ContentChange> => [
  ...sectionNames.flatMap((section) => {
    const old = new Map((from?.[section] ?? []).map((entry) => [idOf(section, entry), entry] as const))
    const next = new Map(to[section].map((entry) => [idOf(section, entry), entry] as const))
    const ids = [...new Set([...old.keys(), ...next.keys()])]
    return ids.flatMap((id) => {
      const [left, right] = [old.get(id), next.get(id)]
      return entryChanges(sections[section].type, keyOf(section, (right ?? left)!), left, right)
    })
  }),
  ...(from === null && to.evolution_rules !== null
    ? entryChanges("evolution_rules", "evolution", undefined, to.evolution_rules)
    : evolutionChanges(from ?? to, to))
]
