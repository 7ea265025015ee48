/** Causes: events add up to units, of which there are whole millionths. */
import { type CauseTerms, microUnits, microUnitsOfEventMax } from "../../wire/campaigns/Causes.ts"
import type { LiveCampaigns } from "../../wire/campaigns/Live.ts"
import { periodKey } from "../calendar/periods.ts"
import { localDay, zoneOf } from "../calendar/zones.ts"
import type { ReverseCommand } from "../core/Command.ts"
import { type Draft, fired } from "../core/Draft.ts"
import { own } from "../core/State.ts"
import { compileFilters, type CompiledFilters, firstFailure, type Properties } from "../rules/filters.ts"
import type { Account } from "./Account.ts"
import { score, total } from "./writes.ts"

/** All there is of a cause or a quest, and of a buddy's part in it. */
export const allBucket = "all"

export interface CompiledCause {
  readonly terms: CauseTerms
  readonly filters: CompiledFilters
}

export const compileCause = (terms: CauseTerms): CompiledCause => ({
  terms,
  filters: compileFilters(terms.filters, terms.match)
})

const digits = /^(\d)(?:\.(\d+))?e([+-]\d+)$/u

/** The product, rounded down to a whole number; of the decimal that is written down, not of the double next to it. */
const timesExactly = (value: number, factor: number): bigint => {
  const [, first = "0", rest = "", exponent = "0"] = digits.exec(value.toExponential()) ?? []
  const product = BigInt(first + rest) * BigInt(factor)
  const shift = Number(exponent) - rest.length
  return shift >= 0 ? product * 10n ** BigInt(shift) : product / 10n ** BigInt(-shift)
}

/** In millionths of a unit; 0: nothing to count. */
export const microUnitsOf = ({ filters, terms }: CompiledCause, properties: Properties): number => {
  if (firstFailure(filters, properties) >= 0) return 0
  const each = Math.round(terms.units_per_event * microUnits)
  if (terms.metric === "count") return each
  const value = own(properties, terms.property ?? "")
  if (typeof value !== "number" || !(value > 0)) return 0
  // However small the unit, so much brings the most an event may bring.
  if (value >= microUnitsOfEventMax) return microUnitsOfEventMax
  const product = timesExactly(value, each)
  return product > BigInt(microUnitsOfEventMax) ? microUnitsOfEventMax : Number(product)
}

/** The day an event counts for: that of the workspace, which all buddies share. */
export const causeDay = (timezone: string, at: number): string => periodKey("day", localDay(zoneOf(timezone), at))

const add = (draft: Draft, subject_id: string, day: string, amount: number): void => {
  score(draft, { subject_id, period_key: allBucket, amount, fold: "add" })
  total(draft, { subject_id, bucket: allBucket, amount })
  total(draft, { subject_id, bucket: day, amount })
}

const accountOf = (terms: CauseTerms): Account => {
  const compiled = compileCause(terms)
  const { audience, cause_id, cause_key, event_type } = terms
  return {
    type: "cause",
    key: cause_key,
    event_type,
    concerns: ({ context: { buddy } }, { properties }) =>
      (audience === null || audience === buddy.audience) && microUnitsOf(compiled, properties) > 0,
    count: (draft, { occurred_at, properties }) => {
      const micro_units = microUnitsOf(compiled, properties)
      const day = causeDay(draft.context.tenant_timezone, occurred_at)
      add(draft, cause_id, day, micro_units)
      fired(draft, "cause", cause_key, { cause_id, day, units: micro_units / microUnits, micro_units })
    }
  }
}

export const causeAccounts = ({ causes = [] }: LiveCampaigns): ReadonlyArray<Account> => causes.map(accountOf)

type Fired = ReverseCommand["event"]["fired"][number]

/** What a reversed event had brought. A cause that does not count now keeps what it has. */
export const takeFromCause = (draft: Draft, { detail }: Fired): void => {
  const { cause_id, day, micro_units } = detail
  if (typeof cause_id !== "string" || typeof day !== "string" || typeof micro_units !== "number") return
  if (draft.context.campaigns.causes?.some((cause) => cause.cause_id === cause_id)) {
    add(draft, cause_id, day, -micro_units)
  }
}
