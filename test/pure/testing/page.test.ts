/** The page about the kit shows tests that run here: `UPDATE_EXAMPLES=1` writes them into it. */
import { readFileSync, writeFileSync } from "node:fs"
import { assert, it } from "vitest"

const page = new URL("../../../docs/testing.md", import.meta.url)
const example = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")
const block = /<!-- (test\/testing\/examples\/\S+) -->\n```ts\n[^]*?```/g

it("docs/testing.md shows the examples as they run", () => {
  const text = readFileSync(page, "utf8")
  const wanted = text.replace(block, (_, path: string) => `<!-- ${path} -->\n\`\`\`ts\n${example(path)}\`\`\``)
  assert.strictEqual([...text.matchAll(block)].length, 3)
  if (process.env["UPDATE_EXAMPLES"] === "1") return writeFileSync(page, wanted)
  assert.strictEqual(text, wanted, "run this test with UPDATE_EXAMPLES=1")
})
