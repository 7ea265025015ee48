/** `npm run sdk`: the package in sdk/dist, and as a tarball beside it. */
import { fileURLToPath } from "node:url"
import { pack, writeDist } from "./package.ts"

const sdk = fileURLToPath(new URL("..", import.meta.url))

await writeDist(sdk)
console.log(await pack(sdk))
