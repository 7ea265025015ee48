/** Parts that widgets are made of. */
import type { ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { Coin } from "./icons.tsx"
import { useHere } from "./here.ts"

const counting_ms = 900

/** A number that runs to its new value; where nothing may move it is there at once. */
export const Count = ({ value }: { readonly value: number }) => {
  const { still, words } = useHere()
  const [shown, setShown] = useState(value)
  const at = useRef(value)
  useEffect(() => {
    const origin = at.current
    if (origin === value) return
    const put = (next: number) => {
      at.current = next
      setShown(next)
    }
    if (still) return put(value)
    let frame = 0
    let start: number | undefined
    const step = (now: number) => {
      start ??= now
      const share = Math.min(1, (now - start) / counting_ms)
      put(Math.round(origin + (value - origin) * (1 - (1 - share) ** 4)))
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value, still])
  return <span class="count">{words.number(still ? value : shown)}</span>
}

/** A purse: the coin turns and says by how much it grew. */
export const Coins = ({ value }: { readonly value: number }) => {
  const { still, words } = useHere()
  const before = useRef(value)
  const [gain, setGain] = useState({ by: 0, turn: 0 })
  useEffect(() => {
    const by = value - before.current
    before.current = value
    if (by > 0 && !still) setGain(({ turn }) => ({ by, turn: turn + 1 }))
  }, [value])
  const isFresh = gain.by > 0 && !still
  return (
    <span class="purse">
      <span key={gain.turn} class={isFresh ? "turning" : undefined}>
        <Coin />
      </span>
      <b>
        <Count value={value} />
      </b>{" "}
      <span class="unit">
        <bdi>{words.coins(value)}</bdi>
      </span>
      {isFresh && (
        <span
          key={`gain-${gain.turn}`}
          class="gain"
          aria-hidden="true"
          onAnimationEnd={() => setGain({ ...gain, by: 0 })}
        >
          +{words.number(gain.by)}
        </span>
      )}
    </span>
  )
}

export interface ButtonProps {
  /** `times`: 2 for the second click of a double click, 0 for a key */
  readonly onPress: (times: number) => void
  readonly busy?: boolean
  /** there is nothing to do with it now */
  readonly off?: boolean
  readonly kind?: "main" | "quiet" | "plain" | "round"
  readonly label?: string | undefined
  readonly children: ComponentChildren
}

const places = "[tabindex='-1']"

/** Whoever had the focus in what goes is left in the place around it, or in the widget when that has gone as well. */
const handOver = (gone: HTMLElement) => {
  if (!gone.matches(":focus")) return
  const root = gone.getRootNode() as ShadowRoot
  const around = gone.closest<HTMLElement>(places)!
  queueMicrotask(() => {
    const place = around.isConnected ? around : root.querySelector<HTMLElement>(places)
    if (root.activeElement === null) place?.focus({ preventScroll: true })
  })
}

/** While busy it keeps the focus and does nothing. */
export const Button = ({ busy = false, children, kind = "main", label, off = false, onPress }: ButtonProps) => {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = ref.current!
    return () => handOver(button)
  }, [])
  return (
    <button
      ref={ref}
      type="button"
      class={kind === "round" ? kind : `button ${kind}`}
      aria-label={label}
      aria-busy={busy ? "true" : undefined}
      aria-disabled={busy || off ? "true" : undefined}
      onClick={({ detail }) => busy || off || onPress(detail)}
    >
      {children}
      {busy && <span class="spinner" />}
    </button>
  )
}

/** Beside a button, what its write was refused with. */
export const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : <p class="problem">{text}</p>

export interface MeterProps {
  /** 0..1 */
  readonly share: number
  readonly label: string
  readonly text: string
  readonly full?: boolean
}

export const Meter = ({ full = false, label, share, text }: MeterProps) => (
  <div
    class={full ? "meter full" : "meter"}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(share * 100)}
    aria-valuetext={text}
  >
    <i style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
  </div>
)

/** Tenants' pictures may be gone: then the picture's place stays, and is quiet. */
export const Picture = (props: {
  readonly src: string | null
  readonly alt: string
  readonly size: number
  readonly fallback: ComponentChildren
}) => {
  const [failed, setFailed] = useState<string>()
  if (props.src === null || failed === props.src) {
    return (
      <span class="picture" role={props.alt === "" ? undefined : "img"} aria-label={props.alt || undefined}>
        {props.fallback}
      </span>
    )
  }
  const src = props.src
  return (
    <img
      class="picture"
      src={src}
      alt={props.alt}
      width={props.size}
      height={props.size}
      decoding="async"
      onError={() => setFailed(src)}
    />
  )
}

export const humanised = (key: string) => {
  const words = key.replace(/[_\-.]+/g, " ").trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
