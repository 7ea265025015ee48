/** A step and its parts: each says what it is, and what can be done about it. */
import { useHere, useWrite } from "../../core/here.ts"
import type { Path, Step as StepOfPath, StepState, SubStep } from "../../core/model.ts"
import { Button, Problem } from "../../core/ui.tsx"
import { complete } from "./complete.ts"
import { Arrow, Check, Lock } from "./icons.tsx"

const Dot = ({ state }: { readonly state: StepState }) => (
  <span class={`dot ${state}`}>{state === "completed" ? <Check /> : state === "locked" ? <Lock /> : <i />}</span>
)

/** Only to where pages are: a tenant's link may not become a script of the host page. */
const isLink = (url: string | null): url is string => url !== null && /^(https?:\/\/|\/(?!\/))/i.test(url)

const Sub = ({ path, sub }: { readonly path: Path; readonly sub: SubStep }) => {
  const { announce, emit, session, words } = useHere()
  const { busy, problem, run } = useWrite()
  const { allowManualComplete, completedAt, contentUrl, ctaLabel, state, subStepKey, title } = sub
  const mayComplete = allowManualComplete && state === "available" && session.scopes.includes("events:track")
  const finish = () =>
    run(async () => {
      const answer = await complete(session, path.pathKey, subStepKey)
      emit("completed", { pathKey: path.pathKey, subStepKey, ...answer })
      const isWhole = answer.path.completedAt !== null
      announce(isWhole ? words.t("path_done", { title: path.title }) : words.t("step_done", { title }))
    })
  const stateText = words.t(state === "completed" ? "done" : state === "locked" ? "locked" : "open")
  return (
    <li class={`sub ${state}`} tabIndex={-1}>
      <Dot state={state} />
      <div class="grow">
        <p class="clip two">
          <bdi>{title}</bdi>
        </p>
        <p class="fine">
          {state === "completed" && completedAt !== null ? `${stateText} · ${words.date(completedAt)}` : stateText}
        </p>
        {state !== "locked" && (isLink(contentUrl) || mayComplete) && (
          <p class="ways">
            {isLink(contentUrl) && (
              <a
                href={contentUrl}
                target="_blank"
                rel="noopener noreferrer"
                class={`button ${mayComplete || state === "completed" ? "quiet" : "main"}`}
              >
                <bdi class="clip">{ctaLabel}</bdi> <Arrow /> <span class="heard">{words.t("new_tab")}</span>
              </a>
            )}
            {mayComplete && (
              <Button busy={busy} label={`${words.t("mark_done")}: ${title}`} onPress={() => void finish()}>
                {words.t("mark_done")}
              </Button>
            )}
          </p>
        )}
        <Problem text={problem} />
      </div>
    </li>
  )
}

export const Step = ({ path, step }: { readonly path: Path; readonly step: StepOfPath }) => (
  <li class={`step ${step.state}`}>
    <h3 class="clip two">
      <bdi>{step.title}</bdi>
    </h3>
    <ol class="subs">
      {step.subSteps.map((sub) => (
        <Sub key={sub.subStepKey} sub={sub} path={path} />
      ))}
    </ol>
  </li>
)
