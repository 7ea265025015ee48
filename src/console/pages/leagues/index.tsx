/** Seasons of the leagues, and the rules they go by. */
import { useState } from "preact/hooks"
import type { LeagueSeason } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { chapterUrl } from "../../core/links.ts"
import { usePages } from "../../core/pages.ts"
import { useRead } from "../../core/read.ts"
import { Button, Outside } from "../../ui/button.tsx"
import { Confirm } from "../../ui/confirm.tsx"
import { Facts } from "../../ui/facts.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Failure, Notice, planMissing, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Card, numberOf, Pill, Time } from "../../ui/things.tsx"
import { leagues as words } from "../../words/watch.ts"

const RulesOf = () => {
  const { again, data, error } = useRead((signal) => api.leagues.getConfig({ signal }))
  if (data === undefined) return error === undefined ? <Skeleton lines={3} /> : <Failure error={error} again={again} />
  const { metric, tiers } = data
  return (
    <Card title={words.rules}>
      {!data.enabled && (
        <Notice>
          <p>{words.off}</p>
        </Notice>
      )}
      <Facts
        of={[
          [words.facts.metric, `${metric.type.replaceAll("_", " ")}${metric.key === null ? "" : ` · ${metric.key}`}`],
          [words.facts.days, words.days(data.seasonDays)],
          [words.facts.cohort, numberOf(data.cohortSize)],
          [words.facts.zone, data.timezone],
          [words.facts.tiers, tiers.map(({ name }) => name).join(", ") || "–"]
        ]}
      />
    </Card>
  )
}

const Leagues = () => {
  const pages = usePages((signal) => api.leagues.listSeasons({ limit: 50 }, { signal }))
  const [closing, setClosing] = useState<LeagueSeason>()
  const close = async () => {
    await api.leagues.forceCloseSeason(closing!.seasonId)
    say(words.closing)
    pages.again()
  }
  const row = (season: LeagueSeason) => (
    <tr key={season.seasonId}>
      <td>
        <strong>{season.name}</strong>
      </td>
      <td>
        <Pill tone={season.status === "active" ? "good" : ""}>{words.statuses[season.status]}</Pill>
      </td>
      <td>
        <Time at={season.startsAt} />
      </td>
      <td>
        <Time at={season.endsAt} />
      </td>
      <td>{numberOf(season.participants)}</td>
      <td>
        {season.status === "active" && (
          <Button
            small
            kind="danger"

            label={words.closeLabel(season.name)}
            onClick={() => setClosing(season)}
          >
            {words.close}
          </Button>
        )}
      </td>
    </tr>
  )
  return (
    <Page
      title={words.title}
      intro={words.intro}
      actions={<Outside href={chapterUrl("leagues")}>{words.reference}</Outside>}
    >
      {planMissing(pages.error) === undefined && <RulesOf />}
      <h2>{words.seasons}</h2>
      <Listing pages={pages} label={words.seasons} words={words} row={row} />
      {closing !== undefined && (
        <Confirm
          isDanger
          title={words.closeTitle(closing.name)}
          send={words.close}
          onClose={() => setClosing(undefined)}
          onSend={close}
        >
          <p>{words.closeText}</p>
        </Confirm>
      )}
    </Page>
  )
}

export default Leagues
