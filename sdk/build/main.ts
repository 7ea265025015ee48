/** `npm run sdk`: `@hatchery/sdk` in sdk/dist, and it and `@hatchery/testing` as tarballs in sdk. */
import { copyFile, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { pack, writeDist } from "./package.ts"
import { assembleTesting } from "./testing.ts"

const sdk = fileURLToPath(new URL("..", import.meta.url))

await writeDist(sdk)
console.log(await pack(sdk))

const folder = await mkdtemp(join(tmpdir(), "hatchery-testing-"))
const tarball = await assembleTesting(join(folder, "package"))
const place = join(sdk, basename(tarball))
await copyFile(tarball, place)
await rm(folder, { recursive: true, force: true })
console.log(place)
