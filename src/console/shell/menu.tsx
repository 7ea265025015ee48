/** The frame around a page: the menu at its side, or behind a button where there is little room. */
import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import { useUnreadCount } from "../core/news.ts"
import { root } from "../core/place.ts"
import { go, mayLeave, useHere } from "../core/router.ts"
import { signOut } from "../core/session.ts"
import { useWorkspace } from "../core/workspace.tsx"
import { Button, Link, Outside } from "../ui/button.tsx"
import { type IconName, icons, Mark } from "../ui/icons.tsx"
import { Pill, zone } from "../ui/things.tsx"
import { common } from "../words/common.ts"
import { Bell } from "./bell.tsx"

type Item = readonly [path: string, text: string, icon: IconName]

const { nav } = common

const groups: ReadonlyArray<readonly [title: string, items: ReadonlyArray<Item>]> = [
  ["", [["/", nav.overview, "home"]]],
  [
    nav.build,
    [
      ["/presets", nav.presets, "preset"],
      ["/rules", nav.rules, "rules"],
      ["/try", nav.try, "try"],
      ["/publish", nav.publish, "publish"]
    ]
  ],
  [
    nav.watch,
    [
      ["/players", nav.players, "player"],
      ["/eggs", nav.eggs, "egg"],
      ["/events", nav.events, "event"],
      ["/analytics", nav.analytics, "chart"],
      ["/alerts", nav.alerts, "alert"],
      ["/operations", nav.operations, "work"]
    ]
  ],
  [
    nav.engage,
    [
      ["/surfaces", nav.surfaces, "surface"],
      ["/campaigns", nav.campaigns, "flag"],
      ["/leagues", nav.leagues, "cup"],
      ["/badge-reviews", nav.badgeReviews, "medal"],
      ["/council", nav.council, "council"]
    ]
  ],
  [
    nav.connect,
    [
      ["/keys", nav.keys, "key"],
      ["/webhooks", nav.webhooks, "hook"],
      ["/widgets", nav.widgets, "widget"]
    ]
  ],
  [
    nav.workspace,
    [
      ["/usage", nav.usage, "card"],
      ["/settings", nav.settings, "gear"]
    ]
  ]
]

const isCurrent = (path: string, here: string) => (path === "/" ? here === "/" : `${here}/`.startsWith(`${path}/`))

const Items = ({ here }: { readonly here: string }) => (
  <nav aria-label={nav.label}>
    {groups.map(([title, items]) => (
      <div key={title} class="nav-group">
        {title !== "" && <p>{title}</p>}
        <ul>
          {items.map(([path, text, icon]) => {
            const Drawing = icons[icon]
            return (
              <li key={path}>
                <Link to={path} current={isCurrent(path, here)}>
                  <Drawing />
                  {text}
                </Link>
              </li>
            )
          })}
        </ul>
      </div>
    ))}
    <div class="nav-group outside">
      <Outside href={`${root}/docs/guides`}>
        <icons.book />
        {nav.docs}
      </Outside>
      <Outside href={`${root}/docs`}>
        <icons.api />
        {nav.reference}
      </Outside>
    </div>
  </nav>
)

const Who = () => {
  const { customer, user } = useWorkspace()
  return (
    <div class="who">
      <div>
        <strong>{customer.name}</strong>
        <span class="fine">{user.email}</span>
      </div>
      <Pill>{user.role}</Pill>
      <Button
        kind="quiet"
        small
        icon="out"
        onClick={() => {
          if (!mayLeave()) return
          go("/login", { replace: true })
          signOut()
        }}
      >
        {common.signOut}
      </Button>
      <span class="fine times">{common.timesOf(zone)}</span>
    </div>
  )
}

export const Frame = ({ children }: { readonly children: ComponentChildren }) => {
  const { path } = useHere()
  const [isOpen, setOpen] = useState(false)
  const unread = useUnreadCount()
  useEffect(() => setOpen(false), [path])
  return (
    <div class={isOpen ? "frame opened" : "frame"}>
      <a class="skip" href="#content" onClick={() => document.getElementById("content")?.focus()}>
        {common.skip}
      </a>
      <header class="top">
        <span class="brand">
          <Mark />
          {common.product}
        </span>
        <span class="row">
          <Bell count={unread} />
          <button type="button" class="button quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <icons.menu />
            <span>{common.menu}</span>
          </button>
        </span>
      </header>
      <aside class="side" aria-label={common.product}>
        <div class="side-head">
          <span class="brand">
            <Mark />
            {common.product}
          </span>
          <Bell count={unread} />
        </div>
        <Items here={path} />
        <Who />
      </aside>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
