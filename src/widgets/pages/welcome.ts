/**
 * The page of a link to come back by: from the token behind the `#` to who has been waiting. The token stays in the
 * address, so that the page can be loaded again; it goes to the service and to nobody else.
 */
interface Welcome {
  readonly eligible: boolean
  readonly days_away: number
  readonly buddy: { readonly name: string; readonly image_url: string; readonly stage_name: string }
  readonly champion: { readonly season_name: string; readonly tier_name: string; readonly rank: number } | null
  readonly streak: { readonly longest_streak: number; readonly restorable_until: string | null } | null
  readonly missed: { readonly badges: number; readonly items: number }
  readonly cta_url: string | null
  readonly tenant_name: string
}
type Words = Readonly<Record<string, string>>

const here = (document.currentScript as HTMLScriptElement).src
const byId = (id: string) => document.getElementById(id)!
const [waiting, shown, heading, said, again] = [
  byId("waiting"),
  byId("shown"),
  byId("heading"),
  byId("said"),
  byId("again") as HTMLButtonElement
]
const all = JSON.parse(document.querySelector<HTMLElement>("main")!.dataset["words"]!) as Readonly<
  Record<string, Words>
>

const language = navigator.languages.find((tag) => all[tag.split("-")[0]!.toLowerCase()] !== undefined) ?? "en"
const words = all[language.split("-")[0]!.toLowerCase()]!
document.documentElement.lang = language
document.documentElement.dir = /^(ar|he)\b/i.test(language) ? "rtl" : "ltr"
document.title = words["title"]!
heading.textContent = words["title"]!
said.textContent = words["wait"]!
again.textContent = words["again"]!

/** Names keep their own direction. */
const filled = (name: string, values: Readonly<Record<string, string>> = {}) =>
  words[name]!.replace(/\{(\w+)\}/g, (_, key: string) => `\u2068${values[key] ?? ""}\u2069`)

const element = (name: string, className: string, ...children: ReadonlyArray<Node | string>) => {
  const made = document.createElement(name)
  if (className !== "") made.className = className
  made.append(...children)
  return made
}

const number = (value: number) => new Intl.NumberFormat(language).format(value)

const picture = ({ image_url }: Welcome["buddy"]) => {
  const made = document.createElement("img")
  Object.assign(made, { src: image_url, alt: "", width: 320, height: 320 })
  return element("span", "portrait", made)
}

const figures = ({ days_away, eligible, missed, streak }: Welcome) => {
  const told: ReadonlyArray<readonly [string, number]> = [
    ["away", eligible ? days_away : 0],
    ["streak", streak?.longest_streak ?? 0],
    ["badges", missed.badges],
    ["items", missed.items]
  ]
  const tiles = told.flatMap(([name, value]) =>
    value === 0 ? [] : [element("div", "", element("dt", "", words[name]!), element("dd", "", number(value)))]
  )
  return tiles.length === 0 ? [] : [element("dl", "figures", ...tiles)]
}

const notes = ({ champion, streak }: Welcome) => {
  const until = streak?.restorable_until ?? null
  const date = until === null ? "" : new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date(until))
  return [
    ...(champion === null
      ? []
      : [
          element(
            "p",
            "medal",
            filled("champion", {
              rank: number(champion.rank),
              tier: champion.tier_name,
              season: champion.season_name
            })
          )
        ]),
    ...(until === null ? [] : [element("p", "rescue", filled("restore", { date }))])
  ]
}

const way = ({ cta_url, tenant_name }: Welcome) => {
  if (cta_url === null || !/^https?:\/\//i.test(cta_url)) return []
  const link = element("a", "button", filled("go", { tenant: tenant_name })) as HTMLAnchorElement
  link.href = cta_url
  link.rel = "noopener"
  return [link]
}

const show = (welcome: Welcome) => {
  const { buddy, days_away, eligible } = welcome
  const title = element("h1", "", filled(eligible && days_away > 0 ? "missed" : "hello", { name: buddy.name }))
  title.tabIndex = -1
  const rest = [...figures(welcome), ...notes(welcome), ...way(welcome)]
  shown.replaceChildren(picture(buddy), element("p", "eyebrow", buddy.stage_name), title, ...rest)
  waiting.hidden = true
  shown.hidden = false
  title.focus()
}

/** In the colours of the workspace, once it is known which that is. */
const dress = ({ headers, url }: Response) => {
  const sheet = /^<([^<>]+)>; rel="stylesheet"$/.exec(headers.get("link") ?? "")?.[1]
  const link = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]")
  if (sheet !== undefined && link !== null) link.href = new URL(sheet, url).href
}

const gone = () => {
  heading.textContent = words["gone"]!
  said.textContent = words["gone_hint"]!
}

const load = async () => {
  shown.hidden = true
  waiting.hidden = false
  again.hidden = true
  heading.textContent = words["title"]!
  said.textContent = words["wait"]!
  const token = /^#t=([0-9A-Za-z]{20,100})$/.exec(location.hash)?.[1]
  if (token === undefined) return gone()
  const address = new URL(`../../api/v1/public/returning-champion/welcome-back?token=${token}`, here)
  const answer = await fetch(address, { credentials: "omit", cache: "no-store" }).catch(() => undefined)
  if (answer?.status === 404) return gone()
  if (answer?.status === 200) {
    dress(answer)
    return show((await answer.json()) as Welcome)
  }
  said.textContent = words["offline"]!
  again.hidden = false
}

again.addEventListener("click", () => void load())
addEventListener("hashchange", () => void load())
void load()
