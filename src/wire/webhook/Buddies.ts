/** Outbound events about a buddy's life. */
import { Schema } from "effect"
import { CeremonyKind } from "../answers/Buddy.ts"
import { event, flag, int, text, textOrNull, time } from "./Event.ts"
import { webhookExamples as given } from "./Examples.ts"

export const buddyEvents = {
  "buddy.hatched": event(
    "An egg's hatch operation completes.",
    {
      buddy_id: text,
      egg_id: text,
      user_id: text,
      name: text,
      image_url: textOrNull,
      thumb_url: textOrNull,
      evolution_stage: int
    },
    given["buddy.hatched"]
  ),
  "buddy.evolved": event(
    "An evolution completes.",
    {
      buddy_id: text,
      previous_stage: int,
      new_stage: int,
      image_url: textOrNull
    },
    given["buddy.evolved"]
  ),
  "buddy.prestiged": event(
    "A prestige threshold is crossed: the evolution stage starts over, the prestige counter goes up.",
    {
      buddy_id: text,
      prestige_level: int,
      from_evolution_stage: int,
      season_id: textOrNull,
      occurred_at: time
    },
    given["buddy.prestiged"]
  ),
  "buddy.ceremony_completed": event(
    "The user has watched a buddy's ceremony to its end.",
    {
      buddy_id: text,
      user_id: text,
      ceremony: CeremonyKind,
      evolution_stage: int,
      occurred_at: time
    },
    given["buddy.ceremony_completed"]
  ),
  "evolution.ready": event(
    "A buddy meets every requirement of its next stage.",
    {
      buddy_id: text,
      current_stage: int,
      next_stage: int,
      progress: Schema.Finite,
      auto_evolve: flag
    },
    given["evolution.ready"]
  )
}
