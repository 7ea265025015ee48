/** Giving a player coins, tokens or a badge by hand: first what, then whether that is meant. */
import { useMemo, useState } from "preact/hooks"
import type { Buddy } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { numberFrom } from "../../core/numbers.ts"
import { useAct, useRead } from "../../core/read.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Select, Text } from "../../ui/field.tsx"
import { Form, issueAt } from "../../ui/form.tsx"
import { Failure } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { numberOf } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { players } from "../../words/players.ts"

const words = players.grants

type Kind = keyof typeof words.kinds

interface Grant {
  readonly kind: Kind
  readonly amount: string
  readonly tokenKey: string
  readonly badgeKey: string
  readonly reason: string
}

const countOf = (amount: string) => numberFrom(amount) ?? 0

/** True: there was something to give. */
const carryOut = async (id: string, grant: Grant, idempotencyKey: string): Promise<boolean> => {
  const { amount, badgeKey, kind, reason, tokenKey } = grant
  const once = { idempotencyKey }
  const said = reason.trim() === "" ? {} : { reason: reason.trim() }
  const count = { amount: countOf(amount), ...said }
  if (kind === "badge") return !(await api.buddies.awardBadge(id, { badgeKey, ...said }, once)).alreadyAwarded
  if (kind === "token") await api.buddies.changeTokens(id, { tokenKey, operation: "earn", ...count }, once)
  else if (kind === "coins") await api.buddies.earnCoins(id, count, once)
  else await api.buddies.spendCoins(id, count, once)
  return true
}

const sentenceOf = ({ amount, badgeKey, kind, tokenKey }: Grant, user: string) => {
  const count = numberOf(countOf(amount))
  if (kind === "badge") return words.badgeOf(badgeKey, user)
  if (kind === "token") return words.tokenOf(count, tokenKey, user)
  return kind === "coins" ? words.coins(count, user) : words.spend(count, user)
}

const isWhole = ({ amount, badgeKey, kind, tokenKey }: Grant) => {
  if (kind === "badge") return badgeKey !== ""
  return Number.isInteger(countOf(amount)) && countOf(amount) > 0 && (kind !== "token" || tokenKey !== "")
}

/** Of the version the buddy goes by: a draft may have others. */
const readChoices = async (version: string, signal: AbortSignal) => {
  const [tokens, badges] = await Promise.all([
    api.tokenTypes.list({ version }, { signal }).toArray(),
    api.badgeDefinitions.list({ version }, { signal }).toArray()
  ])
  const none = { value: "", text: words.pick }
  return {
    tokens: [none, ...tokens.map(({ tokenKey }) => ({ value: tokenKey, text: tokenKey }))],
    badges: [none, ...badges.map(({ badgeKey, label }) => ({ value: badgeKey, text: label }))]
  }
}

interface FieldsProps {
  readonly version: string
  readonly grant: Grant
  readonly error: unknown
  readonly onChange: (change: Partial<Grant>) => void
}

const Fields = ({ error, grant, onChange, version }: FieldsProps) => {
  const choices = useRead((signal) => readChoices(version, signal), [version])
  const kinds = Object.entries(words.kinds).map(([value, text]) => ({ value, text }))
  return (
    <>
      <Select
        label={words.what}
        value={grant.kind}
        choices={kinds}
        onValue={(kind) => onChange({ kind: kind as Kind })}
      />
      {grant.kind === "token" && (
        <Select
          label={words.token}
          value={grant.tokenKey}
          choices={choices.data?.tokens ?? []}
          onValue={(tokenKey) => onChange({ tokenKey })}
        />
      )}
      {grant.kind === "badge" ? (
        <Select
          label={words.badge}
          value={grant.badgeKey}
          choices={choices.data?.badges ?? []}
          onValue={(badgeKey) => onChange({ badgeKey })}
        />
      ) : (
        <Text
          type="number"
          label={words.amount}
          value={grant.amount}
          onValue={(amount) => onChange({ amount })}
          error={issueAt(error, "amount")}
        />
      )}
      <Text
        label={words.reason}
        hint={words.reasonHint}
        value={grant.reason}
        onValue={(reason) => onChange({ reason })}
        error={issueAt(error, "reason")}
      />
      <Failure error={choices.error} again={choices.again} />
    </>
  )
}

export const Grant = ({
  buddy,
  onClose,
  onDone
}: {
  readonly buddy: Buddy
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const [grant, setGrant] = useState<Grant>({ kind: "coins", amount: "", tokenKey: "", badgeKey: "", reason: "" })
  const [isAsked, setAsked] = useState(false)
  // Whoever heard no answer sends it again, and it may have been carried out: the same grant is given once.
  const key = useMemo(() => `grant-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`, [grant])
  const { error, isBusy, run } = useAct(async () => {
    const isNew = await carryOut(buddy.buddyId, grant, key)
    say(isNew ? words.done : words.had)
    onDone()
    onClose()
  })
  const send = async () => {
    if (!isAsked) return isWhole(grant) && setAsked(true)
    // A refusal says which field it is about.
    if (!(await run())) setAsked(false)
  }
  return (
    <Dialog title={words.title(buddy.name)} onClose={onClose}>
      <Form error={error} fields={["amount", "reason"]} onSend={send} label={words.title(buddy.name)}>
        {isAsked ? (
          <>
            <p>{words.sure}</p>
            <blockquote>{sentenceOf(grant, buddy.userId)}</blockquote>
          </>
        ) : (
          <Fields
            version={buddy.configVersionId}
            grant={grant}
            error={error}
            onChange={(change) => setGrant({ ...grant, ...change })}
          />
        )}
        <div class="row end">
          {isAsked ? (
            <Button onClick={() => setAsked(false)}>{words.back}</Button>
          ) : (
            <Button onClick={onClose}>{common.cancel}</Button>
          )}
          <Button type="submit" kind="primary" isBusy={isBusy} isOff={!isWhole(grant)}>
            {isAsked ? words.send : words.next}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
