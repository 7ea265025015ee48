/** A list as a table: while it is read, when there is nothing in it, when it fails, and its next pages. */
import type { ComponentChildren } from "preact"
import type { Pages } from "../core/pages.ts"
import { common } from "../words/common.ts"
import { Button } from "./button.tsx"
import { Empty, Failure, Skeleton } from "./notice.tsx"
import { Table } from "./things.tsx"

export interface ListWords {
  readonly head: ReadonlyArray<string>
  readonly empty: string
  readonly emptyText?: string
}

export const Listing = <Item,>({
  label,
  lines = 5,
  nothing,
  pages: { again, error, hasMore, isReading, items, more },
  row,
  words
}: {
  readonly pages: Pages<Item>
  readonly label: string
  readonly words: ListWords
  /** a `tr` with a key */
  readonly row: (item: Item) => ComponentChildren
  /** what leads on from an empty list, in the place of the words for it */
  readonly nothing?: ComponentChildren
  /** about as many as will come */
  readonly lines?: number
}) => (
  <>
    <Failure error={error} again={again} />
    {items === undefined ? (
      error === undefined && <Skeleton lines={lines} />
    ) : items.length === 0 ? (
      (nothing ?? (
        <Empty title={words.empty}>{words.emptyText !== undefined && <p class="hint">{words.emptyText}</p>}</Empty>
      ))
    ) : (
      <Table head={words.head} label={label}>
        {items.map(row)}
      </Table>
    )}
    {hasMore && (
      <div class="row">
        <Button isBusy={isReading} onClick={more}>
          {common.more}
        </Button>
      </div>
    )}
  </>
)
