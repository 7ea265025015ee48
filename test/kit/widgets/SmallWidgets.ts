/** Builds of the smallest widgets, see small/core/index.ts. Each version of them is another build. */
import { Layer } from "effect"
import { fileURLToPath } from "node:url"
import { WidgetBuild } from "../../../src/features/surfaces/cdn/Service.ts"
import { bundleWidgets } from "../../../src/features/surfaces/cdn/Service/Bundle.ts"
import { packBundle } from "../../../src/features/surfaces/cdn/Service/Packing.ts"

const folder = fileURLToPath(new URL("small/", import.meta.url))

export const bundleSmall = (version = "1.2.3") => bundleWidgets({ folder, version })

export const packSmall = async (version = "1.2.3") => packBundle(await bundleSmall(version), version)

/** What a service serves that is started with it. */
export const smallBuild = (version = "1.2.3") => Layer.succeed(WidgetBuild, () => packSmall(version))
