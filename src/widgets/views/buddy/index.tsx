/** The buddy: how it looks, what it has, and how far it is. */
import type { BuddyAnswer } from "../../core/model.ts"
import type { View } from "../../core/view.ts"
import { useHere, usePart } from "../../core/here.ts"
import { loadBrag, loadTogether } from "../../core/parts.ts"
import { Coins, Count, humanised, Meter } from "../../core/ui.tsx"
import { Sparkle } from "../../core/icons.tsx"
import { after } from "./after.ts"
import { Badges } from "./badges.tsx"
import { Portrait } from "./portrait.tsx"
import { Skills } from "./skills.tsx"
import { Streaks } from "./streaks.tsx"
import style from "./style.css"

const stageLabel = ({ evolution, buddy }: BuddyAnswer, label: string | undefined, other: string) =>
  evolution.stageName ?? label ?? (buddy.evolutionStage > 0 ? other : "")

const Growth = ({ answer, stage }: { readonly answer: BuddyAnswer; readonly stage: string }) => {
  const { config, words } = useHere()
  const { nextStage, nextStageName, progress, ready } = answer.evolution
  if (nextStage === null) {
    return (
      <p class="grown">
        <Sparkle /> {words.t("grown")}
      </p>
    )
  }
  const next = nextStageName ?? config.labels.stages[nextStage] ?? words.t("stage", { stage: nextStage })
  const label = words.t("growing", { stage: next })
  return (
    <div class={ready ? "growth ready" : "growth"}>
      <p class="ends">
        <bdi class="clip">{stage}</bdi>
        <span>
          {ready ? (
            <b>
              <Sparkle /> {words.t("ready")}
            </b>
          ) : (
            <bdi class="clip">{next}</bdi>
          )}
        </span>
      </p>
      <Meter share={ready ? 1 : progress} full={ready} label={label} text={words.percent(ready ? 1 : progress)} />
      {!ready && <p class="share">{words.percent(Math.floor(progress * 100) / 100)}</p>}
    </div>
  )
}

const Tokens = ({ tokens }: { readonly tokens: BuddyAnswer["buddy"]["tokens"] }) => {
  const { config } = useHere()
  const all = Object.entries(tokens)
  return all.length === 0 ? null : (
    <ul class="tokens">
      {all.map(([key, value]) => (
        <li key={key}>
          <b>
            <Count value={value} />
          </b>{" "}
          <bdi class="clip">{config.labels.tokens[key] ?? humanised(key)}</bdi>
        </li>
      ))}
    </ul>
  )
}

const Show = ({ answer }: { readonly answer: BuddyAnswer }) => {
  const { config, words } = useHere()
  const { buddy, profile } = answer
  const number = words.t("stage", { stage: buddy.evolutionStage })
  const stage = stageLabel(answer, config.labels.stages[buddy.evolutionStage], number)
  const shows = (name: string) => config.modules.includes(name)
  const part = usePart(loadTogether, shows("campaigns") || shows("community"))
  const brag = usePart(loadBrag, config.brag)
  return (
    <div class="buddy">
      <Portrait answer={answer} stage={stage} />
      <div class="about">
        {brag && <brag.Telling answer={answer} />}
        <header>
          <div class="who">
            <h2>
              <bdi class="clip">{buddy.name}</bdi>
            </h2>
            {profile.tagline !== null && (
              <p class="tagline clip two">
                <bdi>{profile.tagline}</bdi>
              </p>
            )}
            {buddy.prestigeLevel > 0 && <p class="prestige">{words.t("prestige", { level: buddy.prestigeLevel })}</p>}
          </div>
          <Coins value={buddy.coins} />
        </header>
        <Growth answer={answer} stage={stage} />
        <Tokens tokens={buddy.tokens} />
      </div>
      <div class="more">
        {shows("streak") && <Streaks streaks={answer.streaks} />}
        <Skills skills={buddy.skills} />
        {(shows("badges") || answer.badges.length > 0) && <Badges badges={answer.badges} total={answer.badgeCount} />}
        {part && <part.Together />}
      </div>
    </div>
  )
}

const buddy: View<BuddyAnswer> = {
  style,
  path: () => "/widget/buddy",
  polls: true,
  accent: ({ profile }) => profile.accentColor,
  after,
  Show
}

export default buddy
