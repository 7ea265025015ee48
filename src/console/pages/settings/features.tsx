/** Switches: changed in a draft, and published together. */
import { useState } from "preact/hooks"
import type { FeatureToggles } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { useAct, useRead } from "../../core/read.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Confirm } from "../../ui/confirm.tsx"
import { Check } from "../../ui/field.tsx"
import { Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { Card, Pill } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { settings } from "../../words/workspace.ts"

const words = settings.features

type Name = keyof FeatureToggles["published"]

const wireOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What the draft says, by the names of what is live. */
const draftedOf = ({ draft, published }: FeatureToggles) =>
  Object.keys(published).map((key) => {
    const name = key as Name
    const isLive = published[name]
    return { name, isLive, isOn: draft?.[wireOf(name)] ?? draft?.[name] ?? isLive }
  })

/** The switches, and what each is called. */
const readFeatures = async (signal: AbortSignal) => {
  const [toggles, { features }] = await Promise.all([
    api.featureToggles.get({ signal }),
    api.featureConfig.get({ signal })
  ])
  return { toggles, labels: new Map(features.map(({ featureKey, label }) => [String(featureKey), label])) }
}

type Read = Awaited<ReturnType<typeof readFeatures>>

type Drafted = ReturnType<typeof draftedOf>[number]

/** Each by itself: whoever flips the next one need not wait for the one before. */
const Switch = ({
  again,
  label,
  of: { isLive, isOn, name }
}: {
  readonly of: Drafted
  readonly label: string
  readonly again: () => void
}) => {
  const { error, isBusy, run } = useAct(async (name: Name, isOn: boolean) => {
    await api.featureToggles.update({ toggles: { [name]: isOn } })
    again()
  })
  return (
    <li class="row" aria-busy={isBusy}>
      <Check label={label} isOn={isOn} onValue={(value) => run(name, value)} />
      {isLive !== isOn && <Pill tone="warning">{words.live(isLive)}</Pill>}
      <Failure error={error} />
    </li>
  )
}

const Switches = ({ again, of: { labels, toggles } }: { readonly of: Read; readonly again: () => void }) => {
  const entitled: ReadonlyArray<string> = toggles.entitled
  const labelOf = (name: string) => labels.get(wireOf(name)) ?? name
  const all = draftedOf(toggles)
  const [included, locked] = [true, false].map((isIn) =>
    all.filter(({ name }) => entitled.includes(wireOf(name)) === isIn)
  )
  return (
    <>
      <ul class="checks switches">
        {included!.map((one) => (
          <Switch key={one.name} of={one} label={labelOf(one.name)} again={again} />
        ))}
      </ul>
      {locked!.length > 0 && <Locked names={locked!.map(({ name }) => labelOf(name))} />}
    </>
  )
}

/** What another plan would bring: said once of all of it, with the way there. */
const Locked = ({ names }: { readonly names: ReadonlyArray<string> }) => (
  <section class="stack" aria-label={words.locked}>
    <header class="row">
      <h3>{words.locked}</h3>
      <Link to="/usage">{common.nav.usage}</Link>
    </header>
    <ul class="checks switches">
      {names.map((name) => (
        <li key={name} class="soft">
          {name}
        </li>
      ))}
    </ul>
  </section>
)

export const Features = () => {
  const { again, data, error } = useRead(readFeatures)
  const [isAsked, setAsked] = useState(false)
  const discard = useAct(async () => {
    await api.featureToggles.discard()
    say(words.discarded)
    again()
  })
  const publish = async () => {
    await api.featureToggles.publish()
    say(words.published)
    again()
  }
  return (
    <Card title={words.title} note={words.note}>
      <Failure error={error ?? discard.error} again={again} />
      {data === undefined ? (
        error === undefined && <Skeleton lines={6} />
      ) : (
        <>
          {data.toggles.draft !== null && (
            <Notice tone="warning">
              <p>{words.isDraft}</p>
              <div class="row">
                <Button small kind="primary" needs="admin" onClick={() => setAsked(true)}>
                  {words.publish}
                </Button>
                <Button small isBusy={discard.isBusy} onClick={discard.run}>
                  {words.discard}
                </Button>
              </div>
            </Notice>
          )}
          <Switches of={data} again={again} />
        </>
      )}
      {isAsked && (
        <Confirm title={words.publishTitle} send={words.publish} onClose={() => setAsked(false)} onSend={publish}>
          <p>{words.publishText}</p>
        </Confirm>
      )}
    </Card>
  )
}
