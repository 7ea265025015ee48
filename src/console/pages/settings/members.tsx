/** Who works in the workspace: invited, given a role, removed. */
import { useState } from "preact/hooks"
import type { Member } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import type { Role } from "../../core/kinds.ts"
import { useRead } from "../../core/read.ts"
import { useMissingRole, useWorkspace } from "../../core/workspace.tsx"
import { Button } from "../../ui/button.tsx"
import { Confirm } from "../../ui/confirm.tsx"
import { Select, Text } from "../../ui/field.tsx"
import { issueAt } from "../../ui/form.tsx"
import { Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { Card, Pill, Table, Time } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { settings } from "../../words/workspace.ts"

const words = settings.members

const roles = Object.entries(words.roles).map(([value, text]) => ({ value, text }))

interface Closing {
  readonly onClose: () => void
  readonly onDone: () => void
}

const Invite = ({ onClose, onDone }: Closing) => {
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<Role>("member")
  const send = async () => {
    await api.members.invite({ email: email.trim(), role })
    say(words.invited)
    onDone()
  }
  return (
    <Confirm title={words.inviteTitle} send={words.invite} fields={["email"]} onClose={onClose} onSend={send}>
      {(error) => (
        <>
          <p class="hint">{words.inviteText}</p>
          <Text type="email" label={words.email} value={email} onValue={setEmail} error={issueAt(error, "email")} />
          <Select label={words.role} value={role} choices={roles} onValue={(chosen) => setRole(chosen as Role)} />
        </>
      )}
    </Confirm>
  )
}

const ChangeRole = ({ member, onClose, onDone }: Closing & { readonly member: Member }) => {
  const [role, setRole] = useState<Role>(member.role)
  const send = async () => {
    await api.members.update(member.accountId, { role })
    say(settings.saved)
    onDone()
  }
  return (
    <Confirm title={words.roleOf(member.email)} send={words.roleSend} onClose={onClose} onSend={send}>
      <Select label={words.role} value={role} choices={roles} onValue={(chosen) => setRole(chosen as Role)} />
      <p class="hint">{words.roleText}</p>
    </Confirm>
  )
}

const Remove = ({ member, onClose, onDone }: Closing & { readonly member: Member }) => {
  const send = async () => {
    await api.members.remove(member.accountId)
    say(words.removed)
    onDone()
  }
  return (
    <Confirm isDanger title={words.removeTitle(member.email)} send={words.remove} onClose={onClose} onSend={send}>
      <p>{words.removeText}</p>
    </Confirm>
  )
}

type Doing = { readonly what: "role" | "remove"; readonly member: Member } | { readonly what: "invite" } | undefined

const Row = ({ member, onDo }: { readonly member: Member; readonly onDo: (doing: Doing) => void }) => {
  const { user } = useWorkspace()
  const { email, name, role, status } = member
  const isSelf = member.accountId === user.accountId
  return (
    <tr>
      <td>
        <strong>{name ?? email}</strong> {isSelf && <Pill tone="accent">{words.you}</Pill>}
        {name !== null && <div class="fine">{email}</div>}
      </td>
      <td>{words.roles[role]}</td>
      <td>
        <Pill tone={status === "active" ? "good" : ""}>{words.statuses[status]}</Pill>
      </td>
      <td>
        <Time at={member.lastLoginAt} />
      </td>
      <td>
        {!isSelf && (
          <span class="row">
            <Button small needs="admin" label={words.roleOf(email)} onClick={() => onDo({ what: "role", member })}>
              {words.roleSend}
            </Button>
            <Button
              small
              kind="danger"
              needs="admin"
              label={words.removeLabel(email)}
              onClick={() => onDo({ what: "remove", member })}
            >
              {words.remove}
            </Button>
          </span>
        )}
      </td>
    </tr>
  )
}

const List = () => {
  const { again, data, error } = useRead((signal) => api.members.list({ signal }))
  const [doing, setDoing] = useState<Doing>()
  const closing = { onClose: () => setDoing(undefined), onDone: again }
  const invite = (
    <Button kind="primary" icon="plus" needs="admin" onClick={() => setDoing({ what: "invite" })}>
      {words.invite}
    </Button>
  )
  return (
    <Card title={words.title} note={words.note} actions={invite}>
      <Failure error={error} again={again} />
      {data === undefined ? (
        error === undefined && <Skeleton lines={3} />
      ) : (
        <Table head={words.head} label={words.title}>
          {data.data.map((member) => (
            <Row key={member.accountId} member={member} onDo={setDoing} />
          ))}
        </Table>
      )}
      {doing?.what === "invite" && <Invite {...closing} />}
      {doing?.what === "role" && <ChangeRole member={doing.member} {...closing} />}
      {doing?.what === "remove" && <Remove member={doing.member} {...closing} />}
    </Card>
  )
}

export const Members = () => {
  const missing = useMissingRole("admin")
  if (missing === undefined) return <List />
  return (
    <Notice>
      <p>{common.needsRole(missing)}</p>
    </Notice>
  )
}
