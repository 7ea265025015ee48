/** How many notifications nobody has read yet: the bell says it, and the page of them changes it. */
import { useLayoutEffect, useState } from "preact/hooks"
import { api } from "./api.ts"
import { useRead } from "./read.ts"

const look_again_ms = 60_000

const listeners = new Set<() => void>()

/** Something was read, or nothing is to be heard of for a while: the bell looks again at once. */
export const newsChanged = () => {
  for (const listener of listeners) listener()
}

/**
 * Undefined until it is known; it also stays so where it cannot be read, for the bell is beside what somebody does.
 * None in a pause: whoever wants to hear of nothing is not to be looked at by a number either.
 */
export const useUnreadCount = (): number | undefined => {
  const [turn, setTurn] = useState(0)
  useLayoutEffect(() => {
    const look = () => setTurn((before) => before + 1)
    listeners.add(look)
    return () => void listeners.delete(look)
  }, [])
  const { data } = useRead((signal) => api.notifications.list({ limit: 1 }, { signal }), [turn], look_again_ms)
  return data?.pausedUntil === null ? data.unreadCount : undefined
}
