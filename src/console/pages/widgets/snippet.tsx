/** The lines for one's own page, by widget and by where its token comes from. */
import { root } from "../../core/place.ts"
import { useFilter } from "../../core/router.ts"
import { Select } from "../../ui/field.tsx"
import { Card, Code } from "../../ui/things.tsx"
import { widgets } from "../../words/widgets.ts"

const words = widgets.snippet

type Source = keyof typeof words.sources

const attributes: Readonly<Record<Source, string>> = {
  embed: 'data-embed-token="TOKEN_OF_YOUR_SERVER"',
  session: 'data-embed-token="TOKEN_OF_YOUR_SERVER"',
  url: 'data-token-url="/your/widget-token"',
  publishable: 'data-publishable-key="svc_pk_…" data-buddy-id="BUDDY_ID"'
}

const htmlOf = (mount: string, source: Source) =>
  [
    `<div data-hatched-mount="${mount}" ${attributes[source]}></div>`,
    `<script async src="${root}/cdn/widget.js"></script>`
  ].join("\n")

const embed = `const { token } = await hatchery.embedTokens.create({ buddyId, ttlSeconds: 86400 })`
/** Everything widgets offer, and no event that a page could make up. */
const session = [
  "const { token } = await hatchery.widgetSessions.create({",
  "  buddyId,",
  "  userId,",
  '  scopes: ["read", "events:track", "marketplace:purchase", "items:equip"],',
  "  eventTypes: [] // of events the page itself may report",
  "})"
].join("\n")

const serverOf: Readonly<Record<Source, string | undefined>> = {
  embed,
  session,
  url: `// GET /your/widget-token, for whoever is signed in\n${session}\nresponse.json({ token })`,
  publishable: undefined
}

const first = `const { buddyId } = await hatchery.ensureBuddy({ userId })`

const choicesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }))

export const Snippet = () => {
  const [mount, setMount] = useFilter("mount")
  const [chosen, setSource] = useFilter("source")
  const source = (Object.hasOwn(words.sources, chosen) ? chosen : "embed") as Source
  const widget = Object.hasOwn(words.mounts, mount) ? mount : "buddy"
  const server = serverOf[source]
  return (
    <Card title={words.title}>
      <div class="properties">
        <Select label={words.mount} value={widget} choices={choicesOf(words.mounts)} onValue={setMount} />
        <Select label={words.source} value={source} choices={choicesOf(words.sources)} onValue={setSource} />
      </div>
      <Code label={words.label} text={htmlOf(widget, source)} />
      {server !== undefined && <Code label={words.server} text={`${first}\n${server}`} />}
    </Card>
  )
}
