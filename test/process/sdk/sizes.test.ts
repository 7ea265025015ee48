/** What an entry weighs with everything it pulls in, as a bundler makes it. */
import { build } from "esbuild"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { assert, it } from "vitest"
import { root } from "../../kit/house/SourceTree.ts"

const limits = [["browser", 8]] as const

it.each(limits)("%s is at most %i kB", async (entry, kilobytes) => {
  const { outputFiles } = await build({
    entryPoints: [join(root, `sdk/src/${entry}.ts`)],
    bundle: true,
    format: "esm",
    minify: true,
    target: "es2022",
    write: false
  })
  const [file] = outputFiles
  assert.isAtMost(gzipSync(file?.contents ?? "").length, kilobytes * 1024)
  assert.notMatch(file?.text ?? "", /\beval\(|new Function\(|localStorage|sessionStorage|document\.cookie/)
})
