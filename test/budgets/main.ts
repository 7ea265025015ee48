/** Part of `npm run check`: builds what browsers load, prints what it weighs, and fails when it is too much. */
import { bundleWidgets } from "../../src/features/surfaces/cdn/Service/Bundle.ts"
import { build } from "../../src/platform/observability/Build.ts"
import { consoleSums, judge, judgeConsole, measure, sums } from "./Budgets.ts"

const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(6)

const bundle = await bundleWidgets({ version: build.version })
const files = measure(bundle)
for (const { bytes, gzip_bytes, name } of files) {
  console.log(`${name.padEnd(16)} ${kB(gzip_bytes)} kB packed, ${kB(bytes)} kB`)
}
const heaviest = sums(files).toSorted((a, b) => b.gzip_bytes - a.gzip_bytes)[0]
if (heaviest !== undefined) console.log(`at most ${kB(heaviest.gzip_bytes)} kB for a widget: ${heaviest.name}`)
const console_sums = consoleSums(bundle)
console.log(`${kB(console_sums.start.gzip_bytes)} kB before the console shows anything`)
for (const { gzip_bytes, name } of console_sums.pages) console.log(`${kB(gzip_bytes)} kB more for ${name}`)
for (const complaint of [...judge(files), ...judgeConsole(console_sums)]) {
  console.error(complaint)
  process.exitCode = 1
}
