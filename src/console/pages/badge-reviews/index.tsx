/** Badges that wait for somebody to give them or to turn them down. */
import { useState } from "preact/hooks"
import type { BadgeReview } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { buddyPath } from "../../core/links.ts"
import { usePages } from "../../core/pages.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Confirm } from "../../ui/confirm.tsx"
import { Text } from "../../ui/field.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Time } from "../../ui/things.tsx"
import { badgeReviews as words } from "../../words/watch.ts"

interface Deciding {
  readonly review: BadgeReview
  readonly verdict: "award" | "reject"
}

const Decide = ({
  deciding: { review, verdict },
  onClose,
  onDone
}: {
  readonly deciding: Deciding
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const [reason, setReason] = useState("")
  const { badgeKey, buddyId, userId } = review
  const isAward = verdict === "award"
  const send = async () => {
    const said = reason.trim() === "" ? {} : { reason: reason.trim() }
    if (isAward) await api.buddies.awardBadge(buddyId, { badgeKey, ...said })
    else await api.buddies.rejectBadge(buddyId, badgeKey, said)
    say(isAward ? words.awarded : words.rejected)
    onDone()
  }
  const title = isAward ? words.awardTitle : words.rejectTitle
  return (
    <Confirm title={title(badgeKey, userId)} send={words[verdict]} isDanger={!isAward} onClose={onClose} onSend={send}>
      <p>{isAward ? words.awardText : words.rejectText}</p>
      <Text label={words.reason} value={reason} onValue={setReason} max={200} />
    </Confirm>
  )
}

const BadgeReviews = () => {
  const pages = usePages((signal) => api.badgeReviews.list({ limit: 50 }, { signal }))
  const [deciding, setDeciding] = useState<Deciding>()
  const row = (review: BadgeReview) => (
    <tr key={`${review.buddyId}/${review.badgeKey}`}>
      <td>
        <code>{review.badgeKey}</code>
      </td>
      <td>
        <Link to={buddyPath(review.buddyId)}>{review.userId}</Link>
      </td>
      <td>
        <Time at={review.readySince} />
      </td>
      <td>
        <span class="row">
          {(["award", "reject"] as const).map((verdict) => (
            <Button
              key={verdict}
              small
              needs="admin"
              label={words.label(words[verdict], review.badgeKey, review.userId)}
              onClick={() => setDeciding({ review, verdict })}
            >
              {words[verdict]}
            </Button>
          ))}
        </span>
      </td>
    </tr>
  )
  return (
    <Page title={words.title} intro={words.intro}>
      <Listing pages={pages} label={words.title} words={words} row={row} />
      {deciding !== undefined && (
        <Decide deciding={deciding} onClose={() => setDeciding(undefined)} onDone={pages.again} />
      )}
    </Page>
  )
}

export default BadgeReviews
