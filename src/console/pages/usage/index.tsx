/** The plan: what it includes, what is used of it, and the way to more. */
import { useState } from "preact/hooks"
import { api } from "../../core/api.ts"
import { usePages } from "../../core/pages.ts"
import { useAct, useRead } from "../../core/read.ts"
import { useWorkspace } from "../../core/workspace.tsx"
import { Button } from "../../ui/button.tsx"
import { Figure, Figures } from "../../ui/facts.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { Card, numberOf, Pill, Table, Time } from "../../ui/things.tsx"
import { usage as words } from "../../words/workspace.ts"
import { monthsSince } from "./months.ts"
import { BuyCredits, ChangePlan } from "./pay.tsx"

const read = async (signal: AbortSignal) => {
  const [status, months, credits, { features }] = await Promise.all([
    api.billing.getStatus({ signal }),
    api.billing.getUsage({ months: 6 }, { signal }),
    api.credits.getBalance({ signal }),
    api.featureConfig.get({ signal })
  ])
  const labels = new Map(features.map(({ featureKey, label }) => [String(featureKey), label]))
  return { status, months: months.months, credits, labels }
}

type Read = Awaited<ReturnType<typeof read>>

const nearly = 0.8

const Now = ({ of: { credits, status } }: { readonly of: Read }) => {
  const { eventsPerMonth, eventsUsed, resetsAt } = status.usage
  return (
    <Figures label={words.figures}>
      <Figure text={words.plan} note={words.states[status.state]} tone={status.state === "past_due" ? "bad" : ""}>
        {words.plans[status.plan]}
      </Figure>
      <Figure
        text={words.events}
        note={eventsPerMonth === null ? words.unlimited : words.eventsOf(numberOf(eventsPerMonth))}
        tone={eventsPerMonth !== null && eventsUsed >= eventsPerMonth * nearly ? "warning" : ""}
      >
        {numberOf(eventsUsed)}
        {eventsPerMonth !== null && <meter min={0} max={eventsPerMonth} value={eventsUsed} aria-label={words.events} />}
      </Figure>
      <Figure
        text={words.credits}
        note={words.creditsNote(numberOf(credits.monthlyRemaining), numberOf(credits.purchasedRemaining))}
      >
        {numberOf(credits.balance)}
      </Figure>
      <div class="figure">
        <dt>{words.resets}</dt>
        <dd class="fine">
          <Time at={resetsAt} />
        </dd>
        {status.subscription?.currentPeriodEnd != null && (
          <dd class="fine">
            {words.period} <Time at={status.subscription.currentPeriodEnd} />
          </dd>
        )}
      </div>
    </Figures>
  )
}

const Months = ({ of: { months } }: { readonly of: Read }) => {
  const { customer } = useWorkspace()
  return (
    <Card title={words.months}>
      <Table head={words.monthsHead} label={words.months}>
        {monthsSince(customer.createdAt, months).map((one) => (
          <tr key={one.month}>
            <td>
              <time dateTime={one.month}>{one.month}</time>
            </td>
            <td class="number">{numberOf(one.events)}</td>
            <td class="number">{one.eventsQuota === null ? words.unlimited : numberOf(one.eventsQuota)}</td>
            <td class="number">{numberOf(one.activeUsers)}</td>
            <td class="number">{numberOf(one.webhooksDelivered)}</td>
            <td class="number">{numberOf(one.creditsUsed)}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

const Credits = () => {
  const pages = usePages((signal) => api.credits.listLedger({ limit: 20 }, { signal }))
  return (
    <Card title={words.ledger}>
      <Listing
        pages={pages}
        label={words.ledger}
        words={{ head: words.ledgerHead, empty: words.ledgerEmpty }}
        row={(entry) => (
          <tr key={entry.entryId}>
            <td>
              <Time at={entry.createdAt} />
            </td>
            <td>{words.types[entry.type]}</td>
            <td class="number">{numberOf(entry.amount)}</td>
            <td class="number">{numberOf(entry.balanceAfter)}</td>
            <td class="soft">{entry.purpose?.replaceAll("_", " ") ?? "–"}</td>
          </tr>
        )}
      />
    </Card>
  )
}

const Usage = () => {
  const { again, data, error } = useRead(read)
  const [doing, setDoing] = useState<"plan" | "credits">()
  const portal = useAct(async () => location.assign((await api.billing.portal()).url))
  const actions = (
    <>
      {data?.status.subscription != null && (
        <Button needs="owner" isBusy={portal.isBusy} onClick={portal.run}>
          {words.portal}
        </Button>
      )}
      <Button needs="owner" onClick={() => setDoing("credits")}>
        {words.buy}
      </Button>
      <Button kind="primary" needs="owner" onClick={() => setDoing("plan")}>
        {words.change}
      </Button>
    </>
  )
  return (
    <Page title={words.title} intro={words.intro} actions={actions}>
      <Failure error={error ?? portal.error} again={again} />
      {data?.status.state === "past_due" && (
        <Notice tone="bad">
          <p>{words.pastDue}</p>
        </Notice>
      )}
      {data === undefined ? (
        error === undefined && <Skeleton tall lines={6} />
      ) : (
        <>
          <Now of={data} />
          <Card title={words.includes}>
            <ul class="pills">
              {data.status.capabilities.map((name) => (
                <li key={name}>
                  <Pill>{data.labels.get(name) ?? name.replaceAll("_", " ")}</Pill>
                </li>
              ))}
            </ul>
          </Card>
          <Months of={data} />
        </>
      )}
      <Credits />
      {doing === "plan" && <ChangePlan now={data?.status.plan} onClose={() => setDoing(undefined)} />}
      {doing === "credits" && <BuyCredits onClose={() => setDoing(undefined)} />}
    </Page>
  )
}

export default Usage
