/**
 * Shapes as chains of cubic curves, so that a part drawn once can be moved, turned and mirrored while its shading is
 * computed afterwards: the light then always falls from the upper left, also on mirrored ears and wings.
 * Units are pixels of the 1024 picture, y grows downwards, angles are degrees, clockwise.
 */

export type Point = readonly [x: number, y: number]

/** First point, then triples (handle, handle, end). */
export interface Shape {
  readonly points: ReadonlyArray<Point>
  readonly closed: boolean
}

/** How round each quarter of a `round` shape is: 0.55 is an ellipse, more is squarer, less is pointed. */
export interface Roundness {
  readonly top?: number
  readonly upperSide?: number
  readonly lowerSide?: number
  readonly bottom?: number
}

const number = (value: number): string => String(Math.round(value * 10) / 10)

export const path = (shape: Shape): string => {
  const [first, ...rest] = shape.points.map(([x, y]) => `${number(x)} ${number(y)}`)
  const curves: Array<string> = []
  for (let index = 0; index + 2 < rest.length; index += 3) {
    curves.push(`C${rest[index]} ${rest[index + 1]} ${rest[index + 2]}`)
  }
  return `M${first}${curves.join("")}${shape.closed ? "Z" : ""}`
}

const map = (shape: Shape, change: (point: Point) => Point): Shape => ({ ...shape, points: shape.points.map(change) })

export const move = (shape: Shape, dx: number, dy: number): Shape => map(shape, ([x, y]) => [x + dx, y + dy])

export const stretch = (shape: Shape, sx: number, sy: number): Shape => map(shape, ([x, y]) => [x * sx, y * sy])

/** Turned about the origin, or about `center`. */
export const turn = (shape: Shape, degrees: number, center: Point = [0, 0]): Shape => {
  const cosine = Math.cos((degrees * Math.PI) / 180)
  const sine = Math.sin((degrees * Math.PI) / 180)
  return map(shape, ([x, y]) => {
    const dx = x - center[0]
    const dy = y - center[1]
    return [center[0] + dx * cosine - dy * sine, center[1] + dx * sine + dy * cosine]
  })
}

/** The shape on the viewer's right (1) or its mirror image on the left (-1). */
export const onSide = (shape: Shape, side: number): Shape => (side < 0 ? stretch(shape, -1, 1) : shape)

/** An oval with separate height above and below its widest line; the workhorse of heads and bodies. */
export const round = (cx: number, cy: number, rx: number, up: number, down: number, how: Roundness = {}): Shape => {
  const { bottom = 0.55, lowerSide = 0.55, top = 0.55, upperSide = 0.55 } = how
  return {
    closed: true,
    points: [
      [cx, cy - up],
      [cx + rx * top, cy - up],
      [cx + rx, cy - up * upperSide],
      [cx + rx, cy],
      [cx + rx, cy + down * lowerSide],
      [cx + rx * bottom, cy + down],
      [cx, cy + down],
      [cx - rx * bottom, cy + down],
      [cx - rx, cy + down * lowerSide],
      [cx - rx, cy],
      [cx - rx, cy - up * upperSide],
      [cx - rx * top, cy - up],
      [cx, cy - up]
    ]
  }
}

export const ellipse = (cx: number, cy: number, rx: number, ry: number): Shape => round(cx, cy, rx, ry, ry)

/** A soft curve through all points (Catmull-Rom). `tension` 1 is the usual roundness, 0 gives straight lines. */
export const smooth = (through: ReadonlyArray<Point>, closed = true, tension = 1): Shape => {
  const count = through.length
  const pick = (index: number): Point =>
    through[closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index))] ?? [0, 0]
  const points: Array<Point> = [pick(0)]
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const before = pick(index - 1)
    const from = pick(index)
    const to = pick(index + 1)
    const after = pick(index + 2)
    const reach = tension / 6
    points.push(
      [from[0] + (to[0] - before[0]) * reach, from[1] + (to[1] - before[1]) * reach],
      [to[0] - (after[0] - from[0]) * reach, to[1] - (after[1] - from[1]) * reach],
      to
    )
  }
  return { closed, points }
}

/** Left and right halves from the right half: points from the top middle to the bottom middle. */
export const symmetric = (right: ReadonlyArray<Point>, tension = 1): Shape => {
  const left = right
    .slice(1, -1)
    .map(([x, y]): Point => [-x, y])
    .reverse()
  return smooth([...right, ...left], true, tension)
}

/**
 * Arcs from point to point, each bulging by its share of the distance: wool, clouds, feather edges (positive) and
 * webbed wings (negative). Bulges point to the left of the walking direction.
 */
export const arcs = (corners: ReadonlyArray<Point>, bulge: number | ReadonlyArray<number>, closed = true): Shape => {
  const points: Array<Point> = [corners[0] ?? [0, 0]]
  const last = closed ? corners.length : corners.length - 1
  for (let index = 0; index < last; index++) {
    const from = corners[index] ?? [0, 0]
    const to = corners[(index + 1) % corners.length] ?? [0, 0]
    const share = (typeof bulge === "number" ? bulge : (bulge[index] ?? 0)) * 1.33
    const dx = to[0] - from[0]
    const dy = to[1] - from[1]
    points.push(
      [from[0] + dx * 0.15 + dy * share, from[1] + dy * 0.15 - dx * share],
      [to[0] - dx * 0.15 + dy * share, to[1] - dy * 0.15 - dx * share],
      to
    )
  }
  return { closed, points }
}

export const polygon = (corners: ReadonlyArray<Point>, closed = true): Shape => arcs(corners, 0, closed)

/** A pointed leaf, ear or feather standing on the origin. `swell` 0..1 says how high its widest place is. */
export const leaf = (length: number, width: number, swell = 0.4, foot = 0.5): Shape => ({
  closed: true,
  points: [
    [-width * foot, 0],
    [-width * 1.1, -length * swell],
    [-width * 0.5, -length * 0.86],
    [0, -length],
    [width * 0.5, -length * 0.86],
    [width * 1.1, -length * swell],
    [width * foot, 0],
    [width * foot * 0.5, length * 0.06],
    [-width * foot * 0.5, length * 0.06],
    [-width * foot, 0]
  ]
})

/** A long soft lobe with a round end (rabbit ears, fingers, petals) standing on the origin. */
export const lobe = (length: number, width: number, foot = 0.5, top = 0.6): Shape => ({
  closed: true,
  points: [
    [-width * foot, 0],
    [-width * foot, -length * 0.3],
    [-width, -length * 0.42],
    [-width, -length * 0.68],
    [-width, -length * 0.88],
    [-width * top, -length],
    [0, -length],
    [width * top, -length],
    [width, -length * 0.88],
    [width, -length * 0.68],
    [width, -length * 0.42],
    [width * foot, -length * 0.3],
    [width * foot, 0],
    [width * foot * 0.5, length * 0.05],
    [-width * foot * 0.5, length * 0.05],
    [-width * foot, 0]
  ]
})

const along = (spine: ReadonlyArray<Point>, steps: number): ReadonlyArray<Point> => {
  const { points } = smooth(spine, false)
  const walked: Array<Point> = []
  for (let index = 0; index + 3 < points.length; index += 3) {
    const [a = [0, 0], b = [0, 0], c = [0, 0], d = [0, 0]] = points.slice(index, index + 4)
    const start = index === 0 ? 0 : 1
    for (let step = start; step <= steps; step++) {
      const t = step / steps
      const u = 1 - t
      const blend = (axis: 0 | 1): number =>
        u ** 3 * a[axis] + 3 * u * u * t * b[axis] + 3 * u * t * t * c[axis] + t ** 3 * d[axis]
      walked.push([blend(0), blend(1)])
    }
  }
  return walked
}

/** A limb, tail or tentacle: a spine with a width at each of its points, and round ends. */
export const tube = (spine: ReadonlyArray<Point>, widths: ReadonlyArray<number>): Shape => {
  const steps = 3
  const walked = along(spine, steps)
  const left: Array<Point> = []
  const right: Array<Point> = []
  walked.forEach((point, index) => {
    const before = walked[Math.max(0, index - 1)] ?? point
    const after = walked[Math.min(walked.length - 1, index + 1)] ?? point
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1
    const [nx, ny] = [-(after[1] - before[1]) / length, (after[0] - before[0]) / length]
    const place = index / steps
    const low = widths[Math.floor(place)] ?? 0
    const high = widths[Math.ceil(place)] ?? low
    const half = (low + (high - low) * (place - Math.floor(place))) / 2
    left.push([point[0] + nx * half, point[1] + ny * half])
    right.push([point[0] - nx * half, point[1] - ny * half])
  })
  const end = cap(walked.at(-2), walked.at(-1), (widths.at(-1) ?? 0) / 2)
  const start = cap(walked[1], walked[0], (widths[0] ?? 0) / 2)
  return smooth([...left, ...end, ...right.reverse(), ...start])
}

const cap = (from: Point = [0, 0], tip: Point = [0, 0], radius: number): ReadonlyArray<Point> => {
  const length = Math.hypot(tip[0] - from[0], tip[1] - from[1]) || 1
  return [[tip[0] + ((tip[0] - from[0]) / length) * radius, tip[1] + ((tip[1] - from[1]) / length) * radius]]
}

/** A star with `rays` points; `depth` is the inner radius as a share of the outer one. */
export const star = (cx: number, cy: number, radius: number, rays = 5, depth = 0.5, degrees = 0): Shape => {
  const corners = Array.from({ length: rays * 2 }, (_, index): Point => {
    const angle = ((index * 180) / rays - 90 + degrees) * (Math.PI / 180)
    const reach = index % 2 === 0 ? radius : radius * depth
    return [cx + Math.cos(angle) * reach, cy + Math.sin(angle) * reach]
  })
  return polygon(corners)
}

/** A four-pointed glint with hollow sides. */
export const glint = (cx: number, cy: number, radius: number): Shape => {
  const corners: ReadonlyArray<Point> = [
    [cx, cy - radius],
    [cx + radius, cy],
    [cx, cy + radius],
    [cx - radius, cy]
  ]
  return arcs(corners, -0.16)
}

export const heart = (cx: number, cy: number, size: number): Shape => ({
  closed: true,
  points: (
    [
      [0, -0.45],
      [0.25, -1.05],
      [1.1, -0.85],
      [0.95, -0.15],
      [0.85, 0.35],
      [0.25, 0.6],
      [0, 0.95],
      [-0.25, 0.6],
      [-0.85, 0.35],
      [-0.95, -0.15],
      [-1.1, -0.85],
      [-0.25, -1.05],
      [0, -0.45]
    ] satisfies ReadonlyArray<Point>
  ).map(([x, y]): Point => [cx + x * size, cy + y * size])
})
