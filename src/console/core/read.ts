/** Reading and writing from a component: what there is to show while it lasts, and when it fails. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks"

export interface Read<A> {
  /** of the last answer; stays while it is read again */
  readonly data: A | undefined
  readonly error: unknown
  readonly isReading: boolean
  readonly again: () => void
}

interface State<A> {
  readonly data: A | undefined
  readonly error: unknown
  readonly isReading: boolean
}

/** Reads anew when one of `of` changes; what was asked for before is given up. */
export const useRead = <A>(
  read: (signal: AbortSignal) => PromiseLike<A>,
  of: ReadonlyArray<unknown> = [],
  everyMs?: number
): Read<A> => {
  const [state, setState] = useState<State<A>>({ data: undefined, error: undefined, isReading: true })
  const [turn, setTurn] = useState(0)
  const latest = useRef(read)
  latest.current = read
  const isUnderWay = useRef(false)
  useEffect(() => {
    const ending = new AbortController()
    isUnderWay.current = true
    setState((before) => ({ ...before, isReading: true }))
    const end = (stateOf: (before: State<A>) => State<A>) => {
      if (ending.signal.aborted) return
      isUnderWay.current = false
      setState(stateOf)
    }
    Promise.resolve(latest.current(ending.signal)).then(
      (data) => end(() => ({ data, error: undefined, isReading: false })),
      (error: unknown) => end(({ data }) => ({ data, error, isReading: false }))
    )
    return () => ending.abort()
  }, [turn, ...of])
  const again = useCallback(() => setTurn((before) => before + 1), [])
  useEffect(() => {
    if (everyMs === undefined) return
    // An answer that takes longer than that is waited for: given up each time, it would never be there.
    const timer = setInterval(() => document.hidden || isUnderWay.current || again(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, again])
  return { ...state, again }
}

export interface Act<Args extends ReadonlyArray<unknown>> {
  readonly run: (...args: Args) => Promise<boolean>
  readonly isBusy: boolean
  readonly error: unknown
  readonly clear: () => void
}

/** One at a time: a second click of the same button does nothing. True: it went well. */
export const useAct = <Args extends ReadonlyArray<unknown>>(work: (...args: Args) => Promise<unknown>): Act<Args> => {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>({
    isBusy: false,
    error: undefined
  })
  const isUnderWay = useRef(false)
  const run = async (...args: Args) => {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setState({ isBusy: true, error: undefined })
    try {
      await work(...args)
      setState({ isBusy: false, error: undefined })
      return true
    } catch (error) {
      setState({ isBusy: false, error })
      return false
    } finally {
      isUnderWay.current = false
    }
  }
  return { run, ...state, clear: () => setState({ isBusy: false, error: undefined }) }
}
