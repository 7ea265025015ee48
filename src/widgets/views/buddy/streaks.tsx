/** What is kept up day after day: the longer, the brighter. */
import { useEffect, useRef, useState } from "preact/hooks"
import { useHere } from "../../core/here.ts"
import { Flame } from "../../core/icons.tsx"
import type { Streak } from "../../core/model.ts"
import { Count, humanised } from "../../core/ui.tsx"
import { Snowflake } from "./icons.tsx"

const One = ({ streak }: { readonly streak: Streak }) => {
  const { still, words } = useHere()
  const { currentStreak, expiresAt, freezesLeft, longestStreak, streakKey } = streak
  const before = useRef(currentStreak)
  const [grew, setGrew] = useState(false)
  useEffect(() => {
    setGrew(currentStreak > before.current)
    before.current = currentStreak
  }, [currentStreak])
  const isLit = currentStreak > 0
  return (
    <li class={`streak ${isLit ? "lit" : ""} ${grew && !still ? "grew" : ""}`}>
      <Flame lit={isLit} />
      <b class="length">
        <Count value={currentStreak} />
      </b>
      <div>
        <p class="clip">
          <bdi>{humanised(streakKey)}</bdi>
        </p>
        <p class="fine">
          {isLit && expiresAt !== null && Date.parse(expiresAt) > Date.now()
            ? words.t("ends", { when: words.until(expiresAt) })
            : isLit
              ? words.t("in_a_row", { count: currentStreak })
              : words.t("not_running")}
        </p>
      </div>
      <p class="fine side">
        {longestStreak > 0 && <span>{words.t("best", { count: longestStreak })}</span>}
        {freezesLeft > 0 && (
          <span class="freezes" role="img" aria-label={words.t("freezes", { count: freezesLeft })}>
            <Snowflake /> {words.number(freezesLeft)}
          </span>
        )}
      </p>
    </li>
  )
}

export const Streaks = ({ streaks }: { readonly streaks: ReadonlyArray<Streak> }) => {
  const { words } = useHere()
  if (streaks.length === 0) return null
  return (
    <section>
      <ul class="streaks" aria-label={words.t("streaks")}>
        {streaks.map((streak) => (
          <One key={streak.streakKey} streak={streak} />
        ))}
      </ul>
    </section>
  )
}
