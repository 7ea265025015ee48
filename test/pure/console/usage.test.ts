/** The table of months: from the one the workspace was made in, and what was counted to one before. */
import { assert, describe, it } from "vitest"
import { monthsSince } from "../../../src/console/pages/usage/months.ts"

const month = (name: string, activeUsers = 0) => ({
  month: name,
  events: 0,
  eventsQuota: 1_000,
  activeUsers,
  webhooksDelivered: 0,
  creditsUsed: 0
})

const shown = (created: string, months: ReadonlyArray<ReturnType<typeof month>>) =>
  monthsSince(created, months).map((one) => one.month)

describe("months of the usage", () => {
  it("begin with the one the workspace was made in, also where nothing has happened since", () => {
    const months = ["2026-11", "2026-10", "2026-09"].map((name) => month(name))
    assert.deepStrictEqual(shown("2026-10-31T23:59:59.000Z", months), ["2026-11", "2026-10"])
    assert.deepStrictEqual(shown("2024-01-01T00:00:00.000Z", months), ["2026-11", "2026-10", "2026-09"])
  })

  it("have an earlier one that something is counted to", () => {
    const months = [month("2026-11"), month("2026-10"), month("2026-09", 2)]
    assert.deepStrictEqual(shown("2026-11-02T00:00:00.000Z", months), ["2026-11", "2026-09"])
  })
})
