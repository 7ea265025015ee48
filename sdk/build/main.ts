/** `npm run sdk`: `@hatchery/sdk` in sdk/dist, and it, `@hatchery/testing` and `@hatchery/cli` as tarballs in sdk. */
import { copyFile, mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assembleCli } from "./cli.ts"
import { pack, writeDist } from "./package.ts"
import { assembleTesting } from "./testing.ts"

const sdk = fileURLToPath(new URL("..", import.meta.url))

/** Packed in a folder of its own, whose tarball is kept. */
const packed = async (assemble: (folder: string) => Promise<string>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "hatchery-package-"))
  const tarball = await assemble(join(folder, "package"))
  const place = join(sdk, basename(tarball))
  await copyFile(tarball, place)
  await rm(folder, { recursive: true, force: true })
  return place
}

await writeDist(sdk)
const made: ReadonlyArray<readonly [tarball: string, install: string]> = [
  [await pack(sdk), "npm install"],
  [await packed(assembleTesting), "npm install --save-dev vitest"],
  [await packed(assembleCli), "npm install --save-dev"]
]
for (const [tarball, install] of made) {
  const { size } = await stat(tarball)
  console.log(`${`${Math.ceil(size / 1024)} kB`.padStart(8)}  ${tarball}\n          ${install} ${tarball}`)
}
console.log("\nOnce it is installed, npx hatchery --help says what the CLI does.")
