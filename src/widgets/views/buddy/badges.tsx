/** What has been earned: the newest at a glance, all of it on demand. */
import { useState } from "preact/hooks"
import { useHere } from "../../core/here.ts"
import { Cross, Medal } from "../../core/icons.tsx"
import type { Badge } from "../../core/model.ts"
import { Button, Dialog, Picture } from "../../core/ui.tsx"

const shownMax = 12

const One = ({ badge, dated }: { readonly badge: Badge; readonly dated: boolean }) => {
  const { words } = useHere()
  return (
    <>
      <span class="medal-box">
        <Picture src={badge.iconUrl} alt="" size={46} fallback={<Medal tier={badge.tier} />} />
        {badge.times > 1 && <span class="times">×{words.number(badge.times)}</span>}
      </span>
      <span class="label">
        <bdi>{badge.label}</bdi>
      </span>
      {dated && badge.description !== "" && (
        <span class="label fine">
          <bdi>{badge.description}</bdi>
        </span>
      )}
      {dated && <span class="fine">{words.t("earned", { date: words.date(badge.awardedAt) })}</span>}
    </>
  )
}

export const Badges = ({ badges }: { readonly badges: ReadonlyArray<Badge> }) => {
  const { words } = useHere()
  const [open, setOpen] = useState(false)
  return (
    <section>
      <header class="row">
        <h3>{words.t("badges")}</h3>
        {badges.length > 0 && (
          <Button kind="plain" onPress={() => setOpen(true)}>
            {words.t("all_badges", { count: badges.length })}
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
              <One badge={badge} dated={false} />
            </li>
          ))}
        </ul>
      )}
      {open && (
        <Dialog label={words.t("badges")} onClose={() => setOpen(false)}>
          <header class="row">
            <h2>{words.t("badges")}</h2>
            <button type="button" class="round" aria-label={words.t("close")} onClick={() => setOpen(false)}>
              <Cross />
            </button>
          </header>
          <ul class="badges all">
            {badges.map((badge) => (
              <li key={badge.badgeKey}>
                <One badge={badge} dated />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </section>
  )
}
