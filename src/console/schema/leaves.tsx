/** The fields of a form that hold one value, and what all fields are given. */
import { useEffect, useState } from "preact/hooks"
import type { Json } from "../core/entries.ts"
import { Area, Check, Select, Text } from "../ui/field.tsx"
import type { Issue } from "../ui/form.tsx"
import { rules } from "../words/rules.ts"
import type { Field, Schema, Shape } from "./schema.ts"

const words = rules.field

export interface NodeProps {
  readonly schema: Schema
  readonly whole: Schema
  readonly value: Json | undefined
  /** undefined: left out */
  readonly onValue: (value: Json | undefined) => void
  readonly path: ReadonlyArray<string | number>
  readonly name: string
  readonly isRequired: boolean
  readonly issues: ReadonlyArray<Issue>
  /** for fields that name an event type */
  readonly eventTypes: string | undefined
}

export type Of<Kind extends Shape["kind"]> = NodeProps & {
  readonly field: Field
  readonly shape: Extract<Shape, { readonly kind: Kind }>
}

export const labelOf = (name: string): string => {
  const known = rules.names[name]
  if (known !== undefined) return known
  const text = name.replaceAll("_", " ")
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What a choice of a field comes to, in words. */
export const choiceOf = (name: string, choice: string): string =>
  rules.choices[name]?.[choice] ?? choice.replaceAll("_", " ")

export const errorAt = (issues: ReadonlyArray<Issue>, path: ReadonlyArray<string | number>) =>
  issues.find((issue) => issue.path.join(".") === path.join("."))?.message

/** What nobody fills in is left out, or null where only null says that there is none. */
const nothing = ({ field, isRequired }: { readonly field: Field; readonly isRequired: boolean }) =>
  field.isNullable ? null : isRequired ? "" : undefined

export const TextNode = (props: Of<"text">) => {
  const { field, issues, name, onValue, path, value } = props
  return (
    <Text
      label={labelOf(name)}
      // How a key is written is said where one is made up; where one is named there are those there are.
      hint={props.isRequired ? field.description?.replaceAll("`", "") : undefined}
      value={typeof value === "string" ? value : ""}
      list={name === "event_type" ? props.eventTypes : undefined}
      error={errorAt(issues, path)}
      onValue={(text) => onValue(text === "" ? nothing(props) : text)}
    />
  )
}

export const NumberNode = (props: Of<"number">) => {
  const { field, issues, name, onValue, path, value } = props
  const shown = typeof value === "number" ? String(value) : ""
  const [text, setText] = useState(shown)
  useEffect(() => setText((before) => (before !== "" && Number(before) === value ? before : shown)), [shown])
  return (
    <Text
      label={labelOf(name)}
      type="number"
      hint={field.description}
      placeholder={field.isNullable ? words.none : undefined}
      value={text}
      error={errorAt(issues, path)}
      onValue={(typed) => {
        setText(typed)
        const number = Number(typed)
        onValue(typed.trim() === "" ? (field.isNullable ? null : undefined) : Number.isNaN(number) ? typed : number)
      }}
    />
  )
}

/** Text as it is meant: a number, a truth, several of them, else the text itself. */
const meant = (text: string): Json => {
  if (!/^(-?\d|true$|false$|\[)/.test(text)) return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

export const FreeNode = ({ issues, name, onValue, path, value }: Of<"free">) => (
  <Text
    label={labelOf(name)}
    hint={words.free}
    value={value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)}
    error={errorAt(issues, path)}
    onValue={(text) => onValue(meant(text))}
  />
)

export const JsonNode = ({ issues, name, onValue, path, value }: Of<"json">) => {
  const [text, setText] = useState(() => JSON.stringify(value ?? {}, null, 2))
  const [isBad, setBad] = useState(false)
  return (
    <Area
      label={labelOf(name)}
      hint={words.json}
      rows={4}
      value={text}
      error={isBad ? rules.jsonBad : errorAt(issues, path)}
      onValue={(typed) => {
        setText(typed)
        try {
          onValue(JSON.parse(typed) as Json)
          setBad(false)
        } catch {
          setBad(true)
        }
      }}
    />
  )
}

export const FlagNode = ({ isRequired, name, onValue, value }: Of<"flag">) => (
  <Check
    label={labelOf(name)}
    isOn={value === true || (value === undefined && !isRequired && name === "enabled")}
    onValue={onValue}
  />
)

export const ChoiceNode = ({ field, isRequired, issues, name, onValue, path, shape, value }: Of<"choice">) => {
  const open = field.isNullable
    ? [{ value: "", text: words.none }]
    : isRequired
      ? []
      : [{ value: "", text: words.unset }]
  return (
    <Select
      label={labelOf(name)}
      hint={field.description}
      value={typeof value === "string" ? value : ""}
      choices={[...open, ...shape.choices.map((choice) => ({ value: choice, text: choiceOf(name, choice) }))]}
      error={errorAt(issues, path)}
      onValue={(chosen) => onValue(chosen === "" ? (field.isNullable ? null : undefined) : chosen)}
    />
  )
}
