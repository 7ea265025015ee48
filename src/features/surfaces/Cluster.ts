/** What a runner does for surfaces: handing out profiles. */
import { Layer } from "effect"
import { ProfileStore } from "./buddy-profiles/Store.ts"
import { Apply } from "./profile-templates/Service.ts"
import { ApplyLive } from "./profile-templates/Workflow.ts"

/** Which workflow carries on with an operation of a kind. */
export const surfacesJobs = { apply_profile: Apply }

export const SurfacesWorkers = ApplyLive.pipe(Layer.provide(ProfileStore.layer))
