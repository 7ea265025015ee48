import css from "./line.css"

export const Line = ({ text }: { readonly text: string }) => <p data-style={css}>{text}</p>
