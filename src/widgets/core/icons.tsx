/** Drawings of the widgets: of one hand, round and without text, hidden from those who hear the page. */
import type { ComponentChildren } from "preact"

export const Drawing = (props: {
  readonly name: string
  readonly box?: string
  readonly children: ComponentChildren
}) => (
  <svg class={`icon ${props.name}`} viewBox={props.box ?? "0 0 24 24"} aria-hidden="true" focusable="false">
    {props.children}
  </svg>
)

export const Coin = () => (
  <Drawing name="coin">
    <circle cx="12" cy="12" r="11" fill="#c98a12" />
    <circle cx="12" cy="11.4" r="10.4" fill="#ffc83d" />
    <circle cx="12" cy="11.4" r="7.6" fill="#f5ae1b" />
    <path d={`M12 5.3${star}`} transform="translate(3.6 3.4) scale(.7)" fill="#ffe9a8" />
  </Drawing>
)

export const Flame = ({ lit }: { readonly lit: boolean }) => (
  <Drawing name={lit ? "flame lit" : "flame"}>
    <path
      class="outer"
      d="M12.6 1.5c.7 3.6 6.9 6.6 6.9 13a7.5 8 0 0 1-15 .3c0-3 1.6-4.8 3-6.5q.5 2.2 2 3.1-.5-5.9 3.1-9.9z"
    />
    <path class="inner" d="M12.3 11.6c.4 2 3.4 3 3.4 6a3.7 3.9 0 0 1-7.4.2q.1-2 1.8-3.6.7 1.1 1.3 1.2-.1-2 .9-3.8z" />
  </Drawing>
)

/** From its upper point. */
const star = "l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z"

const scalloped = {
  fill: "var(--metal,#f5b82e)",
  stroke: "var(--metal,#f5b82e)",
  "stroke-width": 6,
  "stroke-dasharray": "0 7.85",
  "stroke-linecap": "round"
} as const

export const line = {
  fill: "none",
  stroke: "currentColor",
  "stroke-width": "2.2",
  "stroke-linecap": "round",
  "stroke-linejoin": "round"
} as const

export const Cross = () => (
  <Drawing name="cross">
    <path d="M6.5 6.5l11 11M17.5 6.5l-11 11" {...line} />
  </Drawing>
)

export const Sparkle = () => (
  <Drawing name="sparkle">
    <path
      d="M12 2c.9 5.7 3.4 8.7 9 10-5.6 1.3-8.1 4.3-9 10-.9-5.7-3.4-8.7-9-10 5.6-1.3 8.1-4.3 9-10z"
      fill="currentColor"
    />
  </Drawing>
)

/** An egg, as long as there is no other picture. */
export const Egg = () => (
  <Drawing name="egg" box="0 0 96 96">
    <path class="shell" d="M48 9c16 0 29 25 29 45S64 86 48 86 19 74 19 54 32 9 48 9z" />
    <path class="spots" d="M37 33a5 6 0 1 0 .1 0zM61 47a4 5 0 1 0 .1 0zM42 63a6 5 0 1 0 .1 0z" />
    <path d="M33 27c3-7 7-10 11-11" {...line} stroke="#fff" opacity=".7" />
  </Drawing>
)

/** A medal in the colour of its tier. */
export const Medal = ({ tier }: { readonly tier: string | null }) => (
  <Drawing name={`medal ${tier ?? "none"}`} box="0 0 48 48">
    <path d="M15 28l-5 16 7-2.5 4 5.5 4-13zM33 28l5 16-7-2.5-4 5.5-4-13z" fill="var(--accent)" />
    <circle {...{ cx: 24, cy: 21, r: 15 }} {...scalloped} />
    <circle {...{ cx: 24, cy: 21, r: 12 }} fill="var(--deep,#c98a12)" />
    <path d={`M24 12.5${star}`} fill="#fff6dc" />
  </Drawing>
)
