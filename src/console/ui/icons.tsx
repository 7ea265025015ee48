/** Small drawings, 16 units wide, in the colour of the text around them; they say nothing that words do not. */
import type { ComponentChildren } from "preact"

const Icon = ({ children }: { readonly children: ComponentChildren }) => (
  <svg
    class="icon"
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

const drawn = (path: string) => () => (
  <Icon>
    <path d={path} />
  </Icon>
)

export const icons = {
  home: drawn("M2.5 7.2 8 2.8l5.5 4.4v5.3a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM6.3 13.3V9.4h3.4v3.9"),
  preset: drawn("M3 2.5h4v4H3zM9 2.5h4v4H9zM3 8.5h4v4H3zM9 8.5h4v4H9z"),
  rules: drawn("M2.5 4h7M12.5 4h1M2.5 8h2M7.5 8h6M2.5 12h6M11.5 12h2M11 2.7v2.6M6 6.7v2.6M10 10.7v2.6"),
  try: drawn("M6.2 2.5h3.6M7 2.5v4L3.3 12a1.1 1.1 0 0 0 1 1.6h7.4a1.1 1.1 0 0 0 1-1.6L9 6.5v-4M5.2 9.8h5.6"),
  publish: drawn("M8 10.5V2.6M4.8 5.6 8 2.5l3.2 3.1M2.8 10v2.4a1 1 0 0 0 1 1h8.4a1 1 0 0 0 1-1V10"),
  key: drawn("M10.4 9.2a3.5 3.5 0 1 0-3.6-3.6L2.5 10v3.5H6v-1.8h1.8V10zM10.9 5.1h.01"),
  widget: drawn("M2.5 3.5h11v9h-11zM2.5 6.2h11M5 9h3M5 10.8h5"),
  bell: drawn("M4 7a4 4 0 0 1 8 0c0 3.4 1.4 4.4 1.4 4.4H2.6S4 10.4 4 7zM6.6 13.6h2.8"),
  player: drawn("M8 7.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM2.8 13.6c.5-2.6 2.6-3.8 5.2-3.8s4.7 1.2 5.2 3.8"),
  event: drawn("M8.8 2.2 3.4 9h4l-.6 4.8L12.6 7h-4z"),
  chart: drawn("M2.6 2.6v10.8h10.8M5.4 10.6V8M8.4 10.6V5M11.4 10.6V6.8"),
  work: drawn("M8 2.4v2M8 11.6v2M2.4 8h2M11.6 8h2M4 4l1.4 1.4M10.6 10.6 12 12M4 12l1.4-1.4M10.6 5.4 12 4"),
  hook: drawn("M6 5.4a2.4 2.4 0 1 1 3.4 2.2l2 3.6M9.6 11.4H6.2a2.4 2.4 0 1 1-2.6-2.6M6.6 8.8 8.4 5.2"),
  surface: drawn("M2.5 3.5h11v7h-11zM6 13.2h4M8 10.6v2.6"),
  egg: drawn("M8 2.2c2.6 0 4.4 4.2 4.4 6.8a4.4 4.4 0 0 1-8.8 0C3.6 6.4 5.4 2.2 8 2.2z"),
  medal: drawn("M8 14a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5.8 6.6 3.6 2.2h3L8 5M10.2 6.6l2.2-4.4h-3L8 5"),
  council: drawn("M2.6 3h10.8v7.4H8.6L5.4 13v-2.6H2.6z"),
  cup: drawn("M4.6 2.6h6.8v3.6a3.4 3.4 0 0 1-6.8 0zM4.6 3.8H2.4c0 2.2.8 3.2 2.4 3.4M8 9.6v3.6M5.4 13.4h5.2"),
  flag: drawn("M3.6 14V2.4M3.6 3h8.8l-2 3 2 3H3.6"),
  card: drawn("M2 4.2a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v7.6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1zM2 6.6h12M4.6 10.2h2"),
  gear: drawn(
    "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 2v3M8 11v3M2.8 5l2.6 1.5M10.6 9.5l2.6 1.5M2.8 11l2.6-1.5M10.6 6.5 13.2 5"
  ),
  book: drawn("M3 3a1 1 0 0 1 1-1h3.4c.6 0 .6.9.6.9s0-.9.6-.9H12a1 1 0 0 1 1 1v9.5H9L8 13.6l-1-1.1H3zM8 3v10"),
  api: drawn("m5.3 4.8-3 3.2 3 3.2M10.7 4.8l3 3.2-3 3.2M9 3.2 7 12.8"),
  check: drawn("m3 8.4 3.2 3.1L13 4.6"),
  cross: drawn("m4 4 8 8M12 4l-8 8"),
  plus: drawn("M8 3.2v9.6M3.2 8h9.6"),
  alert: drawn(
    "M8 5.4v3.4M8 11.2h.01M7 2.7 1.9 11.5a1.2 1.2 0 0 0 1 1.8h10.2a1.2 1.2 0 0 0 1-1.8L9 2.7a1.2 1.2 0 0 0-2 0z"
  ),
  info: drawn("M8 7.4v3.8M8 4.9h.01M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z"),
  copy: drawn("M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M2.5 6.5h7v7h-7z"),
  menu: drawn("M2.5 4.5h11M2.5 8h11M2.5 11.5h11"),
  arrow: drawn("M3 8h9.6M9 4.3 12.8 8 9 11.7"),
  out: drawn("M6 2.5H3.5a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1H6M10.5 11l3-3-3-3M13.2 8H6.3"),
  bin: drawn("M3 4.3h10M6.3 4.2V2.8h3.4v1.4M4.4 4.4l.6 8.3a.9.9 0 0 0 .9.8h4.2a.9.9 0 0 0 .9-.8l.6-8.3"),
  edit: drawn("M9.7 3.9 3 10.6v2.5h2.5l6.7-6.7M9.7 3.9l1-1a1.2 1.2 0 0 1 1.7 0l.8.8a1.2 1.2 0 0 1 0 1.7l-1 1z"),
  open: drawn("M9.5 2.5h4v4M13.3 2.7 7.6 8.4M6.5 3.5h-3a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1v-3")
}

export type IconName = keyof typeof icons

export const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
    <path d="M16 3c6 0 10 9 10 15a10 10 0 0 1-20 0C6 12 10 3 16 3z" />
    <path class="mark-shine" d="M12.2 10.5c-1.4 2.1-2.3 4.9-2.3 7.2" />
  </svg>
)
