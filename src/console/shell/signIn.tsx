/** Address and password; where a company has a sign-in of its own, the way there. */
import { useState } from "preact/hooks"
import { open } from "../core/api.ts"
import { useAct } from "../core/read.ts"
import { signedIn } from "../core/session.ts"
import { Button } from "../ui/button.tsx"
import { Password, Text } from "../ui/field.tsx"
import { Form, issueAt } from "../ui/form.tsx"
import { account } from "../words/account.ts"

/** What is said of a refused sign-in; it is never the session that has ended. */
export const SignIn = ({ onDone }: { readonly onDone?: () => void }) => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [company, setCompany] = useState<string | null>(null)
  const { error, isBusy, run } = useAct(async () => {
    const session = await open.auth.login({ email: email.trim(), password }, { maxRetries: 1 })
    setPassword("")
    signedIn(session)
    onDone?.()
  })
  const look = async () => {
    if (!email.includes("@")) return
    const found = await open.auth.getSsoConfig({ email: email.trim() }, { maxRetries: 0 }).catch(() => undefined)
    setCompany(found?.available === true ? found.startUrl : null)
  }
  return (
    <div onFocusOut={look}>
      <Form error={error} fields={["email", "password"]} own={account.errors} onSend={run} label={account.login.title}>
        <Text
          label={account.email}
          type="email"
          autocomplete="username"
          value={email}
          onValue={setEmail}
          error={issueAt(error, "email")}
        />
        <Password
          label={account.password}
          reveal={account.showPassword}
          autocomplete="current-password"
          value={password}
          onValue={setPassword}
          error={issueAt(error, "password")}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {account.login.send}
        </Button>
        {company !== null && (
          <a class="button plain" href={company}>
            <span>{account.login.sso}</span>
          </a>
        )}
      </Form>
    </div>
  )
}
