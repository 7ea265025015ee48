/** Sentences that players propose, and what the workspace makes of them. */
import { useState } from "preact/hooks"
import type { Proposal } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { usePages } from "../../core/pages.ts"
import { Button } from "../../ui/button.tsx"
import { Confirm } from "../../ui/confirm.tsx"
import { Text } from "../../ui/field.tsx"
import { Choose, Filters, useChoice } from "../../ui/filters.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Pill, Time } from "../../ui/things.tsx"
import { council as words } from "../../words/watch.ts"

interface Deciding {
  readonly proposal: Proposal
  readonly decision: "approve" | "reject"
}

const Decide = ({
  deciding: { decision, proposal },
  onClose,
  onDone
}: {
  readonly deciding: Deciding
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const [comment, setComment] = useState("")
  const send = async () => {
    const said = comment.trim() === "" ? {} : { comment: comment.trim() }
    await api.council.updateProposal(proposal.proposalId, { decision, ...said })
    say(words.decided)
    onDone()
  }
  const isApproval = decision === "approve"
  return (
    <Confirm
      title={isApproval ? words.approveTitle : words.rejectTitle}
      send={words[decision]}
      isDanger={!isApproval}
      onClose={onClose}
      onSend={send}
    >
      <blockquote>{proposal.text}</blockquote>
      <Text label={words.comment} value={comment} onValue={setComment} />
    </Confirm>
  )
}

const Row = ({
  onDecide,
  proposal
}: {
  readonly proposal: Proposal
  readonly onDecide: (decision: Deciding["decision"]) => void
}) => {
  const { approve, quorum, reject } = proposal.votes
  return (
    <tr>
      <td>
        <strong>{proposal.text}</strong>
        <div class="fine">
          <code>{proposal.targetSlot}</code>
        </div>
      </td>
      <td class="soft">{proposal.currentText ?? words.nothing}</td>
      <td>
        <Pill tone={proposal.status === "open" ? "accent" : ""}>{words.statuses[proposal.status]}</Pill>
      </td>
      <td class="soft">{words.votes(approve, reject, quorum)}</td>
      <td>
        <Time at={proposal.createdAt} />
      </td>
      <td>
        {proposal.status === "open" && (
          <span class="row">
            {(["approve", "reject"] as const).map((decision) => (
              <Button
                key={decision}
                small

                label={words.label(words[decision], proposal.targetSlot)}
                onClick={() => onDecide(decision)}
              >
                {words[decision]}
              </Button>
            ))}
          </span>
        )}
      </td>
    </tr>
  )
}

const Council = () => {
  const status = useChoice("status", words.statuses)
  const pages = usePages((signal) => api.council.listProposals({ limit: 50, status }, { signal }), [status])
  const [deciding, setDeciding] = useState<Deciding>()
  return (
    <Page title={words.title} intro={words.intro}>
      <Filters>
        <Choose name="status" label={words.status} texts={words.statuses} />
      </Filters>
      <Listing
        pages={pages}
        label={words.title}
        words={words}
        row={(proposal) => (
          <Row
            key={proposal.proposalId}
            proposal={proposal}
            onDecide={(decision) => setDeciding({ proposal, decision })}
          />
        )}
      />
      {deciding !== undefined && (
        <Decide deciding={deciding} onClose={() => setDeciding(undefined)} onDone={pages.again} />
      )}
    </Page>
  )
}

export default Council
