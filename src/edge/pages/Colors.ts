/**
 * Colours and shapes of a page, as widgets have them: readable whatever accent a tenant names. Widgets are bundled for
 * browsers out of their own folder, so what they do for themselves is done here again.
 */
import type { WidgetTheme } from "../../wire/answers/Customer.ts"
import { contrast, luminance, mixed } from "../../wire/Color.ts"

/** Moved towards black or white until it can be told from every ground. */
const readable = (color: string, grounds: ReadonlyArray<string>, least: number): string => {
  const pole = luminance(grounds[0]!) > 0.18 ? "#000000" : "#ffffff"
  for (let share = 0; share < 1; share += 0.02) {
    const moved = mixed(color, pole, share)
    if (grounds.every((ground) => contrast(moved, ground) >= least)) return moved
  }
  return pole
}

const grounds = {
  light: { surface: "#ffffff", sunk: "#f5f4f9", text: "#1d1a29", soft: "#5c586b", line: "#e6e3ee", bad: "#b3261e" },
  dark: { surface: "#1a1822", sunk: "#262331", text: "#f4f2fa", soft: "#aea9bf", line: "#37333f", bad: "#ff9a8f" }
}
const radii = { none: 0, sm: 6, md: 12, lg: 20 }
const fonts = {
  system: "system-ui, sans-serif",
  rounded: "ui-rounded, Nunito, system-ui, sans-serif",
  serif: "ui-serif, Georgia, serif",
  mono: "ui-monospace, monospace"
}

/** Custom properties by name. */
export const variablesOf = (theme: Omit<WidgetTheme, "mode">, dark: boolean): Readonly<Record<string, string>> => {
  const { bad, line, soft, sunk, surface, text } = grounds[dark ? "dark" : "light"]
  const accent = readable(theme.accent_color, [surface, sunk], 3)
  const tint = mixed(surface, accent, dark ? 0.2 : 0.1)
  return {
    "--surface": surface,
    "--sunk": sunk,
    "--text": text,
    "--soft": soft,
    "--line": line,
    "--bad": bad,
    "--radius": `${radii[theme.radius]}px`,
    "--inner": `${radii[theme.radius] * 0.8}px`,
    "--font": fonts[theme.font],
    "--accent": accent,
    "--on-accent": contrast(accent, "#ffffff") >= contrast(accent, "#000000") ? "#ffffff" : "#000000",
    "--accent-light": mixed(accent, "#ffffff", 0.3),
    "--accent-text": readable(theme.accent_color, [surface, sunk, tint], 4.5),
    "--tint": tint,
    "--tint-strong": mixed(surface, accent, dark ? 0.42 : 0.3)
  }
}
