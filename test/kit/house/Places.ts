/** Where in the house a file stands. */

/** What a file of a family, or of `resource`, may be. */
export const roles = ["Api", "Rules", "Store", "Service", "Http", "Workflow"]

export interface Place {
  /** The layer: a top folder of src, the client package, a file beside them, or the role of a family's file. */
  readonly layer: string
  readonly family: string | undefined
}

export const placeOf = (path: string): Place => {
  const [room, top = "", domain = "", ...rest] = path.split("/")
  // The client package is a room beside src, and the command line beside it works from outside as those of src do.
  if (room === "sdk") return { layer: top === "cli" ? top : room, family: undefined }
  // What families would repeat plays the same roles as they do.
  if (top === "resource") return { layer: domain.replace(/\.ts$/, ""), family: undefined }
  if (top !== "features") return { layer: top.replace(/\.ts$/, ""), family: undefined }
  const [family, role = ""] = rest.length === 1 ? [undefined, rest[0]] : rest
  return { layer: role.replace(/\.ts$/, ""), family: family && `${domain}/${family}` }
}
