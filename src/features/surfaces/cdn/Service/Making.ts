/** The build of this program's own sources. Programs that were packed with theirs have another module in its place. */
import { build as service } from "../../../../platform/observability/Build.ts"
import { bundleWidgets } from "./Bundle.ts"
import { packBundle, type PackedBuild } from "./Packing.ts"

export { endBundler } from "./Bundle.ts"

export const makeBuild = async (): Promise<PackedBuild> =>
  packBundle(await bundleWidgets({ version: service.version }), service.version)
