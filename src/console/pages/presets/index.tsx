/** Presets as cards: what each brings, and applying one, which replaces the draft. */
import { useState } from "preact/hooks"
import type { PresetSummary } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { useAct, useRead } from "../../core/read.ts"
import { go } from "../../core/router.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Pill } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { presets as words } from "../../words/presets.ts"

const read = async (signal: AbortSignal) => {
  const [{ data }, versions] = await Promise.all([
    api.presets.list({ signal }),
    api.configVersions.list({ limit: 100 }, { signal })
  ])
  return { presets: data, draft: versions.data.find(({ status }) => status === "draft") }
}

const Contents = ({ name }: { readonly name: string }) => {
  const { again, data, error } = useRead((signal) => api.presets.get(name, { signal }), [name])
  if (data === undefined) return error === undefined ? <Skeleton lines={2} /> : <Failure error={error} again={again} />
  const parts = Object.entries(words.parts).flatMap(([part, text]) => {
    const found: unknown = data.content[part as keyof typeof data.content]
    return Array.isArray(found) && found.length > 0 ? [{ part, text, count: found.length }] : []
  })
  return (
    <ul class="pills">
      {parts.map(({ count, part, text }) => (
        <li key={part}>
          <Pill>
            {count} {text}
          </Pill>
        </li>
      ))}
    </ul>
  )
}

const Preset = ({ onUse, preset }: { readonly preset: PresetSummary; readonly onUse: () => void }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <li class="card preset">
      <div>
        <h2>{preset.name}</h2>
        <p class="hint">{preset.description}</p>
      </div>
      {isOpen && <Contents name={preset.key} />}
      <div class="row">
        <Button onClick={onUse} label={`${words.apply}: ${preset.name}`}>
          {words.apply}
        </Button>
        <Button kind="quiet" onClick={() => setOpen(!isOpen)} label={`${words.look}: ${preset.name}`}>
          {isOpen ? words.hide : words.look}
        </Button>
      </div>
    </li>
  )
}

const Sure = ({
  draft,
  onClose,
  preset
}: {
  readonly preset: PresetSummary
  readonly draft: { readonly number: number } | undefined
  readonly onClose: () => void
}) => {
  const { sure } = words
  const { error, isBusy, run } = useAct(async () => {
    await api.presets.apply({ presetKey: preset.key })
    say(words.applied(preset.name))
    go("/rules/coin-rules")
  })
  return (
    <Dialog title={sure.title(preset.name)} onClose={onClose}>
      {draft === undefined ? (
        <p>{sure.fresh}</p>
      ) : (
        <Notice tone="warning">
          <p>{sure.replaces(draft.number)}</p>
        </Notice>
      )}
      <p class="hint">{sure.buddies}</p>
      <Failure error={error} />
      <div class="row end">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="primary" isBusy={isBusy} onClick={run}>
          {draft === undefined ? sure.apply : sure.replace}
        </Button>
      </div>
    </Dialog>
  )
}

const Presets = () => {
  const { again, data, error } = useRead(read)
  const [chosen, setChosen] = useState<PresetSummary>()
  return (
    <Page title={words.title} intro={words.intro}>
      <Failure error={error} again={again} />
      {data === undefined ? (
        error === undefined && <Skeleton lines={8} />
      ) : (
        <ul class="columns">
          {data.presets.map((preset) => (
            <Preset key={preset.key} preset={preset} onUse={() => setChosen(preset)} />
          ))}
        </ul>
      )}
      {chosen !== undefined && <Sure preset={chosen} draft={data?.draft} onClose={() => setChosen(undefined)} />}
    </Page>
  )
}

export default Presets
