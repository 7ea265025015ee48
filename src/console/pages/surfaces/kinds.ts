/** What the list and its dialogs know of a hosted page or a showroom. */
export interface Surface {
  readonly id: string
  readonly name: string
  readonly status: "draft" | "published" | "archived"
  readonly url: string
  readonly publishedAt: string | null
  /** players or visits */
  readonly count: number
  /** a picture of a code of its own, if it has one */
  readonly qrUrl: string | undefined
}
