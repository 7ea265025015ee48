/**
 * Buddies as anybody may see them: who is shown at all, and what of it its profile allows. Every page and every public
 * answer takes them from here; none adds a field of its own accord.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { stageName, streaksView } from "../../../engine/views/views.ts"
import { spoken, tellsStage } from "../../../wire/content/Profile.ts"
import { BuddyReads, type Standing } from "../../players/buddies/Store.ts"
import { ProfileStore } from "../buddy-profiles/Store.ts"
import { badgesFrom, type PublicBadge } from "./Store.ts"

/** null: its profile does not show it */
export interface PublicBuddy {
  /** for whoever reads more of it; in no public answer */
  readonly buddy_id: string
  readonly name: string
  readonly image_url: string
  readonly thumb_url: string | null
  readonly evolution_stage: number
  readonly stage_name: string
  readonly prestige_level: number
  readonly tagline: string | null
  /** whether its tagline says at which stage it is; in no public answer */
  readonly tells_stage: boolean
  readonly accent_color: string | null
  /** newest first, 12 at most; secret ones are in none */
  readonly badges: ReadonlyArray<PublicBadge> | null
  /** with those that are not among them; in no public answer */
  readonly badges_total: number
  /** the highest, highest first */
  readonly skills: ReadonlyArray<{ readonly name: string; readonly level: number }> | null
  /** the one that runs longest, of several the one that once ran longer; zeros where there is none */
  readonly streak: { readonly current: number; readonly longest: number } | null
  readonly coins: number | null
}

/** the highest */
const skills_max = 5

export class PublicBuddies extends Context.Service<
  PublicBuddies,
  {
    /** those that may be seen, by buddy_id; whoever is archived, without a picture, private or unknown is left out */
    find(customer_id: string, buddy_ids: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, PublicBuddy>>
  }
>()("hatchery/features/public-buddies/PublicBuddies") {
  static readonly layer = Layer.effect(
    PublicBuddies,
    Effect.gen(function* () {
      const reads = yield* BuddyReads
      const profiles = yield* ProfileStore
      const badgesOf = badgesFrom(yield* SqlClient.SqlClient)
      return PublicBuddies.of({
        find: Effect.fn("PublicBuddies.find")(function* (customer_id, buddy_ids) {
          const looks = yield* Effect.forEach(
            new Set(buddy_ids),
            (buddy_id) =>
              Effect.all([reads.standing(customer_id, buddy_id), profiles.read(customer_id, buddy_id)], {
                concurrency: 2
              }).pipe(Effect.catchTag("NotFound", () => Effect.undefined)),
            { concurrency: "unbounded" }
          )
          const seen = looks.flatMap((look) => {
            if (look === undefined) return []
            const [standing, profile] = look
            const { buddy } = standing
            const { image_url } = buddy
            if (buddy.status !== "active" || image_url === null || profile.is_private) return []
            return [{ standing, profile, image_url }]
          })
          const decorated = seen.filter(({ profile: { show } }) => show.badges)
          const badges = yield* badgesOf(
            customer_id,
            decorated.map(({ standing }) => standing)
          )
          return new Map(
            seen.map(({ image_url, profile: { accent_color, show, tagline }, standing }) => {
              const { buddy, snapshot, state } = standing
              const stage_name = stageName(snapshot, state)
              const held = badges.get(buddy.buddy_id)
              return [
                buddy.buddy_id,
                {
                  buddy_id: buddy.buddy_id,
                  name: buddy.name,
                  image_url,
                  thumb_url: buddy.thumb_url,
                  evolution_stage: buddy.evolution_stage,
                  stage_name,
                  prestige_level: buddy.prestige_level,
                  tagline: spoken(tagline, { name: buddy.name, stage_name }),
                  tells_stage: tellsStage(tagline),
                  accent_color,
                  badges: show.badges ? (held?.shown ?? []) : null,
                  badges_total: held?.total ?? 0,
                  skills: show.skills ? skillsOf(standing) : null,
                  streak: show.streak ? streakOf(standing) : null,
                  coins: show.coins ? buddy.coins : null
                }
              ]
            })
          )
        })
      })
    })
  ).pipe(Layer.provide([BuddyReads.layer, ProfileStore.layer]))
}

const skillsOf = ({ buddy: { skills }, snapshot }: Standing) =>
  Object.entries(skills)
    .map(([key, { level, points }]) => ({ name: snapshot.skills.get(key)?.skill.name ?? key, level, points }))
    .toSorted((a, b) => b.level - a.level || b.points - a.points)
    .slice(0, skills_max)
    .map(({ level, name }) => ({ name, level }))

type Streak = NonNullable<PublicBuddy["streak"]>

/** Of two as long as each other, the one that once ran longer. */
const runsLonger = (one: Streak, other: Streak) =>
  one.current > other.current || (one.current === other.current && one.longest > other.longest)

const streakOf = ({ at, buddy: { audience }, snapshot, state }: Standing) =>
  streaksView(snapshot, state, { ...at, audience })
    .map(({ current_streak, longest_streak }) => ({ current: current_streak, longest: longest_streak }))
    .reduce((best, one) => (runsLonger(one, best) ? one : best), { current: 0, longest: 0 })
