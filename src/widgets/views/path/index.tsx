/** A guided journey: what is done, what is next, and what comes after. */
import { useHere } from "../../core/here.ts"
import { Drawing, Flame, Sparkle } from "../../core/icons.tsx"
import type { Path, PathAnswer } from "../../core/model.ts"
import type { View } from "../../core/view.ts"
import { Meter } from "../../core/ui.tsx"
import { Quiet, quietStyle } from "../../parts/quiet/quiet.tsx"
import { after } from "./after.ts"
import { Step } from "./step.tsx"
import { Stepper } from "./stepper.tsx"
import style from "./style.css"

const signs: Readonly<Record<string, string>> = {
  heart: "M12 21C5 15.5 2.5 12 2.5 8.3A5 5 0 0 1 12 6a5 5 0 0 1 9.5 2.3C21.5 12 19 15.5 12 21z",
  bolt: "M13.5 2L4.5 13.5h6L9.5 22l9.5-12h-6.5z",
  star: "M12 2.5l2.9 6.1 6.6.8-4.9 4.6 1.3 6.6L12 17.3l-5.9 3.3 1.3-6.6L2.5 9.4l6.6-.8z",
  leaf: "M20.5 3.5C11 3.5 5 7 5 13.5c0 3 2 7 7.5 7 7 0 8-8.5 8-17zM4 22l7-8"
}

const Sign = ({ icon }: { readonly icon: string }) => {
  if (icon === "flame") return <Flame lit />
  const sign = signs[icon]
  return sign === undefined ? (
    <Drawing name="trail">
      <path
        d="M5 20.5h8a3.5 3.5 0 0 0 0-7H9.5a3.5 3.5 0 0 1 0-7H19M16.5 3.5L19.5 6.5l-3 3"
        fill="none"
        stroke="currentColor"
        stroke-width="2.2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </Drawing>
  ) : (
    <Drawing name={icon}>
      <path d={sign} fill="currentColor" />
    </Drawing>
  )
}

const Journey = ({ path }: { readonly path: Path }) => {
  const { words } = useHere()
  const { completed, total } = path.progress
  const progress = words.t("progress", { completed, total })
  return (
    <div class={`path ${path.displayMode}`}>
      <header class="row">
        <span class="sign">
          <Sign icon={path.icon} />
        </span>
        <div class="grow">
          <h2 class="clip two">
            <bdi>{path.title}</bdi>
          </h2>
          <p class="fine">
            {path.completedAt === null ? progress : words.t("completed", { date: words.date(path.completedAt) })}
          </p>
        </div>
        {path.completedAt !== null && (
          <span class="finished">
            <Sparkle />
          </span>
        )}
      </header>
      <Meter share={total === 0 ? 0 : completed / total} label={path.title} text={progress} />
      {path.displayMode === "stepper" ? (
        <Stepper path={path} />
      ) : (
        <ol class="steps">
          {path.steps.map((step) => (
            <Step key={step.stepKey} step={step} path={path} />
          ))}
        </ol>
      )}
    </div>
  )
}

const Show = ({ answer }: { readonly answer: PathAnswer }) => {
  const { config, words } = useHere()
  return answer.path === null ? (
    <Quiet drawing={<Sign icon="path" />}>{config.copy.emptyCopy ?? words.t("no_path")}</Quiet>
  ) : (
    <Journey path={answer.path} />
  )
}

const path: View<PathAnswer> = {
  style: quietStyle + style,
  path: ({ pathKey }) => (pathKey === undefined ? "/widget/path" : `/widget/path/${encodeURIComponent(pathKey)}`),
  polls: false,
  accent: ({ path }) => path?.accentColor ?? null,
  after,
  Show
}

export default path
