/** The badges of a buddy. */
import { api } from "../../core/api.ts"
import { usePages } from "../../core/pages.ts"
import { Listing } from "../../ui/listing.tsx"
import { numberOf, Time } from "../../ui/things.tsx"
import { players as words } from "../../words/players.ts"

export const Badges = ({ id, turn }: { readonly id: string; readonly turn: number }) => {
  const pages = usePages((signal) => api.buddies.listBadges(id, { limit: 50 }, { signal }), [id, turn])
  return (
    <Listing
      pages={pages}
      label={words.tabs.badges}
      words={words.badges}
      row={(badge) => (
        <tr key={badge.badgeKey}>
          <td>
            <strong>{badge.label}</strong> <code>{badge.badgeKey}</code>
          </td>
          <td>{numberOf(badge.times)}</td>
          <td>{numberOf(badge.coinReward)}</td>
          <td class="soft">{badge.reason ?? "–"}</td>
          <td>
            <Time at={badge.awardedAt} />
          </td>
        </tr>
      )}
    />
  )
}
