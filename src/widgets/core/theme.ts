/** Colours and shapes of a mount, made of the tenant's theme: readable whatever accent it names. */
import type { Config } from "./model.ts"

type Rgb = readonly [number, number, number]

const channels = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const hexOf = (rgb: Rgb) => `#${rgb.map((each) => Math.round(each).toString(16).padStart(2, "0")).join("")}`

const luminance = (rgb: Rgb) => {
  const [red, green, blue] = rgb.map((each) => {
    const share = each / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const contrast = (one: string, other: string): number => {
  const [low, high] = [luminance(channels(one)), luminance(channels(other))].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

const mixed = (from: string, to: string, share: number) => {
  const target = channels(to)
  return hexOf(channels(from).map((each, index) => each + (target[index]! - each) * share) as unknown as Rgb)
}

/** `color`, moved towards black or white until it can be told from every one of `grounds`. */
export const readable = (color: string, grounds: ReadonlyArray<string>, least: number): string => {
  const pole = luminance(channels(grounds[0]!)) > 0.18 ? "#000000" : "#ffffff"
  for (let share = 0; share < 1; share += 0.02) {
    const moved = mixed(color, pole, share)
    if (grounds.every((ground) => contrast(moved, ground) >= least)) return moved
  }
  return pole
}

const grounds = {
  light: { surface: "#ffffff", sunk: "#f5f4f9", text: "#1d1a29", soft: "#5c586b", line: "#e6e3ee" },
  dark: { surface: "#1a1822", sunk: "#262331", text: "#f4f2fa", soft: "#aea9bf", line: "#37333f" }
}
export const radii = { none: 0, sm: 6, md: 12, lg: 20 }
export const fonts = {
  system: "system-ui, sans-serif",
  rounded: "ui-rounded, Nunito, system-ui, sans-serif",
  serif: "ui-serif, Georgia, serif",
  mono: "ui-monospace, monospace"
}
export const defaultTheme: Config["theme"] = { mode: "auto", accentColor: "#6c5ce7", radius: "md", font: "system" }

/** Custom properties of the colours that follow from an accent. */
const accentVariables = (accentColor: string, dark: boolean): Readonly<Record<string, string>> => {
  const { surface, sunk } = grounds[dark ? "dark" : "light"]
  const accent = readable(accentColor, [surface, sunk], 3)
  return {
    "--accent": accent,
    "--on-accent": contrast(accent, "#ffffff") >= contrast(accent, "#000000") ? "#ffffff" : "#000000",
    "--accent-light": mixed(accent, "#ffffff", 0.3),
    "--tint": mixed(surface, accent, dark ? 0.2 : 0.1),
    "--tint-strong": mixed(surface, accent, dark ? 0.42 : 0.3),
    // words in the accent's colour, also on its tint
    "--accent-text": readable(accentColor, [surface, sunk, mixed(surface, accent, dark ? 0.2 : 0.1)], 4.5)
  }
}

export const variablesOf = (theme: Config["theme"], dark: boolean): Readonly<Record<string, string>> => {
  const { line, soft, sunk, surface, text } = grounds[dark ? "dark" : "light"]
  return {
    "--surface": surface,
    "--sunk": sunk,
    "--text": text,
    "--soft": soft,
    "--line": line,
    "--radius": `${radii[theme.radius]}px`,
    "--inner": `${radii[theme.radius] * 0.8}px`,
    "--font": fonts[theme.font],
    "--good": dark ? "#5ad19a" : "#0c7a4d",
    "--bad": dark ? "#ff9a8f" : "#b3261e",
    ...accentVariables(theme.accentColor, dark)
  }
}
