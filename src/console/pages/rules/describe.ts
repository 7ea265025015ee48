/** An entry in a line, for lists: what sets it off and what it gives. */
import type { Json, JsonObject } from "../../core/entries.ts"
import { isObject } from "../../schema/schema.ts"

const textOf = (value: Json | undefined) =>
  typeof value === "string" || typeof value === "number" ? String(value) : ""

const amountOf = (amount: Json | undefined): string => {
  if (!isObject(amount)) return ""
  switch (amount["mode"]) {
    case "fixed":
      return `+${textOf(amount["value"])}`
    case "per_property":
      return `+${textOf(amount["rate"])} × ${textOf(amount["property"])}`
    case "pool":
      return Array.isArray(amount["entries"])
        ? (amount["entries"] as ReadonlyArray<JsonObject>).map(({ value }) => `+${textOf(value)}`).join(" / ")
        : ""
    default:
      return ""
  }
}

const labelled = (entry: JsonObject) => textOf(entry["name"]) || textOf(entry["label"]) || textOf(entry["title"])

/** Parts that are there, in their order. */
export const describe = (entry: JsonObject): string => {
  const { trigger } = entry
  const event = isObject(trigger) ? textOf(trigger["event_type"]) : ""
  const amount = amountOf(entry["amount"])
  const unit = textOf(entry["token_key"]) || textOf(entry["skill_key"])
  const cost = textOf(entry["cost"]) || textOf(entry["price_coins"])
  const parts = [
    labelled(entry),
    event,
    [amount, unit].filter((part) => part !== "").join(" "),
    textOf(entry["frequency"]),
    textOf(entry["kind"]),
    textOf(entry["tier"]),
    textOf(entry["category"]),
    cost
  ]
  return [...new Set(parts.filter((part) => part !== ""))].join(" · ")
}

/** undefined: it has no such thing as on and off */
export const isOn = ({ enabled, status }: JsonObject): boolean | undefined =>
  typeof enabled === "boolean" ? enabled : typeof status === "string" ? status === "active" : undefined
