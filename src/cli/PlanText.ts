/** A plan as lines: what goes first and in red, what comes and changes, what publishing would say, and the sum. */
import type { ConfigPlan } from "../features/authoring/config-versions/Api/Files.ts"
import type { Paint } from "../platform/observability/Paint.ts"

/** Of each kind of line; nobody reads thousands. */
const lines_shown_max = 30

const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing"
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

type Change = ConfigPlan["changes"][number]

const signs = { added: "+", removed: "-", changed: "~" } as const
const lineOf = ({ field, from, key, op, to, type }: Change) =>
  `${signs[op]} ${type} ${key}${field === null ? "" : `  ${field}: ${short(from)} -> ${short(to)}`}`

const countByType = (things: ReadonlyArray<{ readonly type: string }>) => {
  const counts = new Map<string, number>()
  for (const { type } of things) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].map(([type, count]) => `${count} ${type}`).join(", ")
}

export interface PlanView {
  readonly paint: Paint
  /** every line, however many */
  readonly all: boolean
  /** a refusal of publishing, with its place in the file */
  readonly refusal: (message: string) => string
}

/** So many of the things as lines, and one line for the rest that counts them by type. */
const listed = <A>(things: ReadonlyArray<A>, line: (thing: A) => string, rest: (left: ReadonlyArray<A>) => string) => {
  const shown = things.slice(0, lines_shown_max).map(line)
  return things.length > shown.length
    ? [...shown, `  and ${rest(things.slice(shown.length))}; --all shows them`]
    : shown
}

/** What a plan removes, in words; empty when it removes nothing. */
export const removalWords = ({ changes }: ConfigPlan): string =>
  countByType(changes.filter(({ op }) => op === "removed"))

export const planText = (plan: ConfigPlan, { all, paint, refusal }: PlanView): string => {
  const { changes, compared_with, counts, errors, unmanaged, warnings } = plan
  const base = compared_with === null ? "an empty workspace" : `${compared_with.status} ${compared_with.number}`
  const some = all ? <A>(things: ReadonlyArray<A>, line: (thing: A) => string) => things.map(line) : listed
  const typed = (op: Change["op"]) => changes.filter((change) => change.op === op)
  const more = (left: ReadonlyArray<unknown>) => `${left.length} more`
  const removed = removalWords(plan)
  return [
    ...some(typed("removed"), (change) => paint(lineOf(change), "red"), countByType),
    ...some(typed("added"), lineOf, countByType),
    ...some(typed("changed"), lineOf, countByType),
    ...some(unmanaged, ({ key, type }) => `  ${type} ${key} is not in the file and stays`, countByType),
    ...some(warnings, (warning) => `! ${warning}`, more),
    ...some(errors, (error) => `! publishing would refuse: ${refusal(error)}`, more),
    ...(removed === "" ? [] : [paint(`This removes ${removed}.`, "red")]),
    changes.length === 0
      ? `Nothing to change: ${base} is as the file says.`
      : `Compared with ${base}: ${counts.added} to add, ${counts.changed} to change, ${counts.removed} to remove.`
  ].join("\n")
}
