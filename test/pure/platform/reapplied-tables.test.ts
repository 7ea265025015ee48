/** After a restore users are found by their names, in every table that an erasure would delete rows of them from. */
import { assert, describe, it } from "vitest"
import { ErasureRecords } from "../../../src/features/tenant/erasures/Store/Records.ts"
import { registry } from "../../../src/features/tenant/erasures/Store/Registry.ts"

/** Erased by their own ids, and where whose they are stands. */
const owned = ["buddy_identities", "eggs"]

describe("names that are looked for after a restore", () => {
  it("are those of every table with a name whose rows an erasure deletes", () => {
    const named = registry.filter(
      ({ about, by, column = "user_id", how, special, table }) =>
        by === "user" &&
        how === "delete" &&
        column === "user_id" &&
        about === undefined &&
        (special === undefined || table === "events")
    )
    const wanted = new Set([...owned, ...named.map(({ table }) => table)])
    assert.deepStrictEqual([...ErasureRecords.tables].toSorted(), [...wanted].toSorted())
  })
})
