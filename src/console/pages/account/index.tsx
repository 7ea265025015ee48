/** Where a session begins: register, sign in, and the way to a new password. */
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { open } from "../../core/api.ts"
import { base } from "../../core/place.ts"
import { useAct } from "../../core/read.ts"
import { go, useHere } from "../../core/router.ts"
import { hasToken, signedIn } from "../../core/session.ts"
import { SignIn } from "../../shell/signIn.tsx"
import { Button, Link } from "../../ui/button.tsx"
import { Password, Text } from "../../ui/field.tsx"
import { Form, issueAt } from "../../ui/form.tsx"
import { icons, Mark } from "../../ui/icons.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { account } from "../../words/account.ts"
import { common } from "../../words/common.ts"

/** Back to where somebody came from, as long as that is in here. */
const goOn = (to: string | null) => {
  const inside = to?.startsWith(`${base}/`) === true ? to.slice(base.length) : "/"
  go(inside, { replace: true })
}

const asked = ["company_name", "email", "password", "name"]

const Register = () => {
  const { query } = useHere()
  const referral = query.get("ref") ?? undefined
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [company, setCompany] = useState("")
  const [name, setName] = useState("")
  const { error, isBusy, run } = useAct(async () => {
    const who = name.trim()
    const session = await open.auth.register({
      email: email.trim(),
      password,
      companyName: company.trim(),
      ...(who === "" ? {} : { name: who }),
      ...(referral === undefined ? {} : { referralCode: referral })
    })
    signedIn(session)
    goOn(null)
  })
  const words = account.register
  return (
    <>
      {referral !== undefined && (
        <Notice>
          <p>{words.referred}</p>
        </Notice>
      )}
      <Form error={error} fields={asked} own={account.errors} onSend={run} label={words.title}>
        <Text
          label={account.company}
          autocomplete="organization"
          value={company}
          onValue={setCompany}
          error={issueAt(error, "company_name", account.companyMissing)}
        />
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
          hint={account.passwordRule}
          reveal={account.showPassword}
          autocomplete="new-password"
          value={password}
          onValue={setPassword}
          error={issueAt(error, "password")}
        />
        <Text label={account.name} autocomplete="name" value={name} onValue={setName} error={issueAt(error, "name")} />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {words.send}
        </Button>
      </Form>
      <p class="aside">
        {words.have} <Link to="/login">{words.signIn}</Link>
      </p>
    </>
  )
}

const Login = () => {
  const { query } = useHere()
  const words = account.login
  return (
    <>
      <SignIn onDone={() => goOn(query.get("to"))} />
      <p class="aside">
        <Link to="/forgot">{words.forgot}</Link>
      </p>
      <p class="aside">
        {words.none} <Link to="/register">{words.register}</Link>
      </p>
    </>
  )
}

const Forgot = () => {
  const [email, setEmail] = useState("")
  const [isDone, setDone] = useState(false)
  const { error, isBusy, run } = useAct(async () => {
    await open.auth.requestPasswordReset({ email: email.trim() })
    setDone(true)
  })
  const words = account.forgot
  return (
    <>
      {isDone && (
        <Notice tone="good">
          <p>{words.done}</p>
        </Notice>
      )}
      <Form error={error} fields={["email"]} own={account.errors} onSend={run} label={words.title}>
        <Text
          label={account.email}
          type="email"
          autocomplete="username"
          value={email}
          onValue={setEmail}
          error={issueAt(error, "email")}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {words.send}
        </Button>
      </Form>
      <p class="aside">
        <Link to="/login">{words.back}</Link>
      </p>
    </>
  )
}

const Split = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="split">
    <aside class="pitch" aria-label={common.product}>
      <span class="brand">
        <Mark />
        {common.product}
      </span>
      <div>
        <p class="pitch-title">{account.pitch.title}</p>
        <ul>
          {account.pitch.points.map((text) => (
            <li key={text}>
              <icons.check />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </aside>
    <main>{children}</main>
  </div>
)

const pages = { register: Register, login: Login, forgot: Forgot }

const Account = () => {
  const { path } = useHere()
  const name = (Object.keys(pages) as Array<keyof typeof pages>).find((one) => path === `/${one}`) ?? "login"
  const Body = pages[name]
  const { intro, title } = account[name]
  return (
    <Split>
      <Page key={name} title={title} intro={intro} narrow>
        {name !== "forgot" && hasToken() && (
          <p class="aside">
            <Link to="/">{common.notFound.home}</Link>
          </p>
        )}
        <Body />
      </Page>
    </Split>
  )
}

export default Account
