/**
 * The rules as the actors see them: two pure functions. A Reference, so that a test may hand in rules that misbehave.
 */
import { Context } from "effect"
import { decide } from "../../engine/core/decide.ts"
import type { Command } from "../../engine/core/Command.ts"
import type { DecideContext, Decision } from "../../engine/core/Decision.ts"
import { compile, type Snapshot } from "../../engine/core/Snapshot.ts"
import type { BuddyState } from "../../engine/core/State.ts"
import type { ConfigContent } from "../../wire/content/ConfigContent.ts"

export interface Engine {
  readonly compile: (content: ConfigContent, options: { readonly config_version_id: string }) => Snapshot
  readonly decide: (snapshot: Snapshot, state: BuddyState, command: Command, context: DecideContext) => Decision
}

export const Engine = Context.Reference<Engine>("hatchery/buddy/Engine", { defaultValue: () => ({ compile, decide }) })
