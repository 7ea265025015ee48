/** One step at a time, beginning with the first that is not done. */
import { useState } from "preact/hooks"
import { useHere } from "../../core/here.ts"
import type { Path } from "../../core/model.ts"
import { Button } from "../../core/ui.tsx"
import { Arrow } from "./icons.tsx"
import { Step } from "./step.tsx"

export const Stepper = ({ path }: { readonly path: Path }) => {
  const { words } = useHere()
  const { steps } = path
  const open = steps.findIndex(({ state }) => state !== "completed")
  const [chosen, setChosen] = useState<number>()
  const last = steps.length - 1
  const at = Math.max(0, Math.min(last, chosen ?? (open === -1 ? last : open)))
  const step = steps[at]
  if (step === undefined) return null
  return (
    <>
      <ol class="steps">
        <Step key={step.stepKey} step={step} path={path} />
      </ol>
      <div class="turns">
        <Button kind="quiet" off={at === 0} onPress={() => setChosen(at - 1)}>
          <Arrow /> {words.t("previous")}
        </Button>
        <span class="fine">{words.t("progress", { completed: at + 1, total: steps.length })}</span>
        <Button kind="quiet" off={at === last} onPress={() => setChosen(at + 1)}>
          {words.t("next")} <Arrow />
        </Button>
      </div>
    </>
  )
}
