/** What the buddy is best at. */
import { useHere } from "../../core/here.ts"
import type { Skill } from "../../core/model.ts"
import { humanised, Meter } from "../../core/ui.tsx"

const shownMax = 5

const byHeight = ([a, one]: readonly [string, Skill], [b, other]: readonly [string, Skill]) =>
  other.level - one.level || other.points - one.points || (a < b ? -1 : 1)

export const Skills = ({ skills }: { readonly skills: Readonly<Record<string, Skill>> }) => {
  const { config, words } = useHere()
  const best = Object.entries(skills).sort(byHeight).slice(0, shownMax)
  if (best.length === 0) return null
  return (
    <section>
      <h3>{words.t("skills")}</h3>
      <ul class="skills">
        {best.map(([key, { level, nextLevelPoints, points }]) => {
          const name = config.labels.skills[key] ?? humanised(key)
          const share = nextLevelPoints === null ? 1 : nextLevelPoints > 0 ? points / nextLevelPoints : 0
          const text =
            nextLevelPoints === null
              ? words.t("grown")
              : words.t("progress", { completed: points, total: nextLevelPoints })
          return (
            <li key={key}>
              <p>
                <bdi class="clip">{name}</bdi> <span class="fine">{words.t("level", { level })}</span>
              </p>
              <Meter share={share} label={name} text={text} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
