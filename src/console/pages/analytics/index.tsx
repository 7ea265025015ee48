/** Reports over a window of days: each with its chart, its table and a file of it. */
import { useEffect, useState } from "preact/hooks"
import type { AnalyticsOverview } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import type { PageProps } from "../../core/kinds.ts"
import { useRead } from "../../core/read.ts"
import { go, useFilter } from "../../core/router.ts"
import { Figure, Figures } from "../../ui/facts.tsx"
import { Select } from "../../ui/field.tsx"
import { Filters } from "../../ui/filters.tsx"
import { FirstEvent } from "../../ui/firstEvent.tsx"
import { Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { numberOf, Time } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { analytics as words } from "../../words/insight.ts"
import { isNothing, ReportCard } from "./report.tsx"
import { type Name, type Read, readActivity, readers, readHasNoEvent } from "./reports.ts"

/** What there is without any event: gifts are counted, and so is what they bought. */
const isStill = ({ badgesAwarded, coins, events, itemsAcquired, users, webhooks }: AnalyticsOverview) =>
  [badgesAwarded, coins.issued, coins.outstanding, events.count, itemsAcquired, users.total, webhooks.delivered].every(
    (count) => count === 0
  )

const Totals = ({ of }: { readonly of: AnalyticsOverview }) => {
  const { figures } = words
  const { coins, events, users, webhooks } = of
  return (
    <Figures label={figures.label}>
      <Figure text={figures.users} note={figures.usersNote(numberOf(users.new))}>
        {numberOf(users.total)}
      </Figure>
      <Figure
        text={figures.events}
        note={figures.eventsNote(events.perActiveUser === null ? words.none : numberOf(events.perActiveUser))}
      >
        {numberOf(events.count)}
      </Figure>
      <Figure text={figures.coins} note={figures.coinsNote(numberOf(coins.spent))}>
        {numberOf(coins.issued)}
      </Figure>
      <Figure text={figures.outstanding}>{numberOf(coins.outstanding)}</Figure>
      <Figure text={figures.badges}>{numberOf(of.badgesAwarded)}</Figure>
      <Figure text={figures.items}>{numberOf(of.itemsAcquired)}</Figure>
      <Figure text={figures.evolutions}>{numberOf(of.evolutions)}</Figure>
      <Figure
        text={figures.deliveries}
        note={figures.deliveriesNote(numberOf(webhooks.exhausted))}
        tone={webhooks.exhausted > 0 ? "bad" : ""}
      >
        {numberOf(webhooks.delivered)}
      </Figure>
    </Figures>
  )
}

const Reports = ({ of: { asOf, reports, stale, zone } }: { readonly of: Read }) => (
  <>
    {stale && (
      <Notice tone="warning">
        <p>{words.stale}</p>
      </Notice>
    )}
    {reports.map((report) => (
      <ReportCard key={report.title} {...report} />
    ))}
    <p class="fine">
      {words.asOf} <Time at={asOf} />, {words.zone(zone)}
    </p>
  </>
)

const Begin = () => <FirstEvent text={common.firstEvent.counted} />

/** What was sent a moment ago is counted within seconds. */
const look_again_ms = 2_000

const Overview = ({ days }: { readonly days: number }) => {
  const [isCounting, setCounting] = useState(false)
  const { again, data, error } = useRead(
    async (signal) => {
      const [totals, activity, hasNoEvent] = await Promise.all([
        api.analytics.getOverview({ windowDays: days }, { signal }),
        readActivity(days, signal),
        readHasNoEvent(signal)
      ])
      return { totals, activity, hasNoEvent, isBehind: !hasNoEvent && totals.users.total === 0 }
    },
    [days],
    isCounting ? look_again_ms : undefined
  )
  useEffect(() => setCounting(data?.isBehind === true), [data])
  if (data === undefined) return error === undefined ? <Skeleton lines={6} /> : <Failure error={error} again={again} />
  return (
    <>
      <Failure error={error} again={again} />
      {data.hasNoEvent && <Begin />}
      {data.isBehind && (
        <Notice>
          <p>{words.counting}</p>
        </Notice>
      )}
      {!(data.hasNoEvent && isStill(data.totals)) && <Totals of={data.totals} />}
      {!data.hasNoEvent && <Reports of={data.activity} />}
    </>
  )
}

const One = ({ days, name }: { readonly name: Name; readonly days: number }) => {
  const { again, data, error } = useRead(
    async (signal) => {
      const [report, hasNoEvent] = await Promise.all([readers[name](days, signal), readHasNoEvent(signal)])
      return { report, hasNoEvent }
    },
    [name, days]
  )
  return (
    <>
      <Failure error={error} again={again} />
      {data === undefined ? (
        error === undefined && <Skeleton lines={6} />
      ) : data.hasNoEvent && data.report.reports.every(isNothing) ? (
        <Begin />
      ) : (
        <Reports of={data.report} />
      )}
    </>
  )
}

const tabs = Object.entries(words.tabs).map(([key, text]) => ({ key, text }))
const windows = Object.entries(words.windows).map(([value, text]) => ({ value, text }))

const Analytics = ({ rest }: PageProps) => {
  const [chosen, choose] = useFilter("days")
  const days = Object.hasOwn(words.windows, chosen) ? chosen : "30"
  const tab = Object.hasOwn(words.tabs, rest) ? rest : "overview"
  const query = chosen === "" ? "" : `?days=${days}`
  return (
    <Page title={words.title} intro={words.intro}>
      <Filters>
        <Select label={words.window} value={days} choices={windows} onValue={choose} />
      </Filters>
      <div>
        <Tabs
          label={words.label}
          tabs={tabs}
          current={tab}
          onTab={(key) => go(`/analytics${key === "overview" ? "" : `/${key}`}${query}`, { replace: true })}
        >
          <div class="stack tab-body">
            {tab === "overview" ? (
              <Overview days={Number(days)} />
            ) : (
              <One key={tab} name={tab as Name} days={Number(days)} />
            )}
          </div>
        </Tabs>
      </div>
    </Page>
  )
}

export default Analytics
