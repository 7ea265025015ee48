/** What was sent to an endpoint: every attempt, what it answered, and once more. */
import { useState } from "preact/hooks"
import type { WebhookDelivery } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { usePages } from "../../core/pages.ts"
import { useAct, useRead } from "../../core/read.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Choose, Filters, useChoice } from "../../ui/filters.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Failure, Skeleton } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { Card, Code, numberOf, Pill, Table, Time } from "../../ui/things.tsx"
import { webhooks } from "../../words/webhooks.ts"

const words = webhooks.deliveries

const look_again_ms = 10_000

const tones = { pending: "", delivered: "good", failed: "warning", exhausted: "bad" }

const Detail = ({ delivery, onClose }: { readonly delivery: WebhookDelivery; readonly onClose: () => void }) => {
  const { again, data, error } = useRead((signal) => api.webhooks.getDelivery(delivery.deliveryId, { signal }))
  return (
    <Dialog wide title={words.detail(delivery.event)} onClose={onClose}>
      <Failure error={error} again={again} />
      {data === undefined ? (
        error === undefined && <Skeleton lines={5} />
      ) : (
        <>
          <h3>{words.attempts}</h3>
          {data.attemptLog.length === 0 ? (
            <p class="hint">{words.none}</p>
          ) : (
            <Table head={words.attemptsHead} label={words.attempts}>
              {data.attemptLog.map((one) => (
                <tr key={one.attempt}>
                  <td>{one.attempt}</td>
                  <td>
                    <Time at={one.attemptedAt} />
                  </td>
                  <td>{one.responseStatus === null ? "–" : words.answer(one.responseStatus, one.responseMs)}</td>
                  <td class="soft">{one.error ?? one.responseExcerpt ?? "–"}</td>
                </tr>
              ))}
            </Table>
          )}
          <Code label={words.body} text={JSON.stringify(data.body, null, 2)} />
        </>
      )}
    </Dialog>
  )
}

const Row = ({
  delivery,
  onDone,
  onShow
}: {
  readonly delivery: WebhookDelivery
  readonly onDone: () => void
  readonly onShow: () => void
}) => {
  const { event, responseMs, responseStatus, status } = delivery
  const { error, isBusy, run } = useAct(async () => {
    await api.webhooks.replayDelivery(delivery.deliveryId)
    say(words.replayed)
    onDone()
  })
  return (
    <tr>
      <td>
        <code>{event}</code>
        <Failure error={error} />
      </td>
      <td>
        <Pill tone={tones[status]}>{words.statuses[status]}</Pill>
      </td>
      <td>{numberOf(delivery.attempts)}</td>
      <td class="soft">{responseStatus === null ? "–" : words.answer(responseStatus, responseMs ?? 0)}</td>
      <td>
        <Time at={delivery.createdAt} />
      </td>
      <td>
        <Time at={delivery.nextAttemptAt} />
      </td>
      <td>
        <span class="row">
          <Button small kind="quiet" label={words.showLabel(event)} onClick={onShow}>
            {words.show}
          </Button>
          {status !== "pending" && (
            <Button small isBusy={isBusy} label={words.replayLabel(event)} onClick={run}>
              {words.replay}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}

export const Deliveries = ({ id, turn }: { readonly id: string; readonly turn: number }) => {
  const status = useChoice("status", words.statuses)
  const pages = usePages(
    (signal) => api.webhooks.listDeliveries(id, { limit: 50, status }, { signal }),
    [id, status, turn],
    look_again_ms
  )
  const [shown, setShown] = useState<WebhookDelivery>()
  return (
    <Card title={words.title}>
      <Filters>
        <Choose name="status" label={words.status} texts={words.statuses} />
      </Filters>
      <Listing
        pages={pages}
        label={words.title}
        words={words}
        row={(delivery) => (
          <Row key={delivery.deliveryId} delivery={delivery} onDone={pages.again} onShow={() => setShown(delivery)} />
        )}
      />
      {shown !== undefined && <Detail delivery={shown} onClose={() => setShown(undefined)} />}
    </Card>
  )
}
