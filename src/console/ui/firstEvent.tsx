/** Where there is nothing to show yet: what begins with the first event, and the way to it. */
import { common } from "../words/common.ts"
import { Link } from "./button.tsx"
import { Empty } from "./notice.tsx"

const words = common.firstEvent

/** The page of keys has a button that sends one, and says what is missing before it can. */
export const ToFirstEvent = () => (
  <Link to="/keys" kind="button plain">
    {words.go}
  </Link>
)

export const FirstEvent = ({ text }: { readonly text: string }) => (
  <Empty title={words.title}>
    <p class="hint">{text}</p>
    <ToFirstEvent />
  </Empty>
)
