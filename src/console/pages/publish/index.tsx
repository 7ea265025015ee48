/** Versions: what the draft would change, publishing it, and what happens to buddies that are there. */
import { useState } from "preact/hooks"
import type { ConfigVersionSummary } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { useNames } from "../../core/names.ts"
import { useAct, useRead } from "../../core/read.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Empty, Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Card, Pill, Table, Time } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { presets } from "../../words/presets.ts"
import { publish as words } from "../../words/publish.ts"
import { Impact } from "./impact.tsx"
import { Move } from "./move.tsx"

const read = async (signal: AbortSignal) => {
  const versions = await api.configVersions.list({ limit: 100 }, { signal }).toArray({ max: 200 })
  const draft = versions.find(({ status }) => status === "draft")
  return {
    versions,
    draft,
    active: versions.find(({ isActive }) => isActive),
    impact: draft === undefined ? undefined : await api.configVersions.getImpact(draft.configVersionId, { signal })
  }
}

const Sure = ({
  draft,
  onClose,
  onDone
}: {
  readonly draft: ConfigVersionSummary
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { error, isBusy, run } = useAct(async () => {
    await api.configVersions.publish(draft.configVersionId)
    say(words.done(draft.number))
    onDone()
  })
  return (
    <Dialog title={words.sure.title(draft.number)} onClose={onClose}>
      <p>{words.sure.text}</p>
      <Failure error={error} own={words.errorsOf} />
      <div class="row end">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="primary" isBusy={isBusy} onClick={run}>
          {words.send}
        </Button>
      </div>
    </Dialog>
  )
}

const Versions = ({ versions }: { readonly versions: ReadonlyArray<ConfigVersionSummary> }) => {
  const nameOf = useNames()
  return (
    <Card title={words.versions}>
      <Table head={words.versionHead} label={words.versions}>
        {versions.map((version) => (
          <tr key={version.configVersionId}>
            <td>{version.number}</td>
            <td>
              <Pill tone={version.isActive ? "good" : version.status === "draft" ? "warning" : ""}>
                {version.isActive ? words.active : words.states[version.status]}
              </Pill>
            </td>
            <td>
              <Time at={version.publishedAt} />
            </td>
            <td class="soft">{version.publishedBy === null ? "" : nameOf?.(version.publishedBy)}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

const Publish = () => {
  const { again, data, error, isReading } = useRead(read)
  const [isAsking, setAsking] = useState(false)
  const [published, setPublished] = useState<string>()
  if (data === undefined) {
    return (
      <Page title={words.title} intro={words.intro}>
        {error === undefined ? <Skeleton lines={8} /> : <Failure error={error} again={again} />}
      </Page>
    )
  }
  const { active, draft, impact, versions } = data
  return (
    <Page title={words.title} intro={words.intro}>
      <Failure error={error} again={again} />
      {active !== undefined && active.configVersionId === published && (
        <Notice tone="good" title={words.done(active.number)}>
          <p>{words.next}</p>
          <Link to="/keys" kind="button plain">
            {words.keys}
          </Link>
        </Notice>
      )}
      {draft === undefined || impact === undefined ? (
        <Empty title={words.nothing}>
          <p class="hint">{words.nothingText}</p>
          <Link to="/presets" kind="button plain">
            {presets.title}
          </Link>
        </Empty>
      ) : (
        <Card
          title={words.draft(draft.number)}
          note={impact.comparedWith === null ? words.first : words.compared}
          actions={
            <Button kind="primary" icon="publish" isOff={impact.errors.length > 0} onClick={() => setAsking(true)}>
              {words.send}
            </Button>
          }
        >
          <Impact impact={impact} />
        </Card>
      )}
      {/* Until it is known which version is live, nobody is counted against the one before. */}
      {active !== undefined && versions.length > 1 && !isReading && error === undefined && (
        <Move key={active.configVersionId} active={active} />
      )}
      {versions.length > 0 && <Versions versions={versions} />}
      {isAsking && draft !== undefined && (
        <Sure
          draft={draft}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            setPublished(draft.configVersionId)
            again()
          }}
        />
      )}
    </Page>
  )
}

export default Publish
