/**
 * What has just been earned, over the widget: one card at a time, gone by itself or when told to. Loaded with the first
 * that there is.
 */
import { useEffect, useState } from "preact/hooks"
import type { Card } from "../../core/here.ts"
import { Cross, Flame, Medal, Sparkle } from "../../core/icons.tsx"
import type { Words } from "../../core/i18n.ts"
import type { Config, Effects } from "../../core/model.ts"
import { Button, humanised } from "../../core/ui.tsx"
import style from "./style.css"

const shown_ms = 6_000

const milestones = new Set([3, 5, 7, 10, 14, 21, 30, 50, 75, 365, 500, 730])
const isMilestone = (length: number) => milestones.has(length) || (length > 0 && length % 100 === 0)

/** What an event has earned that deserves a card. */
export const cardsOf = (effects: Effects, { t }: Words, { copy }: Config, name: string): ReadonlyArray<Card> => [
  ...effects.badgesAwarded.map(({ label }): Card => ({
    kind: "badge",
    title: label,
    text: copy.badgeCopy?.replaceAll("{count}", String(effects.badgesAwarded.length)) ?? t("new_badge")
  })),
  ...effects.streakUpdates.flatMap(({ currentStreak, extended, streakKey }): ReadonlyArray<Card> =>
    extended && isMilestone(currentStreak)
      ? [{ kind: "streak", title: t("in_a_row", { count: currentStreak }), text: humanised(streakKey) }]
      : []
  ),
  ...(effects.evolutionReady
    ? [{ kind: "evolution" as const, title: t("ready"), text: t("ready_text", { name }) }]
    : [])
]

const pictures = {
  badge: () => <Medal tier="gold" />,
  streak: () => <Flame lit />,
  evolution: () => <Sparkle />
}

/** Whoever points at it or is in it has all the time there is. */
export const CardView = (props: { readonly card: Card; readonly closeLabel: string; readonly onEnd: () => void }) => {
  const { card, closeLabel, onEnd } = props
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(onEnd, shown_ms)
    return () => clearTimeout(timer)
  }, [held])
  return (
    <div
      class={`toast ${card.kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <span class="toast-picture">{pictures[card.kind]()}</span>
      <p>
        <b class="clip two">
          <bdi>{card.title}</bdi>
        </b>
        <span class="clip">
          <bdi>{card.text}</bdi>
        </span>
      </p>
      <Button kind="round" label={closeLabel} onPress={onEnd}>
        <Cross />
      </Button>
    </div>
  )
}

export { style }
