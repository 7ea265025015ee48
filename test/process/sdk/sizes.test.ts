/** What an entry weighs with everything it pulls in, and what is in it. */
import { assert, it } from "vitest"
import { entries, type Entry, minified } from "../../../sdk/build/package.ts"
import { gzipSync } from "node:zlib"
import { read } from "../../kit/house/SourceTree.ts"

/** As the table of the README says it, by entry. */
const saidOf = (entry: Entry) => {
  const name = entry === "index" ? "" : `/${entry}`
  return Number(
    new RegExp(`^\\| \`@hatchery/sdk${name}\` .*\\| ([\\d.]+) kB \\|$`, "m").exec(read("sdk/README.md"))?.[1]
  )
}

it.each(Object.entries(entries))(
  "%s weighs at most %i bytes, and runs where nothing may be evaluated",
  async (entry, most) => {
    const bytes = await minified(entry as Entry)
    assert.isAtMost(gzipSync(bytes).length, most)
    assert.closeTo(gzipSync(bytes).length / 1000, saidOf(entry as Entry), 0.5, "the README says another weight")
    assert.notMatch(
      Buffer.from(bytes).toString(),
      /\beval\(|new Function\(|localStorage|sessionStorage|document\.cookie/
    )
  }
)
