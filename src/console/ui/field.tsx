/** Fields of forms: each with its label, what it is for, and what is wrong with it. */
import type { ComponentChildren } from "preact"
import { useId, useState } from "preact/hooks"

interface Shared {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** What stands around a control; the control is given its names. */
export const Field = ({
  children,
  error,
  hint,
  label
}: Shared & {
  readonly children: (names: {
    readonly id: string
    readonly "aria-describedby": string | undefined
    readonly "aria-invalid": "true" | undefined
  }) => ComponentChildren
}) => {
  const id = useId()
  const described = [hint === undefined ? [] : `${id}-hint`, error === undefined ? [] : `${id}-error`].flat()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": error === undefined ? undefined : "true"
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

export interface TextProps extends Shared {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly type?: "text" | "email" | "password" | "number" | "url" | "datetime-local" | "search"
  readonly autocomplete?: string
  readonly placeholder?: string | undefined
  readonly required?: boolean
  readonly max?: number
  readonly isOff?: boolean
  readonly list?: string | undefined
}

export const Text = (props: TextProps) => (
  <Field label={props.label} hint={props.hint} error={props.error}>
    {(names) => (
      <input
        {...names}
        // One component for all of them: which attributes go with which type is the caller's to know. What a browser
        // takes for no number it keeps to itself, as if nothing had been typed: numbers are read here, and not there.
        type={(props.type === "number" ? "text" : (props.type ?? "text")) as "text"}
        inputMode={props.type === "number" ? "decimal" : undefined}
        value={props.value}
        autocomplete={(props.autocomplete ?? "off") as "off"}
        placeholder={props.placeholder}
        required={props.required}
        maxLength={props.max}
        disabled={props.isOff}
        list={props.list}
        spellcheck={false}
        onInput={({ currentTarget }) => props.onValue(currentTarget.value)}
      />
    )}
  </Field>
)

export const Area = (
  props: Shared & { readonly value: string; readonly onValue: (value: string) => void; readonly rows?: number }
) => (
  <Field label={props.label} hint={props.hint} error={props.error}>
    {(names) => (
      <textarea
        {...names}
        class="mono"
        rows={props.rows ?? 8}
        spellcheck={false}
        value={props.value}
        onInput={({ currentTarget }) => props.onValue(currentTarget.value)}
      />
    )}
  </Field>
)

export interface Choice {
  readonly value: string
  readonly text: string
}

export const Select = (
  props: Shared & {
    readonly value: string
    readonly choices: ReadonlyArray<Choice>
    readonly onValue: (value: string) => void
  }
) => (
  <Field label={props.label} hint={props.hint} error={props.error}>
    {(names) => (
      <select {...names} value={props.value} onChange={({ currentTarget }) => props.onValue(currentTarget.value)}>
        {props.choices.map(({ text, value }) => (
          <option key={value} value={value} selected={value === props.value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
)

export const Check = ({
  isOn,
  label,
  onValue
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onValue: (isOn: boolean) => void
}) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onValue(currentTarget.checked)} />
    <span>{label}</span>
  </label>
)

/** A password, which its owner may look at. */
export const Password = ({ reveal, ...props }: Omit<TextProps, "type"> & { readonly reveal: string }) => {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Text {...props} type={isShown ? "text" : "password"} />
      <Check label={reveal} isOn={isShown} onValue={setShown} />
    </>
  )
}
