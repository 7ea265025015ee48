/** What the workspace is called, where its days begin, and the password of whoever looks. */
import { useState } from "preact/hooks"
import type { Customer } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { useEdits } from "../../core/edits.ts"
import { useAct } from "../../core/read.ts"
import { useUnsaved } from "../../core/router.ts"
import { renewed } from "../../core/session.ts"
import { useWorkspace } from "../../core/workspace.tsx"
import { Button } from "../../ui/button.tsx"
import { Password, Text } from "../../ui/field.tsx"
import { Form, issueAt } from "../../ui/form.tsx"
import { say } from "../../ui/say.tsx"
import { Card } from "../../ui/things.tsx"
import { account } from "../../words/account.ts"
import { common } from "../../words/common.ts"
import { settings } from "../../words/workspace.ts"

const words = settings.workspace

const orNull = (text: string) => (text.trim() === "" ? null : text.trim())

const Account = () => {
  const { user } = useWorkspace()
  const [now, setNow] = useState("")
  const [next, setNext] = useState("")
  const { change, changed, hint, next: newPassword, now: oldPassword, text, title } = settings.account
  const { error, isBusy, run } = useAct(async () => {
    const session = await api.auth.changePassword({ currentPassword: now, newPassword: next })
    setNow("")
    setNext("")
    // The others have ended, and this one goes on with what came back.
    renewed(session)
    say(changed)
  })
  return (
    <Card title={title} note={text(user.email)}>
      <Form
        error={error}
        fields={["current_password", "new_password"]}
        own={account.errors}
        onSend={run}
        label={change}
      >
        <Password
          label={oldPassword}
          reveal={account.showPassword}
          autocomplete="current-password"
          value={now}
          onValue={setNow}
          error={issueAt(error, "current_password")}
        />
        <Password
          label={newPassword}
          hint={hint}
          reveal={account.showPassword}
          autocomplete="new-password"
          value={next}
          onValue={setNext}
          error={issueAt(error, "new_password")}
        />
        <Button type="submit" isBusy={isBusy} isOff={now === "" || next === ""}>
          {change}
        </Button>
      </Form>
    </Card>
  )
}

const fields = ["name", "timezone", "locale", "website_url", "support_email"]

const valuesOf = ({ name, settings: { locale, supportEmail, timezone, websiteUrl } }: Customer) => ({
  name,
  timezone,
  locale,
  websiteUrl: websiteUrl ?? "",
  supportEmail: supportEmail ?? ""
})

type Values = ReturnType<typeof valuesOf>

/** As it was stored, which is not always as it was typed. */
const taken = (stored: Values, sent: Partial<Values>): Partial<Values> =>
  Object.fromEntries(Object.keys(sent).map((field) => [field, stored[field as keyof Values]]))

/** Nothing but what was changed here: the rest may be newer than what was read. */
const save = async ({ name, ...others }: Partial<Values>): Promise<Customer | undefined> => {
  const named = name === undefined ? undefined : await api.customersMe.update({ name: name.trim() })
  if (Object.keys(others).length === 0) return named
  const body = Object.fromEntries(Object.entries(others).map(([field, text]) => [field, orNull(text)]))
  return api.customersMe.updateSettings(body)
}

export const WorkspaceForm = () => {
  const { again, customer } = useWorkspace()
  const { change, changed, isDirty, values } = useEdits(valuesOf(customer), customer)
  useUnsaved(isDirty, common.leave)
  const take = (field: keyof Values) => (value: string) => change({ [field]: value })
  const { error, isBusy, run } = useAct(async () => {
    const saved = await save(changed)
    if (saved !== undefined) change(taken(valuesOf(saved), changed))
    say(settings.saved)
    again()
  })
  return (
    <>
      <Card title={words.title} note={`${words.id}: ${customer.customerId}`}>
        <Form error={error} fields={fields} onSend={run} label={words.title}>
          <Text label={words.name} value={values.name} onValue={take("name")} error={issueAt(error, "name")} />
          <Text
            label={words.timezone}
            hint={words.timezoneHint}
            value={values.timezone}
            onValue={take("timezone")}
            error={issueAt(error, "timezone")}
          />
          <Text
            label={words.locale}
            hint={words.localeHint}
            value={values.locale}
            onValue={take("locale")}
            error={issueAt(error, "locale")}
          />
          <Text
            type="url"
            label={words.website}
            value={values.websiteUrl}
            onValue={take("websiteUrl")}
            error={issueAt(error, "website_url")}
          />
          <Text
            type="email"
            label={words.support}
            value={values.supportEmail}
            onValue={take("supportEmail")}
            error={issueAt(error, "support_email")}
          />
          <Button type="submit" kind="primary" needs="admin" isBusy={isBusy} isOff={!isDirty}>
            {common.save}
          </Button>
        </Form>
      </Card>
      <Account />
    </>
  )
}
