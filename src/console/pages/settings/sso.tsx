/** The connection to a company's own sign-in: how it stands, and its domains. */
import { HatcheryError } from "../../../../sdk/src/errors.ts"
import type { SsoConnection } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { root } from "../../core/place.ts"
import { useAct, useRead } from "../../core/read.ts"
import { useMissingRole } from "../../core/workspace.tsx"
import { Button, Outside } from "../../ui/button.tsx"
import { Facts } from "../../ui/facts.tsx"
import { Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { Card, Pill } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { settings } from "../../words/workspace.ts"

const words = settings.sso

const read = async (signal: AbortSignal) => {
  try {
    return await api.sso.get({ signal })
  } catch (error) {
    if (error instanceof HatcheryError && error.status === 404) return null
    throw error
  }
}

const Domain = ({
  domain: { domain, status, txtName, txtValue },
  onDone
}: {
  readonly domain: SsoConnection["domains"][number]
  readonly onDone: () => void
}) => {
  const { error, isBusy, run } = useAct(async () => {
    await api.sso.verifyDomain(domain)
    say(words.checked)
    onDone()
  })
  return (
    <li>
      <span class="row">
        {domain} <Pill tone={status === "verified" ? "good" : "warning"}>{words[status]}</Pill>
        {status === "pending" && (
          <Button small needs="owner" isBusy={isBusy} label={words.verifyLabel(domain)} onClick={run}>
            {words.verify}
          </Button>
        )}
      </span>
      {status === "pending" && <code>{`${txtName} TXT ${txtValue}`}</code>}
      <Failure error={error} />
    </li>
  )
}

const Connection = () => {
  const { again, data, error } = useRead(read)
  const { facts } = words
  if (data === undefined) return error === undefined ? <Skeleton lines={3} /> : <Failure error={error} again={again} />
  if (data === null) {
    return (
      <>
        <p class="hint">{words.none}</p>
        <p>
          <Outside href={`${root}/docs/guides/sso`}>{words.guide}</Outside>
        </p>
      </>
    )
  }
  return (
    <Facts
      of={[
        [facts.issuer, data.issuer],
        [facts.state, <Pill tone={data.status === "active" ? "good" : ""}>{words.states[data.status]}</Pill>],
        [facts.enforced, data.enforced ? words.enforced : words.allowed],
        [facts.callback, <code>{data.callbackUrl}</code>],
        [facts.error, data.lastError ?? "–"],
        [
          facts.domains,
          <ul class="stack">
            {data.domains.map((domain) => (
              <Domain key={domain.domain} domain={domain} onDone={again} />
            ))}
          </ul>
        ]
      ]}
    />
  )
}

export const Sso = () => {
  const missing = useMissingRole("owner")
  return (
    <Card title={words.title}>
      {missing === undefined ? (
        <Connection />
      ) : (
        <Notice>
          <p>{common.needsRole(missing)}</p>
        </Notice>
      )}
    </Card>
  )
}
