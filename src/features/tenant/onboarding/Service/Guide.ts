/** How to build it in, step by step, in the language of the stack and with the events there are. */
import type { Guide } from "../Api/Session.ts"
import type { Stack } from "../Api/Questions.ts"
import type { EventTypeInput } from "../../../../wire/content/EventType.ts"
import { type Dialect, type EventCall, quoted, type Value } from "./guide/Dialect.ts"
import { django, laravel, python, rails } from "./guide/Dynamic.ts"
import { nextjs, node, shell } from "./guide/Script.ts"
import { dotnet, go, java } from "./guide/Static.ts"
import { type GuideWords, type StepKey, wordsFor } from "../Rules/GuideWords.ts"

const dialects: Readonly<Record<Stack, Dialect>> = {
  node,
  nextjs,
  python,
  django,
  rails,
  laravel,
  go,
  java,
  dotnet,
  other: shell
}

const samples: Readonly<Record<EventTypeInput["properties"][number]["type"], (name: string) => Value>> = {
  string: (name) => `${name.replace(/_id$/, "").slice(0, 40)}-42`,
  number: () => 10,
  boolean: () => true,
  array: () => [],
  object: () => ({})
}

const calls_max = 50

const callOf = ({ event_type, properties }: EventTypeInput): EventCall => ({
  event_type,
  properties: properties.map(({ name, type }) => [name, samples[type](name)] as const)
})

export interface GuideGround {
  readonly stack: Stack
  readonly source: Guide["source"]
  readonly event_types: ReadonlyArray<EventTypeInput>
  readonly public_url: string
  /** what a model adds */
  readonly words?: GuideWords | null
}

const environment = `# A secret key of the service: dashboard, API keys. It stays on your server.
HATCHERY_URL=https://hatchery.example.com
HATCHERY_API_KEY=<your secret key>
HATCHERY_WEBHOOK_SECRET=<shown once when the webhook is made>
`

const page = (url: string) => `<style>[data-hatched-mount]{display:block;min-height:320px}</style>
<div data-hatched-mount="buddy" data-token-url="/hatchery-token"><p>Your progress appears here.</p></div>
<script async src=${quoted(`${url}/cdn/widget.js`)}></script>
`

export const guideOf = ({ event_types, public_url, source, stack, words = null }: GuideGround): Guide => {
  const { client, events, files, language, webhook } = dialects[stack]
  const active = event_types.filter(({ status }) => status === "active").slice(0, calls_max)
  const file = (path: string, code: string, of = language) => ({ path, language: of, code })
  const active_types = active.map(({ event_type }) => event_type)
  const names = active_types.join(", ")
  const more = (step: StepKey) => wordsFor(words, step, active_types)
  return {
    stack,
    source,
    steps: [
      {
        title: "Keep the key in the environment",
        text:
          "Make a secret key in the dashboard. It belongs on your server, never in a page or an app." +
          more("environment"),
        files: [file(".env.example", environment.replace("https://hatchery.example.com", public_url), "ini")]
      },
      {
        title: "Put the client in place",
        text:
          "It needs nothing beside the standard library, and tries again under the same event_id: an " +
          "event counts once." +
          more("client"),
        files: [file(files.client, client)]
      },
      {
        title: "Send what users do",
        text:
          `One call for each of the events your configuration knows: ${names}. Call it where it happens.` +
          more("events"),
        files: [file(files.events, events(active.map(callOf)))]
      },
      {
        title: "Hatch a buddy",
        text:
          "Call hatch for a user once, at the first login or at the first event: before that, events " +
          "are kept and wait." +
          more("hatch"),
        files: []
      },
      {
        title: "Show the widget",
        text:
          "/hatchery-token is a route of your own: it mints a token for the signed-in user and answers {token}." +
          more("widget"),
        files: [file("widget.html", page(public_url), "html")]
      },
      {
        title: "Believe signed webhooks only",
        text:
          "Check X-Svc-Signature over the raw body, before it is parsed, with the secret of the endpoint." +
          more("webhook"),
        files: [file(files.webhook, webhook)]
      }
    ]
  }
}
