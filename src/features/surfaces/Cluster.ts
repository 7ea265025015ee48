/** What a runner does for surfaces: handing out profiles, and settling runs of recipes. */
import { Layer } from "effect"
import { ProfileStore } from "./buddy-profiles/Store.ts"
import { Apply } from "./profile-templates/Service.ts"
import { HostedRecipes } from "./hosted-surfaces/Service/Recipes.ts"
import { recipesDue } from "./hosted-surfaces/Workflow.ts"
import { ApplyLive } from "./profile-templates/Workflow.ts"

/** Families that have something to settle in time. */
export const surfacesDues = [recipesDue] as const

export const SurfacesServices = HostedRecipes.layer

/** Which workflow carries on with an operation of a kind. */
export const surfacesJobs = { apply_profile: Apply }

export const SurfacesWorkers = ApplyLive.pipe(Layer.provide(ProfileStore.layer))
