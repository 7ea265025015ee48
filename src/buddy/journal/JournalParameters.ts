/** The parameters of the journal's two functions, from the change sets of one flush. */
import { type ChangeSet, type Section, sections } from "./ChangeSet.ts"

type Changes = ReadonlyArray<ChangeSet>

const parameter = (text: string) => (text === "" ? null : `[${text}]`)

const joined = (changes: Changes, section: Section): string | null => {
  let text = ""
  for (const change of changes) {
    const part = change.text[section]
    if (part !== "") text = text === "" ? part : text + "," + part
  }
  return parameter(text)
}

const usageRow = (customer_id: string, month: string, slot: number, used: number) =>
  `{"customer_id":"${customer_id}","month":"${month}","slot":${slot},"used":${used}}`

/** One usage row per tenant and flush, however many events it brings. */
const usageText = (changes: Changes, slot: number): string => {
  const counts = new Map<string, { customer_id: string; month: string; used: number }>()
  for (const { customer_id, month, event_ids } of changes) {
    if (event_ids.length === 0) continue
    const key = customer_id + month
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { customer_id, month, used: event_ids.length })
    else known.used += event_ids.length
  }
  return [...counts.values()].map((count) => usageRow(count.customer_id, count.month, slot, count.used)).join(",")
}

/** Of journal_commit. */
export const commitParameters = (changes: Changes, slot: number): ReadonlyArray<unknown> => [
  changes.reduce((sum, change) => sum + change.buddy_count, 0),
  ...sections.map((section) => joined(changes, section)),
  parameter(usageText(changes, slot))
]

/** One change set as an item of journal_commit_each. */
const itemText = (change: ChangeSet, slot: number): string => {
  const { customer_id, buddy_count, event_ids, command_ids, text } = change
  const fields = [
    `"customer_id":"${customer_id}"`,
    `"buddy_count":${buddy_count}`,
    `"event_ids":${JSON.stringify(event_ids)}`,
    `"command_ids":${JSON.stringify(command_ids)}`
  ]
  for (const section of sections) if (text[section] !== "") fields.push(`"${section}":[${text[section]}]`)
  if (event_ids.length > 0) fields.push(`"usage":[${usageRow(customer_id, change.month, slot, event_ids.length)}]`)
  return `{${fields.join(",")}}`
}

/** Of journal_commit_each. */
export const eachParameters = (changes: Changes, slot: number): ReadonlyArray<unknown> => [
  `[${changes.map((change) => itemText(change, slot)).join(",")}]`
]
