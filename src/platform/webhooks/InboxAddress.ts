/** Addresses of webhook inboxes: the one place of our own that deliveries may go to, whatever the egress guard says. */

export const inbox_token_length = 43

const inboxPath = new RegExp(`^/inbox/[0-9A-Za-z]{${inbox_token_length}}$`)

/** For the table of routes: not part of the HttpApi. */
export const inboxRoute = { method: "*", path: "/inbox/:token", body_bytes_max: 262_144 } as const

export const isInboxPath = (path: string): boolean => path.startsWith("/inbox/")

export const inboxUrl = (publicUrl: string, token: string): string => `${publicUrl}/inbox/${token}`

/** Whether a URL is exactly the address of an inbox of this service: nothing before it, nothing behind it. */
export const isInboxUrl = (publicUrl: string) => {
  const { origin, pathname } = new URL(publicUrl)
  const base = pathname.replace(/\/+$/, "")
  return (url: URL): boolean =>
    url.origin === origin &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === "" &&
    url.pathname.startsWith(`${base}/`) &&
    inboxPath.test(url.pathname.slice(base.length))
}
