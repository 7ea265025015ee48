import { Effect, Layer, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { publicJson } from "../../../edge/pages/PublicJson.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { iso } from "../../../wire/Ids.ts"
import { type Hall, HallOfFameApi, type HallSeason, type HallSeasonPage, type HallSeasons } from "./Api.ts"
import { type FrozenSeason, Halls, type OpenHall } from "./Service.ts"

const championOf = ({ champion }: FrozenSeason): HallSeason["champion"] =>
  champion === null ? null : { name: champion.buddy?.name ?? null, thumb_url: champion.buddy?.thumb_url ?? null }

const seasonOf = (season: FrozenSeason): HallSeason => ({
  season_id: season.season_id,
  name: season.name,
  starts_at: iso(season.starts_at),
  ends_at: iso(season.ends_at),
  closed_at: iso(season.closed_at),
  participants: season.participants,
  champion: championOf(season)
})

const nameOf = ({ tenant_name, tenant_slug }: OpenHall) => ({ tenant_slug, tenant_name })

const missing = () => new NotFound({ resource: "page" })

export const HallOfFameHttp = HttpApiBuilder.group(
  feature(HallOfFameApi),
  "hall-of-fame",
  Effect.fn(function* (handlers) {
    const halls = yield* Halls
    const open = (slug: string) =>
      Effect.flatMap(halls.find(slug), (found) =>
        Option.isNone(found) ? Effect.fail(missing()) : Effect.succeed(found.value)
      )
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { data, meta } = yield* halls.index(query)
        const shown = data.map(({ hall, latest, seasons }): Hall => {
          const { champion, closed_at, name, season_id } = seasonOf(latest)
          return { ...nameOf(hall), seasons, latest: { season_id, name, closed_at, champion } }
        })
        return yield* publicJson({ data: shown, meta })
      }),
      seasons: Effect.fnUntraced(function* ({ params, query }) {
        const hall = yield* open(params.tenantSlug)
        const { data, meta } = yield* halls.seasons(hall, query)
        return yield* publicJson({ ...nameOf(hall), data: data.map(seasonOf), meta } satisfies HallSeasons)
      }),
      season: Effect.fnUntraced(function* ({ params }) {
        const hall = yield* open(params.tenantSlug)
        const found = yield* halls.season(hall, params.seasonId)
        if (Option.isNone(found)) return yield* missing()
        const { season, tiers } = found.value
        const shown = tiers.map(({ entries, ...tier }) => ({
          ...tier,
          entries: entries.map(({ buddy, rank, score }) => ({
            rank,
            name: buddy?.name ?? null,
            thumb_url: buddy?.thumb_url ?? null,
            evolution_stage: buddy?.evolution_stage ?? null,
            value: score
          }))
        }))
        return yield* publicJson({ ...nameOf(hall), season: seasonOf(season), tiers: shown } satisfies HallSeasonPage)
      })
    })
  })
).pipe(Layer.provide(Halls.layer))
