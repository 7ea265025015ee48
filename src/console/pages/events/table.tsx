/** Events as a table: of everybody, or of one user. */
import type { Event } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { eventPath } from "../../core/links.ts"
import { usePages } from "../../core/pages.ts"
import { Link } from "../../ui/button.tsx"
import { FirstEvent } from "../../ui/firstEvent.tsx"
import { Listing } from "../../ui/listing.tsx"
import { numberOf, Pill, Time } from "../../ui/things.tsx"
import { summaryOf } from "../../ui/trace.tsx"
import { common } from "../../words/common.ts"
import { events as words } from "../../words/players.ts"

const Row = ({ event: { effects, eventId, mode, occurredAt, type, userId } }: { readonly event: Event }) => (
  <tr>
    <td>
      <span class="row">
        <Link to={eventPath(eventId)}>
          <code>{type}</code>
        </Link>
        {mode === "backfill" && <Pill>{words.modes.backfill}</Pill>}
      </span>
    </td>
    <td>{userId}</td>
    <td>
      <Time at={occurredAt} />
    </td>
    <td class="number">{numberOf(effects.coins)}</td>
    <td class="soft">{summaryOf({ ...effects, coins: 0 }).join(", ") || "–"}</td>
  </tr>
)

interface Narrowed {
  readonly userId?: string | undefined
  readonly type?: string | undefined
  /** moments, RFC 3339 */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export const EventsOf = ({ from, to, type, userId }: Narrowed) => {
  const pages = usePages(
    (signal) => api.events.list({ limit: 50, userId, type, from, to }, { signal }),
    [userId, type, from, to]
  )
  const isWhole = [userId, type, from, to].every((given) => given === undefined)
  return (
    <Listing
      pages={pages}
      label={words.title}
      words={words}
      lines={8}
      nothing={isWhole ? <FirstEvent text={common.firstEvent.listed} /> : undefined}
      row={(event) => <Row key={event.eventId} event={event} />}
    />
  )
}
