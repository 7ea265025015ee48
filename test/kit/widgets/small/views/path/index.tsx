import { useState } from "preact/hooks"
import { shout } from "../../core/index.ts"

export const title = shout("path")

const View = () => <b>{useState(title)[0]}</b>
export default View
