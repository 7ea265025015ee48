/** The twelve creatures in the order of `visual_variant` 0..11. Buddies keep their variant for life: append only. */
import type { Species } from "./figure.ts"
import { axolotl } from "./species/axolotl.ts"
import { bunny } from "./species/bunny.ts"
import { dragon } from "./species/dragon.ts"
import { fox } from "./species/fox.ts"
import { frog } from "./species/frog.ts"
import { hedgehog } from "./species/hedgehog.ts"
import { kirin } from "./species/kirin.ts"
import { moth } from "./species/moth.ts"
import { mushling } from "./species/mushling.ts"
import { octopus } from "./species/octopus.ts"
import { owl } from "./species/owl.ts"
import { ram } from "./species/ram.ts"

const species: ReadonlyArray<Species> = [
  dragon,
  bunny,
  owl,
  axolotl,
  fox,
  mushling,
  moth,
  hedgehog,
  octopus,
  ram,
  frog,
  kirin
]

export const speciesOf = (variant: number): Species => species[variant] ?? dragon
