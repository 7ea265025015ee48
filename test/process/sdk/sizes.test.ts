/** What an entry weighs with everything it pulls in, and what is in it. */
import { assert, it } from "vitest"
import { entries, type Entry, minified } from "../../../sdk/build/package.ts"
import { gzipSync } from "node:zlib"

it.each(Object.entries(entries))(
  "%s weighs at most %i bytes, and runs where nothing may be evaluated",
  async (entry, most) => {
    const bytes = await minified(entry as Entry)
    assert.isAtMost(gzipSync(bytes).length, most)
    assert.notMatch(
      Buffer.from(bytes).toString(),
      /\beval\(|new Function\(|localStorage|sessionStorage|document\.cookie/
    )
  }
)
