/** What every part of a mounted widget may ask: its player, its words, and how to be heard. */
import { createContext } from "preact"
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import type { MountEvent, MountSettings, WidgetName } from "../contract.ts"
import { asMountError, unknownError } from "./api.ts"
import type { Feed, Watcher } from "./feed.ts"
import type { Words } from "./i18n.ts"
import type { Config, Effects } from "./model.ts"
import type { Session } from "./session.ts"

export interface Card {
  readonly kind: "badge" | "streak" | "evolution"
  readonly title: string
  readonly text: string
}

export interface Here {
  readonly widget: WidgetName
  readonly session: Session
  readonly config: Config
  readonly words: Words
  readonly settings: MountSettings
  readonly dark: boolean
  /** nothing may move */
  readonly still: boolean
  readonly watcher: Pick<Watcher, "isSeen" | "polls">
  /** said once by the live region */
  readonly announce: (text: string) => void
  readonly emit: (name: MountEvent, detail: unknown) => void
  /** what was earned; `isFirst` in one mount of the buddy only. Answers how to stop listening */
  readonly onEffects: (listener: (effects: Effects, isFirst: boolean) => void) => () => void
  /** brings in the style of a part */
  readonly adopt: (style: string) => void
}

export const HereContext = createContext<Here | undefined>(undefined)

export const useHere = (): Here => {
  const here = useContext(HereContext)
  if (here === undefined) throw new Error("a part of a widget outside of one")
  return here
}

/** A read beside the widget's own, for as long as it is shown; heard from at once, as a frame may be long in coming. */
export const useRead = <A>(path: string): Feed<A> => {
  const { session, watcher } = useHere()
  const render = useState(0)[1]
  const feed = session.read<A>(path)
  useLayoutEffect(() => feed.watch({ ...watcher, changed: () => render((turn) => turn + 1) }), [feed])
  return feed
}

const pauseMax_ms = 60_000

/** A part that is loaded once it is wanted, with its style, and asked for until it is there or wanted no more. */
export const usePart = <P extends { readonly style: string }>(
  load: () => Promise<P>,
  wanted: unknown
): P | undefined => {
  const { adopt } = useHere()
  const [part, setPart] = useState<P>()
  useEffect(() => {
    if (!wanted || part) return
    let tries = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const bring = async (): Promise<void> => {
      try {
        const loaded = await load()
        if (isOver) return
        adopt(loaded.style)
        setPart(loaded)
      } catch {
        if (!isOver) timer = setTimeout(bring, Math.min(pauseMax_ms, 1_000 * 2 ** tries++))
      }
    }
    void bring()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [wanted])
  return part
}

/** A write behind a button: one at a time, and what it was refused with. */
export const useWrite = () => {
  const { announce, emit, words } = useHere()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const running = useRef(false)
  const run = async (write: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await write()
    } catch (cause) {
      const error = unknownError(cause)
      const sentence = words.refusal(error.code)
      setProblem(sentence)
      announce(sentence)
      emit("error", asMountError(error))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, problem, run }
}
