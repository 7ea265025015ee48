/** Surfaces follow their audience when the workspace gives it another name: their players stay. */
import { following } from "../../../../platform/postgres/Audiences.ts"

export const moveHostedSurfaces = following({
  table: "hosted_surfaces",
  inContent: true,
  except: "status = 'archived'"
})
