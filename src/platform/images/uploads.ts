/**
 * Pictures tenants send: looked at before anything decodes them, bounded in pixels while they are decoded, and drawn
 * anew, so that nothing but pixels is kept (no metadata, no scripts, no second file hidden behind the first).
 */
import { Effect, Schema } from "effect"
import { crc32 } from "node:zlib"
import sharp from "sharp"

export const uploadLimits = { bytes_max: 5_242_880, side_max: 4_096, side_min: 16 } as const

export class BadPicture extends Schema.TaggedError<BadPicture>()("BadPicture", { detail: Schema.String }) {}

const shown_side_max = 1_024
const timeout_seconds = 5

const startsWith = (bytes: Uint8Array, at: number, text: string) =>
  bytes.length >= at + text.length && [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0))

/** By its first bytes: whatever else it claims to be. */
export const kindOf = (bytes: Uint8Array): "png" | "jpeg" | "webp" | undefined => {
  if (startsWith(bytes, 0, "\u0089PNG\r\n\u001a\n")) return "png"
  if (startsWith(bytes, 0, "\u00ff\u00d8\u00ff")) return "jpeg"
  return startsWith(bytes, 0, "RIFF") && startsWith(bytes, 8, "WEBP") ? "webp" : undefined
}

const bad = (detail: string) => new BadPicture({ detail })

/**
 * Says in the file itself (a tEXt chunk before its last one) where it is from, in ASCII: pictures of different sources
 * never have the same bytes, and so the same name.
 */
export const labelled = (png: Uint8Array, source: string): Uint8Array<ArrayBuffer> => {
  const body = Buffer.from(`tEXtSource\0${source}`, "latin1")
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  const end = png.length - 12
  return new Uint8Array(Buffer.concat([png.subarray(0, end), length, body, check, png.subarray(end)]))
}

/** The picture as PNG, at most so many pixels a side. */
export const redraw = (
  bytes: Uint8Array,
  side_max = shown_side_max
): Effect.Effect<Uint8Array<ArrayBuffer>, BadPicture> =>
  Effect.gen(function* () {
    if (bytes.length > uploadLimits.bytes_max)
      return yield* bad(`a picture has at most ${uploadLimits.bytes_max} bytes`)
    if (kindOf(bytes) === undefined) return yield* bad("send a PNG, JPEG or WebP picture")
    const input = () =>
      sharp(bytes, { failOn: "error", limitInputPixels: uploadLimits.side_max ** 2 }).timeout({
        seconds: timeout_seconds
      })
    const unreadable = () => bad("this picture cannot be read")
    const { height, pages = 1, width } = yield* Effect.tryPromise({ try: () => input().metadata(), catch: unreadable })
    const sides = [width, height]
    if (pages > 1) return yield* bad("send a picture that does not move")
    if (sides.some((side) => side > uploadLimits.side_max || side < uploadLimits.side_min))
      return yield* bad(`each side has ${uploadLimits.side_min} to ${uploadLimits.side_max} pixels`)
    const drawn = yield* Effect.tryPromise({
      try: () =>
        input()
          .rotate()
          .resize(side_max, side_max, { fit: "inside", withoutEnlargement: true })
          .png({ compressionLevel: 9 })
          .toBuffer(),
      catch: unreadable
    })
    // It is not kept as long as a picture the service drew, which a buddy may wear.
    return labelled(drawn, "uploaded")
  })
