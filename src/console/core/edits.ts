/** What is typed over what is stored, field by field. */
import { useEffect, useState } from "preact/hooks"

export interface Edits<Values extends object> {
  /** what fields show */
  readonly values: Values
  /** of them those that are not stored like this */
  readonly changed: Partial<Values>
  readonly isDirty: boolean
  readonly change: (part: Partial<Values>) => void
}

const differing = <Values extends object>(typed: Partial<Values>, stored: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => value !== stored[field as keyof Values])
  ) as Partial<Values>

/** Fields nobody has touched follow what is stored, also when it is read again. `of`: what `stored` was made of. */
export const useEdits = <Values extends object>(stored: Values, of: unknown): Edits<Values> => {
  const [typed, setTyped] = useState<Partial<Values>>({})
  // What is stored by now was somebody's change no longer: once forgotten, it does not stand against a later one.
  useEffect(() => setTyped((now) => differing(now, stored)), [of])
  const changed = differing(typed, stored)
  return {
    values: { ...stored, ...typed },
    changed,
    isDirty: Object.keys(changed).length > 0,
    change: (part) => setTyped((now) => ({ ...now, ...part }))
  }
}
