/** Buddies that users share: whether they may, what the pages say, and how many come by them. */
import type { ShareSettings } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { useEdits } from "../../core/edits.ts"
import { useAct, useRead } from "../../core/read.ts"
import { useUnsaved } from "../../core/router.ts"
import { Button } from "../../ui/button.tsx"
import { Figure, Figures } from "../../ui/facts.tsx"
import { Check, Text } from "../../ui/field.tsx"
import { Form, issueAt } from "../../ui/form.tsx"
import { Failure, Skeleton } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { Card, numberOf, Table } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { surfaces } from "../../words/insight.ts"

const words = surfaces.shares

const orNull = (text: string) => (text.trim() === "" ? null : text.trim())

const valuesOf = ({ ctaLabel, ctaUrl, enabled, listed, showTenantName }: ShareSettings) => ({
  ctaLabel: ctaLabel ?? "",
  ctaUrl: ctaUrl ?? "",
  enabled,
  listed,
  showTenantName
})

/** Nothing but what was changed here: the rest may be newer than what was read. */
const save = ({ ctaLabel, ctaUrl, ...switches }: Partial<ReturnType<typeof valuesOf>>) =>
  api.buddyShare.updateSettings({
    ...switches,
    ...(ctaLabel === undefined ? {} : { ctaLabel: orNull(ctaLabel) }),
    ...(ctaUrl === undefined ? {} : { ctaUrl: orNull(ctaUrl) })
  })

const Sharing = ({ again, settings }: { readonly settings: ShareSettings; readonly again: () => void }) => {
  const { change: take, changed, isDirty, values } = useEdits(valuesOf(settings), settings)
  useUnsaved(isDirty, common.leave)
  const { error, isBusy, run } = useAct(async () => {
    take(valuesOf(await save(changed)))
    say(words.saved)
    again()
  })
  return (
    <Card title={words.settings}>
      <Form error={error} fields={["cta_url", "cta_label"]} onSend={run} label={words.settings}>
        <Check label={words.enabled} isOn={values.enabled} onValue={(enabled) => take({ enabled })} />
        <Check
          label={words.showTenant}
          isOn={values.showTenantName}
          onValue={(showTenantName) => take({ showTenantName })}
        />
        <Check label={words.listed} isOn={values.listed} onValue={(listed) => take({ listed })} />
        <Text
          type="url"
          label={words.ctaUrl}
          value={values.ctaUrl}
          onValue={(ctaUrl) => take({ ctaUrl })}
          error={issueAt(error, "cta_url")}
        />
        <Text
          label={words.ctaLabel}
          value={values.ctaLabel}
          onValue={(ctaLabel) => take({ ctaLabel })}
          error={issueAt(error, "cta_label")}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {common.save}
        </Button>
      </Form>
    </Card>
  )
}

const Stats = () => {
  const { again, data, error } = useRead((signal) => api.buddyShare.getStats({ windowDays: 30 }, { signal }))
  if (data === undefined) return error === undefined ? <Skeleton lines={3} /> : <Failure error={error} again={again} />
  return (
    <Card title={words.stats}>
      <Figures label={words.stats}>
        <Figure text={words.links}>{numberOf(data.links)}</Figure>
        <Figure text={words.viewed}>{numberOf(data.viewed)}</Figure>
        <Figure text={words.clicked}>{numberOf(data.ctaClicked)}</Figure>
      </Figures>
      {data.channels.length > 0 && (
        <Table head={words.head} label={words.channels}>
          {data.channels.map((one) => (
            <tr key={one.channel}>
              <td>{one.channel.replaceAll("_", " ")}</td>
              <td class="number">{numberOf(one.opened)}</td>
              <td class="number">{numberOf(one.shared)}</td>
              <td class="number">{numberOf(one.viewed)}</td>
              <td class="number">{numberOf(one.ctaClicked)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

export const Shares = () => {
  const { again, data, error } = useRead((signal) => api.buddyShare.getSettings({ signal }))
  return (
    <>
      <Failure error={error} again={again} />
      {data === undefined ? error === undefined && <Skeleton lines={5} /> : <Sharing settings={data} again={again} />}
      <Stats />
    </>
  )
}
