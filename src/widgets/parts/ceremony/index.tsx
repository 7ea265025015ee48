/** A great moment, over the picture of the buddy. Loaded when there is one. */
import { useEffect } from "preact/hooks"
import { useHere } from "../../core/here.ts"
import { Egg, Sparkle } from "../../core/icons.tsx"
import type { Ceremony, Config } from "../../core/model.ts"
import { Button } from "../../core/ui.tsx"
import style from "./style.css"
import { all, saidIn } from "./words.ts"

/** The tenant's own words where it has set any. */
const ownText = ({ ceremony, evolutionStage }: Ceremony, { hatchCopy, levelUpCopy }: Config["copy"]) =>
  ceremony === "hatch" ? hatchCopy : ceremony === "evolution" ? levelUpCopy?.[`stage_${evolutionStage}`] : undefined

const colors = ["var(--accent)", "#ffc83d", "#ff7a8a", "#46c79a"]

/** In a fan that is the same every time. */
const confetti = Array.from({ length: 22 }, (_, index) => ({
  "--x": `${((index * 149) % 397) - 198}px`,
  "--y": `${-((index * 83) % 131) - 20}px`,
  "--spin": `${((index * 7) % 9) / 2 - 2}turn`,
  "--long": `${1.3 + ((index * 5) % 11) / 10}s`,
  background: colors[index % 4]!
}))

/** Builds are pinned for years, and the service may come to know moments that they do not. */
export const isKnown = ({ ceremony }: Ceremony) => Object.hasOwn(all["en"]!, ceremony)

export const Moment = (props: {
  readonly ceremony: Ceremony
  readonly name: string
  readonly stage: string
  readonly onClose: () => void
}) => {
  const { announce, config, still, words } = useHere()
  const { ceremony, name, stage } = props
  const { text: usual, title } = saidIn(words, ceremony.ceremony, { name, stage })
  const text = ownText(ceremony, config.copy) ?? usual
  useEffect(() => announce(`${title} ${text}`), [])
  return (
    <div class={`moment ${ceremony.ceremony}`} role="group" aria-label={title}>
      {!still && (
        <div class="stage-show" aria-hidden="true">
          {ceremony.ceremony === "hatch" && (
            <span class="shells">
              <Egg />
              <Egg />
            </span>
          )}
          <i class="flash" />
          {confetti.map((style) => (
            <i key={style["--x"]} class="confetti" style={style} />
          ))}
        </div>
      )}
      <div class="news">
        <h2>
          <Sparkle /> {title}
        </h2>
        <p>
          <bdi>{text}</bdi>
        </p>
        <Button onPress={props.onClose}>{words.t("close")}</Button>
      </div>
    </div>
  )
}

export { style }
