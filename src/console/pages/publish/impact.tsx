/** What publishing would change, and what stands against it. */
import type { ConfigImpact } from "../../../../sdk/src/index.ts"
import { Notice } from "../../ui/notice.tsx"
import { Pill, Table } from "../../ui/things.tsx"
import { publish as words } from "../../words/publish.ts"

const shown_max = 200
const text_max = 80

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return "–"
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > text_max ? `${text.slice(0, text_max)}…` : text
}

const tones = { added: "good", removed: "bad", changed: "warning" } as const

const Changes = ({ changes }: { readonly changes: ConfigImpact["changes"] }) => {
  if (changes.length === 0) return <p class="hint">{words.same}</p>
  // Where nothing was before, there is nothing to compare with.
  const isFresh = changes.every(({ op }) => op === "added")
  return (
    <>
      <Table head={isFresh ? words.head.slice(0, 3) : words.head} label={words.changes}>
        {changes.slice(0, shown_max).map(({ field, from, key, op, to, type }) => (
          <tr key={`${op}/${type}/${key}/${field}`}>
            <td>
              <Pill tone={tones[op]}>{words.op[op]}</Pill>
            </td>
            <td>{type.replaceAll("_", " ")}</td>
            <td>
              <code>{key}</code>
            </td>
            {!isFresh && (
              <>
                <td>{field ?? ""}</td>
                <td class="soft mono">{op === "changed" ? textOf(from) : ""}</td>
                <td class="mono">{op === "changed" ? textOf(to) : ""}</td>
              </>
            )}
          </tr>
        ))}
      </Table>
      {changes.length > shown_max && <p class="hint">{words.more(changes.length - shown_max)}</p>}
    </>
  )
}

const Sentences = ({
  texts,
  title,
  tone
}: {
  readonly texts: ReadonlyArray<string>
  readonly title: string
  readonly tone: "bad" | "warning"
}) =>
  texts.length === 0 ? null : (
    <Notice tone={tone} title={title}>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )

export const Impact = ({ impact }: { readonly impact: ConfigImpact }) => (
  <>
    <Sentences texts={impact.errors} title={words.errors} tone="bad" />
    <Sentences texts={impact.warnings} title={words.warnings} tone="warning" />
    <Changes changes={impact.changes} />
    <p class="hint">{words.buddies(impact.existingBuddies.pinned)}</p>
  </>
)
