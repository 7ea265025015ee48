/** From SVG to the two stored sizes. Decoding happens once; both files are encoded from the same pixels. */
import sharp from "sharp"

const imageSize = 1024
const thumbSize = 256

/** A picture that takes longer than this is broken, not slow: a usual one needs a fifth of a second. */
const timeoutSeconds = 10

// One thread per picture: several pictures at once already keep the cores busy, and requests must not starve.
sharp.concurrency(1)

export interface StageImage {
  /** PNG, 1024 x 1024. */
  readonly image: Uint8Array<ArrayBuffer>
  /** PNG, 256 x 256. */
  readonly thumb: Uint8Array<ArrayBuffer>
}

/** Rejects when the text is not an SVG that can be drawn. */
export const rasterize = async (svg: string): Promise<StageImage> => {
  const { data, info } = await sharp(Buffer.from(svg))
    .timeout({ seconds: timeoutSeconds })
    .resize(imageSize, imageSize)
    .flatten({ background: "#ffffff" })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = () => sharp(data, { raw: { channels: info.channels, height: info.height, width: info.width } })
  const image = await pixels().png({ compressionLevel: 6 }).toBuffer()
  const thumb = await pixels().resize(thumbSize, thumbSize).png({ compressionLevel: 9 }).toBuffer()
  return { image: new Uint8Array(image), thumb: new Uint8Array(thumb) }
}

/** PNG of the size the drawing has. Rejects as `rasterize` does. */
export const rasterizeWhole = async (svg: string): Promise<Uint8Array<ArrayBuffer>> => {
  const drawn = sharp(Buffer.from(svg)).timeout({ seconds: timeoutSeconds }).flatten({ background: "#ffffff" })
  return new Uint8Array(await drawn.png({ compressionLevel: 9 }).toBuffer())
}
