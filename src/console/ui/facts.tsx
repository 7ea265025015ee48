/** Names and what stands behind them: figures that are looked at from afar, and facts that are read. */
import type { ComponentChildren } from "preact"

/** `tone`: bad or warning, where somebody should look */
export const Figure = ({
  children,
  note,
  text,
  tone = ""
}: {
  readonly text: string
  readonly children: ComponentChildren
  readonly note?: string
  readonly tone?: string
}) => (
  <div class={`figure ${tone}`}>
    <dt>{text}</dt>
    <dd>{children}</dd>
    {note !== undefined && <dd class="fine">{note}</dd>}
  </div>
)

export const Figures = ({ children, label }: { readonly children: ComponentChildren; readonly label: string }) => (
  <dl class="figures" aria-label={label}>
    {children}
  </dl>
)

export const Facts = ({ of }: { readonly of: ReadonlyArray<readonly [name: string, value: ComponentChildren]> }) => (
  <dl class="facts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
