/** What has been earned: the newest at a glance, all of it on demand. */
import { useState } from "preact/hooks"
import { useHere, usePart } from "../../core/here.ts"
import { Medal } from "../../core/icons.tsx"
import type { Badge } from "../../core/model.ts"
import { loadCollection } from "../../core/parts.ts"
import { Button } from "../../core/ui.tsx"
import { BadgeFace } from "./badge.tsx"

const shownMax = 12

export interface BadgesProps {
  readonly badges: ReadonlyArray<Badge>
  /** where more were earned than are at hand */
  readonly total?: number | undefined
}

export const Badges = ({ badges, total = badges.length }: BadgesProps) => {
  const { words } = useHere()
  const [open, setOpen] = useState(false)
  const part = usePart(loadCollection, open)
  return (
    <section>
      <header class="row">
        <h3>{words.t("badges")}</h3>
        {badges.length > 0 && (
          <Button kind="plain" onPress={() => setOpen(true)}>
            {words.t("all_badges", { count: total })}
          </Button>
        )}
      </header>
      {badges.length === 0 ? (
        <p class="no-badges">
          <Medal tier={null} /> {words.t("no_badges")}
        </p>
      ) : (
        <ul class="badges">
          {badges.slice(0, shownMax).map((badge) => (
            <li key={badge.badgeKey}>
              <BadgeFace badge={badge} />
            </li>
          ))}
        </ul>
      )}
      {part && open && <part.Collection badges={badges} total={total} onClose={() => setOpen(false)} />}
    </section>
  )
}
