/** One polite voice for the whole console, and the card that shows what it says for a while. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks"
import { icons } from "./icons.tsx"

let speak: (text: string) => void = () => {}

/** Tells everybody, however they read the page. */
export const say = (text: string) => speak(text)

const shown_for_ms = 5000

export const Voice = () => {
  const [said, setSaid] = useState<{ readonly text: string; readonly count: number }>({ text: "", count: 0 })
  useLayoutEffect(() => {
    speak = (text) => setSaid(({ count }) => ({ text, count: count + 1 }))
    return () => void (speak = () => {})
  }, [])
  useEffect(() => {
    if (said.text === "") return
    const timer = setTimeout(() => setSaid(({ count }) => ({ text: "", count })), shown_for_ms)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <div class="voice" role="status" aria-live="polite">
      {said.text !== "" && (
        <p key={said.count}>
          <icons.check />
          {said.text}
        </p>
      )}
    </div>
  )
}
