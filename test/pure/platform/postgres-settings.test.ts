/** What the embedded Postgres is told. */
import { assert, describe, it } from "@effect/vitest"
import { totalmem } from "node:os"
import { settings } from "../../../src/platform/postgres/PostgresSettings.ts"

const valueOf = (durable: boolean, name: string) =>
  settings(durable)
    .find((setting) => setting.startsWith(`${name}=`))
    ?.slice(name.length + 1)

describe("the embedded Postgres", () => {
  it("keeps pages in an eighth of the memory at most, and at least in what is the default", () => {
    const megabytes = Number(/^(\d+)MB$/.exec(valueOf(true, "shared_buffers")!)![1])
    assert.isAtLeast(megabytes, 128)
    assert.isAtMost(megabytes, Math.max(128, totalmem() / 8 / 1_048_576))
    assert.isAtMost(megabytes, 1_024)
  })

  it("gives up durability only where everything is thrown away", () => {
    assert.strictEqual(valueOf(false, "fsync"), "off")
    for (const name of ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"])
      assert.isUndefined(valueOf(true, name), name)
    assert.strictEqual(valueOf(true, "max_wal_size"), "4GB")
  })
})
