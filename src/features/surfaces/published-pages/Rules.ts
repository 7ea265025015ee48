/** Pure rules of pages a tenant publishes: their states. */
import type { SurfaceStatus } from "../../../wire/surfaces/Common.ts"

export type Move = "publish" | "unpublish" | "archive"

const moves: Readonly<Record<Move, { readonly from: ReadonlyArray<SurfaceStatus>; readonly to: SurfaceStatus }>> = {
  publish: { from: ["draft"], to: "published" },
  unpublish: { from: ["published"], to: "draft" },
  archive: { from: ["draft", "published"], to: "archived" }
}
export const targetOf = (move: Move): SurfaceStatus => moves[move].to
export const mayMove = (from: SurfaceStatus, move: Move): boolean => moves[move].from.includes(from)
