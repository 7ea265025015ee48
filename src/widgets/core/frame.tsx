/** What every widget shows around its content: the states it may be in, cards, and a voice. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Refused } from "./api.ts"
import { Anchored } from "./anchor.tsx"
import { loadCards } from "./parts.ts"
import { type Card, type Here, HereContext } from "./here.ts"
import type { Words } from "./i18n.ts"
import { Egg } from "./icons.tsx"
import type { Config, Effects } from "./model.ts"
import type { Shown } from "./shown.ts"
import { defaultTheme, variablesOf } from "./theme.ts"
import { Button } from "./ui.tsx"

/** As many blocks as the content will have, about where it will be. */
const Skeleton = ({ widget }: { readonly widget: string }) => (
  <div class={`skeleton of-${widget}`}>
    {[1, 2, 3, 4, 5].map((block) => (
      <i key={block} />
    ))}
  </div>
)

const State = (props: { readonly name: string; readonly children: ComponentChildren }) => (
  <div class={`state is-${props.name}`}>
    <Egg />
    {props.children}
  </div>
)

const Failed = ({ error, mount, words }: { readonly error: Refused; readonly mount: Shown; readonly words: Words }) => (
  <State name="error">
    <p>{words.refusal(error.code)}</p>
    <Button kind="quiet" busy={mount.isRetrying} onPress={mount.retry}>
      {words.t("retry")}
    </Button>
    {error.requestId !== null && <p class="reference">{words.t("reference", { id: error.requestId })}</p>}
  </State>
)

const Content = ({ mount, words }: { readonly mount: Shown; readonly words: Words }) => {
  const { answer, error, status, view } = mount
  if (status === "ready" && view !== undefined)
    return (
      <>
        <Anchored />
        <view.Show answer={answer} />
      </>
    )
  if (status === "expired") {
    return (
      <State name="expired">
        <p>{words.t("expired")}</p>
        {mount.host.canRenew() && <Button onPress={mount.restart}>{words.t("continue")}</Button>}
      </State>
    )
  }
  if (status === "unavailable") {
    return (
      <State name="unavailable">
        <p>{words.t("unavailable")}</p>
      </State>
    )
  }
  return error === undefined ? null : <Failed error={error} mount={mount} words={words} />
}

/** Said once: a text that is the same as the last is heard again. */
const useVoice = () => {
  const [said, setSaid] = useState({ text: "", turn: 0 })
  const announce = useMemo(() => (text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })), [])
  return { said, announce }
}

const queueMax = 5

/** What was earned waits for its turn, and is told whether it can be shown or not. */
const useCards = (mount: Shown) => {
  const [queue, setQueue] = useState<ReadonlyArray<{ readonly id: number; readonly card: Card }>>([])
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadCards>>>()
  const last = useRef(0)
  const raise = async (effects: Effects, words: Words, config: Config): Promise<ReadonlyArray<Card>> => {
    const isNews = effects.badgesAwarded.length + effects.streakUpdates.length > 0 || effects.evolutionReady
    const loaded = isNews ? await loadCards().catch(() => undefined) : undefined
    if (loaded === undefined) return []
    mount.adopt(loaded.style)
    setPart(loaded)
    const cards = loaded.cardsOf(effects, words, config, mount.buddyName)
    const added = cards.map((card) => ({ id: ++last.current, card }))
    setQueue((waiting) => [...waiting, ...added].slice(0, queueMax + 1))
    return cards
  }
  const [current] = queue
  const show = (closeLabel: string) =>
    part && current ? (
      <part.CardView
        key={current.id}
        card={current.card}
        closeLabel={closeLabel}
        onEnd={() => setQueue(([, ...rest]) => rest)}
      />
    ) : null
  return { raise, show }
}

const Lively = ({ mount, words }: { readonly mount: Shown; readonly words: Words }) => {
  const { config, session } = mount
  const { announce, said } = useVoice()
  const cards = useCards(mount)
  const speak = (effects: Effects, raised: ReadonlyArray<Card>) => {
    const { coins: amount } = effects
    const { coins: total } = mount
    const gained =
      amount > 0 && total !== undefined ? [words.t("gained", { amount, unit: words.coins(amount), total })] : []
    announce([...gained, ...raised.map(({ text, title }) => `${text}: ${title}`)].join(". "))
  }
  useLayoutEffect(
    () =>
      mount.onEffects(async (effects, isFirst) => {
        const raised = config && mount.raisesCards ? await cards.raise(effects, words, config) : []
        if (isFirst) speak(effects, raised)
      }),
    [config, words]
  )
  const here = useMemo<Here | undefined>(
    () =>
      config && {
        announce,
        config,
        session,
        words,
        widget: mount.host.widget,
        settings: mount.settings,
        dark: mount.dark,
        still: mount.still,
        watcher: mount.watcher,
        emit: mount.host.emit,
        adopt: mount.adopt,
        onEffects: mount.onEffects
      },
    [config, words, session, mount.settings, mount.dark, mount.still]
  )
  return (
    <HereContext.Provider value={here}>
      <Content mount={mount} words={words} />
      {mount.offline && (
        <p class="offline">
          <span>{words.t("offline")}</span>
        </p>
      )}
      {cards.show(words.t("close"))}
      <div class="heard" role="status" aria-live="polite">
        <span key={said.turn}>{said.text}</span>
      </div>
    </HereContext.Provider>
  )
}

export const Frame = ({ mount }: { readonly mount: Shown }) => {
  const { answer, config, dark, host, settings, status, still, view, words } = mount
  const theme = config?.theme ?? defaultTheme
  const accentColor = (answer !== undefined && view?.accent?.(answer)) || theme.accentColor
  const variables = variablesOf({ ...theme, accentColor }, dark)
  const classes = ["widget", `of-${host.widget}`, settings.surface, dark ? "dark" : "light", still ? "still" : "moving"]
  return (
    <div
      class={classes.join(" ")}
      tabIndex={-1}
      lang={words?.tag}
      dir={words?.dir}
      data-state={status}
      aria-busy={status === "loading" ? "true" : undefined}
      style={variables}
    >
      {status === "loading" && <Skeleton widget={host.widget} />}
      {words !== undefined && <Lively mount={mount} words={words} />}
    </div>
  )
}
