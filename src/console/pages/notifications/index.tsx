/** What happened in the workspace that somebody should know, and the pages it leads to. */
import type { Notification } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { newsChanged } from "../../core/news.ts"
import { usePages } from "../../core/pages.ts"
import { useAct, useRead } from "../../core/read.ts"
import { useFilter } from "../../core/router.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Check } from "../../ui/field.tsx"
import { Filters } from "../../ui/filters.tsx"
import { Empty, Failure, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Card, Pill, Time } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { notifications as words } from "../../words/watch.ts"

const tones = { info: "", warning: "warning", critical: "bad" }

/** Below the console, whatever host the service calls itself by. */
const pathOf = (actionUrl: string) => /\/console(\/.*)?$/.exec(new URL(actionUrl).pathname)?.[1] ?? "/"

const One = ({ news, onRead }: { readonly news: Notification; readonly onRead: () => void }) => {
  const { error, isBusy, run } = useAct(async () => {
    await api.notifications.markRead(news.notificationId)
    newsChanged()
    onRead()
  })
  const isUnread = news.readAt === null
  return (
    <li class={isUnread ? "news unread" : "news"}>
      <div>
        <span class="row">
          <Pill tone={tones[news.severity]}>{words.severities[news.severity]}</Pill>
          {isUnread && <Pill tone="accent">{words.unread}</Pill>}
          <span class="fine">
            <Time at={news.createdAt} />
          </span>
        </span>
        <p>{news.message}</p>
        <Failure error={error} />
      </div>
      <span class="row">
        {news.actionUrl !== null && (
          <Link to={pathOf(news.actionUrl)} kind="button plain small" label={words.goLabel(news.message)}>
            {words.go}
          </Link>
        )}
        {isUnread && (
          <Button small kind="quiet" isBusy={isBusy} label={words.readLabel(news.message)} onClick={run}>
            {words.read}
          </Button>
        )}
      </span>
    </li>
  )
}

const week_ms = 7 * 86_400_000

const Mails = () => {
  const { again, data } = useRead((signal) => api.notifications.list({ limit: 1 }, { signal }))
  const { error, isBusy, run } = useAct(async (until: string | null) => {
    await api.notifications.pause({ until })
    say(until === null ? words.resumed : words.pauseDone)
    again()
    newsChanged()
  })
  if (data === undefined) return null
  const { pausedUntil } = data
  return (
    <Card title={words.mail}>
      <div class="row">
        {pausedUntil === null ? (
          <p class="hint">{words.pauseText}</p>
        ) : (
          <p class="hint">
            {words.paused} <Time at={pausedUntil} />
          </p>
        )}
        <Button
          small
          needs="admin"
          isBusy={isBusy}
          onClick={() => run(pausedUntil === null ? new Date(Date.now() + week_ms).toISOString() : null)}
        >
          {pausedUntil === null ? words.pause : words.resume}
        </Button>
      </div>
      <Failure error={error} />
    </Card>
  )
}

const Notifications = () => {
  const [only, setOnly] = useFilter("unread")
  const unread = only === "true" ? true : undefined
  const { again, error, hasMore, isReading, items, more } = usePages(
    (signal) => api.notifications.list({ limit: 50, unread }, { signal }),
    [unread]
  )
  const all = useAct(async () => {
    // By the service's clock, and no newer ones: those nobody has seen yet.
    const newest = Math.max(...(items ?? []).map(({ createdAt }) => Date.parse(createdAt)))
    await api.notifications.markManyRead({ before: new Date(newest + 1).toISOString() })
    newsChanged()
    say(words.allRead)
    again()
  })
  const hasUnread = items?.some(({ readAt }) => readAt === null) === true
  return (
    <Page
      title={words.title}
      intro={words.intro}
      actions={
        hasUnread && (
          <Button isBusy={all.isBusy} onClick={all.run}>
            {words.readAll}
          </Button>
        )
      }
    >
      <Filters>
        <Check label={words.only} isOn={unread === true} onValue={(isOn) => setOnly(isOn ? "true" : "")} />
      </Filters>
      <Failure error={error ?? all.error} again={again} />
      {items === undefined ? (
        error === undefined && <Skeleton lines={5} />
      ) : items.length === 0 ? (
        <Empty title={words.empty}>
          <p class="hint">{words.emptyText}</p>
        </Empty>
      ) : (
        <ul class="newsreel" aria-label={words.title}>
          {items.map((news) => (
            <One key={news.notificationId} news={news} onRead={again} />
          ))}
        </ul>
      )}
      {hasMore && (
        <div class="row">
          <Button isBusy={isReading} onClick={more}>
            {common.more}
          </Button>
        </div>
      )}
      <Mails />
    </Page>
  )
}

export default Notifications
