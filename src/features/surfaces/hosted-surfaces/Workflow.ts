/** What a crash left of runs is settled. */
import { Effect } from "effect"
import type { Due } from "../../../platform/campaigns/Clock.ts"
import { HostedRecipes } from "./Service/Recipes.ts"

export const recipesDue = Effect.map(HostedRecipes, ({ recover }): Due => ({ name: "recipe runs", run: recover }))
