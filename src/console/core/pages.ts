/** Lists that come in pages: the first one, and what "Show more" adds to it. */
import { useEffect, useState } from "preact/hooks"
import type { Page } from "../../../sdk/src/calls.ts"
import { useAct, useRead } from "./read.ts"

/** What a page of a list can do, whatever came with it. */
type Some<Item> = Pick<Page<Item>, "data" | "hasNextPage"> & { nextPage(): Promise<Some<Item> | null> }

export interface Pages<Item> {
  /** absent until the first page is there */
  readonly items: ReadonlyArray<Item> | undefined
  readonly error: unknown
  readonly hasMore: boolean
  readonly isReading: boolean
  readonly more: () => unknown
  readonly again: () => void
}

/** Begins anew when one of `of` changes. */
export const usePages = <Item>(
  read: (signal: AbortSignal) => PromiseLike<Some<Item>>,
  of: ReadonlyArray<unknown> = [],
  everyMs?: number
): Pages<Item> => {
  const [later, setLater] = useState<ReadonlyArray<Some<Item>>>([])
  // Whoever reads on is not thrown back to the first page.
  const first = useRead(read, of, later.length === 0 ? everyMs : undefined)
  useEffect(() => setLater([]), [first.data])
  const last = later.at(-1) ?? first.data
  const { error, isBusy, run } = useAct(async (from: Some<Item>) => {
    const next = await from.nextPage()
    // What was read anew meanwhile has other pages.
    if (next !== null) setLater((before) => ((before.at(-1) ?? first.data) === from ? [...before, next] : before))
  })
  const items = first.data === undefined ? undefined : [first.data, ...later].flatMap(({ data }) => data)
  return {
    items,
    error: first.error ?? error,
    hasMore: last?.hasNextPage() ?? false,
    isReading: first.isReading || isBusy,
    more: () => last && run(last),
    again: first.again
  }
}
