/** The bell: how much there is to read, and the way there. */
import { go } from "../core/router.ts"
import { icons } from "../ui/icons.tsx"
import { notifications as words } from "../words/watch.ts"

const shown_max = 99

/** `count`: what is unread, as far as it is known */
export const Bell = ({ count = 0 }: { readonly count?: number | undefined }) => (
  <button
    type="button"
    class="button quiet bare bell"
    aria-label={count === 0 ? words.bell : words.bellUnread(count)}
    onClick={() => go("/notifications")}
  >
    <icons.bell />
    {count > 0 && <span class="count">{count > shown_max ? `${shown_max}+` : count}</span>}
  </button>
)
