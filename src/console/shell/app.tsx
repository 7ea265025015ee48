/** Which page stands in which frame, and the sign-in that may come over it. */
import { type ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { api } from "../core/api.ts"
import type { PageProps } from "../core/kinds.ts"
import { useRead } from "../core/read.ts"
import { go, useHere } from "../core/router.ts"
import { hasToken, rememberWorkspace, signOut, useSessionChange, useSignInAsked } from "../core/session.ts"
import { WorkspaceContext } from "../core/workspace.tsx"
import { Button, Link } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Failure, Notice, Skeleton } from "../ui/notice.tsx"
import { Page } from "../ui/page.tsx"
import { Voice } from "../ui/say.tsx"
import { account } from "../words/account.ts"
import { common } from "../words/common.ts"
import { Frame } from "./menu.tsx"
import { type Found, pageOf } from "./pages.ts"
import { SignIn } from "./signIn.tsx"

type State = "loading" | "broken" | ComponentType<PageProps>

/** A page that was loaded once is there at once. */
const loaded = new Map<string, ComponentType<PageProps>>()

const Loaded = ({ page }: { readonly page: Found }) => {
  const [state, setState] = useState<{ readonly of: string; readonly is: State }>({ of: "", is: "loading" })
  useEffect(() => {
    let isWanted = true
    const show = (is: State) => isWanted && setState({ of: page.name, is })
    page.load().then(
      ({ default: Component }) => {
        loaded.set(page.name, Component)
        return show(Component)
      },
      () => show("broken")
    )
    return () => void (isWanted = false)
  }, [page.name])
  const is = state.of === page.name ? state.is : (loaded.get(page.name) ?? "loading")
  if (is === "loading") return <Skeleton tall lines={6} />
  if (is !== "broken") {
    const Component = is
    return <Component key={page.name} rest={page.rest} />
  }
  return (
    <Notice tone="bad" title={common.broken.title}>
      <p>{common.broken.text}</p>
      <Button onClick={() => location.reload()}>{common.retry}</Button>
    </Notice>
  )
}

const Missing = () => (
  <Page title={common.notFound.title} intro={common.notFound.text} narrow>
    <p>
      <Link to="/">{common.notFound.home}</Link>
    </p>
  </Page>
)

/** Over whatever was being done, when the session has ended meanwhile. */
const Again = () => {
  const { intro, leave, title } = account.again
  return (
    <Dialog title={title}>
      <p class="hint">{intro}</p>
      <SignIn />
      <Button kind="quiet" onClick={signOut}>
        {leave}
      </Button>
    </Dialog>
  )
}

const Inside = ({ page }: { readonly page: Found | undefined }) => {
  const { again, data, error } = useRead((signal) => api.auth.getMe({ signal }))
  useEffect(() => data && rememberWorkspace(data.customer.customerId), [data])
  // It may be somebody else of the same workspace who has signed in, with a role of their own.
  useSessionChange((change) => change === "signed-in" && again())
  if (data?.user == null) {
    return (
      <main class="lonely">
        {error === undefined ? <Skeleton tall lines={6} /> : <Failure error={error} again={again} />}
      </main>
    )
  }
  return (
    <WorkspaceContext.Provider value={{ customer: data.customer, user: data.user, again }}>
      <Frame>{page === undefined ? <Missing /> : <Loaded page={page} />}</Frame>
    </WorkspaceContext.Provider>
  )
}

const Stranger = () => {
  const { path } = useHere()
  useEffect(() => {
    const to = location.pathname + location.search
    go(path === "/" ? "/login" : `/login?to=${encodeURIComponent(to)}`, { replace: true })
  }, [path])
  return null
}

export const App = () => {
  const { path } = useHere()
  const [isKnown, setKnown] = useState(hasToken)
  const isAsked = useSignInAsked()
  useSessionChange(() => setKnown(hasToken()))
  useEffect(() => void (document.documentElement.dataset["ready"] = ""), [])
  const page = pageOf(path)
  const shown = page?.isOpen === true ? <Loaded page={page} /> : isKnown ? <Inside page={page} /> : <Stranger />
  return (
    <>
      {shown}
      {isAsked && isKnown && <Again />}
      <Voice />
    </>
  )
}
