/** Everything that has been earned, with what for and when. Loaded when it is opened. */
import { useHere } from "../../core/here.ts"
import { Cross } from "../../core/icons.tsx"
import type { Badge } from "../../core/model.ts"
import { Button } from "../../core/ui.tsx"
import { Dialog, dialogStyle } from "../dialog/dialog.tsx"
import { BadgeFace } from "../../views/buddy/badge.tsx"
import own from "./style.css"

export const Collection = (props: {
  readonly badges: ReadonlyArray<Badge>
  readonly total: number
  readonly onClose: () => void
}) => {
  const { words } = useHere()
  const { badges, onClose, total } = props
  return (
    <Dialog label={words.t("badges")} onClose={onClose}>
      <header class="row">
        <h2>{words.t("badges")}</h2>
        <Button kind="round" label={words.t("close")} onPress={onClose}>
          <Cross />
        </Button>
      </header>
      {total > badges.length && <p class="fine">{words.t("progress", { completed: badges.length, total })}</p>}
      <ul class="badges all">
        {badges.map((badge) => (
          <li key={badge.badgeKey}>
            <BadgeFace badge={badge} />
            {badge.description !== "" && (
              <span class="label fine">
                <bdi>{badge.description}</bdi>
              </span>
            )}
            <span class="fine">{words.t("earned", { date: words.date(badge.awardedAt) })}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

export const style = dialogStyle + own
