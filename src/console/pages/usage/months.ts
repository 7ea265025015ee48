/** Which months of the usage there is something to say of. Pure. */
import type { BillingUsage } from "../../../../sdk/src/index.ts"

type Month = BillingUsage["months"][number]

const hasFigures = ({ activeUsers, creditsUsed, events, webhooksDelivered }: Month) =>
  [activeUsers, creditsUsed, events, webhooksDelivered].some((figure) => figure !== 0)

/** Without those before the workspace was made, unless something is counted to them: events may be sent in later. */
export const monthsSince = (created: string, months: ReadonlyArray<Month>): ReadonlyArray<Month> => {
  const first = created.slice(0, "2026-01".length)
  return months.filter((one) => one.month >= first || hasFigures(one))
}
