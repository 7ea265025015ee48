/** A badge as it is seen at a glance. */
import { useHere } from "../../core/here.ts"
import { Medal } from "../../core/icons.tsx"
import type { Badge } from "../../core/model.ts"
import { Picture } from "../../core/ui.tsx"

export const BadgeFace = ({ badge }: { readonly badge: Badge }) => {
  const { words } = useHere()
  return (
    <>
      <span class="medal-box">
        <Picture src={badge.iconUrl} alt="" size={46} fallback={<Medal tier={badge.tier} />} />
        {badge.times > 1 && <span class="times">×{words.number(badge.times)}</span>}
      </span>
      <span class="label clip two">
        <bdi>{badge.label}</bdi>
      </span>
    </>
  )
}
