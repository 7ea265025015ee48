/** The overview: how far the workspace is, and how it does today. */
import { api } from "../../core/api.ts"
import { eventPath } from "../../core/links.ts"
import { useAct, useRead } from "../../core/read.ts"
import { useWorkspace } from "../../core/workspace.tsx"
import { Button, Link } from "../../ui/button.tsx"
import { Figure, Figures } from "../../ui/facts.tsx"
import { Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Card, numberOf, Table, Time } from "../../ui/things.tsx"
import { home as words } from "../../words/home.ts"
import { readProgress, Steps } from "./steps.tsx"

const look_again_ms = 5_000

const readFigures = async (signal: AbortSignal) => {
  const [overview, endpoints, billing, events] = await Promise.all([
    api.analytics.getOverview({ windowDays: 1 }, { signal }),
    api.webhooks.list({ limit: 100 }, { signal }),
    api.billing.getStatus({ signal }),
    api.events.list({ limit: 8 }, { signal })
  ])
  return { overview, endpoints, billing, events: events.data }
}

type Read = Awaited<ReturnType<typeof readFigures>>

const FiguresOf = ({ figures: { billing, endpoints, overview } }: { readonly figures: Read }) => {
  const failing = endpoints.data.filter(({ failingSince }) => failingSince !== null).length
  const { eventsPerMonth, eventsUsed } = billing.usage
  const { figures } = words
  return (
    <Figures label={figures.label}>
      <Figure text={figures.events} note={figures.eventsNote(overview.window.timezone)}>
        {numberOf(overview.events.count)}
      </Figure>
      <Figure text={figures.buddies} note={figures.buddiesNote(numberOf(overview.buddies.total))}>
        {numberOf(overview.buddies.active)}
      </Figure>
      <Figure
        text={figures.failing}
        note={figures.failingNote(numberOf(endpoints.meta.total))}
        tone={failing > 0 ? "bad" : ""}
      >
        {numberOf(failing)}
      </Figure>
      <Figure
        text={figures.quota}
        note={eventsPerMonth === null ? figures.unlimited : figures.quotaNote(numberOf(eventsPerMonth))}
        tone={eventsPerMonth !== null && eventsUsed >= eventsPerMonth * 0.8 ? "warning" : ""}
      >
        {numberOf(eventsUsed)}
        {eventsPerMonth !== null && (
          <meter min={0} max={eventsPerMonth} value={eventsUsed} aria-label={figures.quota} />
        )}
      </Figure>
    </Figures>
  )
}

const Recent = ({ figures: { events } }: { readonly figures: Read }) => {
  const { empty, emptyText, head, title } = words.recent
  return (
    <Card title={title}>
      {events.length === 0 ? (
        <p class="hint">
          <strong>{empty}.</strong> {emptyText}
        </p>
      ) : (
        <Table head={head} label={title}>
          {events.map((event) => (
            <tr key={event.eventId}>
              <td>
                <Link to={eventPath(event.eventId)}>
                  <code>{event.type}</code>
                </Link>
              </td>
              <td>{event.userId}</td>
              <td>
                <Time at={event.occurredAt} />
              </td>
              <td>{numberOf(event.effects.coins)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

const Confirm = () => {
  const { confirm } = words
  const { error, isBusy, run } = useAct(async () => {
    await api.auth.requestEmailVerification()
    say(confirm.sent)
  })
  return (
    <Notice tone="warning">
      <p>{confirm.text}</p>
      <Button small isBusy={isBusy} onClick={run}>
        {confirm.send}
      </Button>
      <Failure error={error} />
    </Notice>
  )
}

const Home = () => {
  const { user } = useWorkspace()
  const progress = useRead(readProgress, [], look_again_ms)
  const figures = useRead(readFigures, [], look_again_ms)
  const isSetUp = progress.data !== undefined && Object.values(progress.data).every((done) => done)
  return (
    <Page title={words.title} intro={isSetUp ? words.running : words.intro}>
      {!user.emailVerified && <Confirm />}
      {progress.data === undefined ? (
        progress.error === undefined && <Skeleton lines={6} />
      ) : (
        <Steps progress={progress.data} isSetUp={isSetUp} />
      )}
      <Failure error={progress.error ?? figures.error} again={figures.again} />
      {figures.data === undefined ? (
        figures.error === undefined && <Skeleton lines={3} />
      ) : (
        <FiguresOf figures={figures.data} />
      )}
      {figures.data !== undefined && <Recent figures={figures.data} />}
    </Page>
  )
}

export default Home
