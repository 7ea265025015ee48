/** Where the sources of the smallest widgets are, see small/core/index.ts. Each version of them is another build. */
import { fileURLToPath } from "node:url"
import { bundleWidgets } from "../../../src/features/surfaces/cdn/Service/Bundle.ts"

const folder = fileURLToPath(new URL("small/", import.meta.url))

export const bundleSmall = (version = "1.2.3") => bundleWidgets({ folder, version })
