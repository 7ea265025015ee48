/** Who leads, and where one stands. */
import type { ComponentChildren } from "preact"
import { useHere } from "../../core/here.ts"
import { Drawing, Egg } from "../../core/icons.tsx"
import type { LeaderboardAnswer, Standing } from "../../core/model.ts"
import type { View } from "../../core/view.ts"
import { humanised, Picture } from "../../core/ui.tsx"
import { Quiet, quietStyle } from "../../parts/quiet/quiet.tsx"
import { Arrow } from "./icons.tsx"
import style from "./style.css"

const periods = ["daily", "weekly", "monthly", "all_time"] as const
type Period = (typeof periods)[number]

const isPeriod = (name: string): name is Period => (periods as ReadonlyArray<string>).includes(name)

const Podium = () => (
  <Drawing name="podium" box="0 0 96 72">
    <path class="low" d="M8 42h26v24H8zM62 48h26v18H62z" />
    <path class="high" d="M34 28h28v38H34z" />
    <path class="crown" d="M38 20l-3-13 8 6 5-9 5 9 8-6-3 13z" />
  </Drawing>
)

const Change = ({ by }: { readonly by: number | null }) => {
  const { words } = useHere()
  if (by === null) return <span aria-hidden="true">·</span>
  if (by === 0)
    return (
      <span class="change">
        <span aria-hidden="true">–</span>
        <span class="heard">{words.t("same")}</span>
      </span>
    )
  const count = Math.abs(by)
  return (
    <span class={`change ${by > 0 ? "up" : "down"}`}>
      <Arrow />
      <span aria-hidden="true">{words.number(count)}</span>
      <span class="heard">{words.t(by > 0 ? "up" : "down", { count })}</span>
    </span>
  )
}

interface RowProps {
  readonly entry: Standing
  readonly mark: "promoted" | "demoted" | undefined
  /** a row is a team, which has no picture */
  readonly ofTeam: boolean
}

const Row = ({ entry, mark, ofTeam }: RowProps) => {
  const { words } = useHere()
  const { isMe, name, rank, rankChange, thumbUrl, value } = entry
  return (
    <tr class={[isMe ? "me" : "", mark ?? "", rank !== null && rank <= 3 ? `top top-${rank}` : ""].join(" ")}>
      <td class="rank">
        <b>{rank === null ? "–" : words.number(rank)}</b>
      </td>
      <th scope="row">
        <span class="player">
          {!ofTeam && <Picture src={thumbUrl} alt="" size={32} fallback={<Egg />} />}
          <span class="clip">
            <bdi>{name ?? words.t(ofTeam ? "team" : "player")}</bdi>
          </span>
          {isMe && <span class="you">{words.t(ofTeam ? "your_team" : "you")}</span>}
        </span>
      </th>
      <td class="value">{words.number(value)}</td>
      <td class="moved">
        <Change by={rankChange} />
      </td>
    </tr>
  )
}

const Divider = ({ children }: { readonly children: ComponentChildren }) => (
  <tr class="divider">
    <td colSpan={4}>{children}</td>
  </tr>
)

const useMetric = ({ leaderboard }: LeaderboardAnswer) => {
  const { config, words } = useHere()
  const { key, type } = leaderboard?.metric ?? { key: null, type: "" }
  // of coins in general; two of them have a form of their own in some languages
  if (type.startsWith("coins")) return words.coins(3)
  return key === null ? words.t("score") : (config.labels.tokens[key] ?? config.labels.skills[key] ?? humanised(key))
}

const Board = ({ answer }: { readonly answer: LeaderboardAnswer }) => {
  const { words } = useHere()
  const metric = useMetric(answer)
  const { entries, league, me, total } = answer
  const promote = league?.promoteRank ?? null
  const demote = league?.demoteRank ?? null
  const markOf = (rank: number | null) => {
    if (rank === null) return undefined
    return promote !== null && rank <= promote ? "promoted" : demote !== null && rank >= demote ? "demoted" : undefined
  }
  // Equals share a rank, so the rank a line is named after may stand there twice, or not at all.
  const endsPromotion = (index: number) => {
    const [entry, next] = [entries[index]!, entries[index + 1]]
    if (markOf(entry.rank) !== "promoted") return false
    return next === undefined ? entry.rank === promote : markOf(next.rank) !== "promoted"
  }
  const beginsDemotion = (index: number) =>
    markOf(entries[index]!.rank) === "demoted" && markOf(entries[index - 1]?.rank ?? null) !== "demoted"
  const ofTeam = answer.leaderboard?.scope === "team"
  const isOutside = me !== null && entries.every(({ isMe }) => !isMe)
  return (
    <table>
      <caption class="heard">{words.t("region_leaderboard")}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span aria-hidden="true">#</span>
            <span class="heard">{words.t("rank")}</span>
          </th>
          <th scope="col">{words.t(ofTeam ? "team" : "player")}</th>
          <th scope="col" class="value">
            <bdi class="clip">{metric}</bdi>
          </th>
          <th scope="col" class="moved">
            <span class="heard">{words.t("change")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.flatMap((entry, index) => [
          beginsDemotion(index) && <Divider key="demoted">{words.t("demoted")}</Divider>,
          <Row key={index} entry={entry} mark={markOf(entry.rank)} ofTeam={ofTeam} />,
          endsPromotion(index) && <Divider key="promoted">{words.t("promoted")}</Divider>
        ])}
        {isOutside && (
          <Divider key="gap">{me.rank === null ? "…" : words.t("rank_of", { rank: me.rank, total })}</Divider>
        )}
        {isOutside && (
          <Row
            key="me"
            entry={{ ...me, name: "", thumbUrl: null, isMe: true }}
            mark={markOf(me.rank)}
            ofTeam={ofTeam}
          />
        )}
      </tbody>
    </table>
  )
}

const Show = ({ answer }: { readonly answer: LeaderboardAnswer }) => {
  const { config, words } = useHere()
  const { entries, league, leaderboard, me } = answer
  const endsAt = league?.endsAt ?? leaderboard?.endsAt ?? null
  return (
    <div class="board">
      <header class="row">
        <div>
          <h2>{league === null ? words.t("region_leaderboard") : <bdi>{league.tierName}</bdi>}</h2>
          <p class="fine">
            {league !== null && (
              <span>
                <bdi>{league.seasonName}</bdi>
              </span>
            )}
            {leaderboard !== null && isPeriod(leaderboard.period) && <span>{words.t(leaderboard.period)}</span>}
          </p>
        </div>
        {endsAt !== null && <p class="ending">{words.t("ends", { when: words.until(endsAt) })}</p>}
      </header>
      {entries.length === 0 && me === null ? (
        <Quiet drawing={<Podium />}>{config.copy.emptyCopy ?? words.t("no_rows")}</Quiet>
      ) : (
        <Board answer={answer} />
      )}
    </div>
  )
}

const leaderboard: View<LeaderboardAnswer> = {
  style: quietStyle + style,
  path: () => "/widget/leaderboard?limit=10",
  polls: true,
  Show
}

export default leaderboard
