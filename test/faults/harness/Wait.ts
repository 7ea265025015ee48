/** Waiting in tests of real processes, where there is no clock but the wall's. */

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Waits until the condition holds; throws with `what` when `seconds` pass without it. A throw counts as "not yet". */
export const until = async (what: string, condition: () => boolean | Promise<boolean>, seconds: number) => {
  let last: unknown
  for (const end = Date.now() + seconds * 1_000; ;) {
    try {
      if (await condition()) return
      last = undefined
    } catch (error) {
      last = error
    }
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}${last === undefined ? "" : ` (${last})`}`)
    await sleep(25)
  }
}
