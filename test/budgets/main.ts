/** Part of `npm run check`: builds what browsers load, prints what it weighs, and fails when it is too much. */
import { bundleWidgets } from "../../src/features/surfaces/cdn/Service/Bundle.ts"
import { build } from "../../src/platform/observability/Build.ts"
import { judge, measure, sums } from "./Budgets.ts"

const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(6)

const files = measure(await bundleWidgets({ version: build.version }))
for (const { bytes, gzip_bytes, name } of files) {
  console.log(`${name.padEnd(16)} ${kB(gzip_bytes)} kB packed, ${kB(bytes)} kB`)
}
const heaviest = sums(files).toSorted((a, b) => b.gzip_bytes - a.gzip_bytes)[0]
if (heaviest !== undefined) console.log(`at most ${kB(heaviest.gzip_bytes)} kB for a widget: ${heaviest.name}`)
for (const complaint of judge(files)) {
  console.error(complaint)
  process.exitCode = 1
}
