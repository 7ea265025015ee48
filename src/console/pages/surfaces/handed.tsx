/** A surface to hand on: its link, and a code to print where it has one. */
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Code } from "../../ui/things.tsx"
import { surfaces as words } from "../../words/insight.ts"
import type { Surface } from "./kinds.ts"

export const Handed = ({ of, onClose }: { readonly of: Surface; readonly onClose: () => void }) => (
  <Dialog title={words.qrLabel(of.name)} onClose={onClose}>
    <Code label={words.link} text={of.url} />
    {of.qrUrl !== undefined && (
      <>
        <img class="qr" src={of.qrUrl} alt={words.code(of.name)} width={200} height={200} />
        <div class="row">
          <Button onClick={() => print()}>{words.print}</Button>
        </div>
      </>
    )}
  </Dialog>
)
