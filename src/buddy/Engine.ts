/**
 * The rules as the actors see them: two pure functions. A Reference, so that a test may hand in rules that misbehave.
 */
import { Context } from "effect"
import { decide } from "../engine/decide.ts"
import type { Command } from "../engine/Command.ts"
import type { DecideContext, Decision } from "../engine/Decision.ts"
import { compile, type Snapshot } from "../engine/Snapshot.ts"
import type { BuddyState } from "../engine/State.ts"
import type { ConfigContent } from "../wire/content/ConfigContent.ts"

export interface Engine {
  readonly compile: (content: ConfigContent, options: { readonly config_version_id: string }) => Snapshot
  readonly decide: (snapshot: Snapshot, state: BuddyState, command: Command, context: DecideContext) => Decision
}

export const Engine = Context.Reference<Engine>("hatchery/buddy/Engine", { defaultValue: () => ({ compile, decide }) })
