/** What narrows a list; it stands in the address, so that reloading and sending it on keep it. */
import type { ComponentChildren } from "preact"
import { useFilter } from "../core/router.ts"
import { common } from "../words/common.ts"
import { Select } from "./field.tsx"

export const Filters = ({ children }: { readonly children: ComponentChildren }) => <div class="filters">{children}</div>

/** What the address names of these, or nothing. */
export const useChoice = <Value extends string>(name: string, texts: Readonly<Record<Value, string>>) => {
  const [chosen] = useFilter(name)
  return Object.hasOwn(texts, chosen) ? (chosen as Value) : undefined
}

export const Choose = ({
  label,
  name,
  texts
}: {
  /** of the filter, in the address */
  readonly name: string
  readonly label: string
  readonly texts: Readonly<Record<string, string>>
}) => {
  const [chosen, choose] = useFilter(name)
  const choices = Object.entries(texts).map(([value, text]) => ({ value, text }))
  return (
    <Select label={label} value={chosen} choices={[{ value: "", text: common.all }, ...choices]} onValue={choose} />
  )
}
