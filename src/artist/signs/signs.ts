/** Signs on icons, flat and one unit from the middle to the edge, and the words that ask for them. */
import { type Sign, signs as motifs } from "../motif.ts"
import { doing } from "./doingSigns.ts"
import { learning } from "./learningSigns.ts"
import { together } from "./peopleSigns.ts"
import { things } from "./thingSigns.ts"

const all = { ...motifs, ...learning, ...doing, ...together, ...things }
export type SignName = keyof typeof all

/** The first line with a word of the text counts. */
const words: ReadonlyArray<readonly [RegExp, SignName]> = [
  [/graduat|degree|diploma/, "cap"],
  [/\bowl/, "owl"],
  [/night|moon|midnight|late\b/, "moon"],
  [/early|morning|sunrise|dawn/, "sun"],
  [/scholar|certificate|essay/, "scroll"],
  [/gift|present\b|generous/, "gift"],
  [/mind|idea|genius|insight|curious/, "bulb"],
  [/solver|solution|accura|focus|zone|sharp|precis|concentrat/, "target"],
  [/help|mentor|support|volunteer|teach|tutor/, "hand"],
  [/lesson|book|read|stud|learn/, "book"],
  [/advocate|voice|announce|promot/, "megaphone"],
  [/moderator|promise|trust|guard|reliab|safe|secur/, "shield"],
  [/match|friend|team|crowd|people|social|communit|invit/, "people"],
  [/spirit|\blove|kind|heart|\blike/, "heart"],
  [/door|\bhost|open house/, "door"],
  [/photo|camera|picture/, "camera"],
  [/window|watch|seen|look/, "eye"],
  [/annivers|birthday|year/, "cake"],
  [/purchase|order\b|shop|customer|buy|regular/, "bag"],
  [/finish|race|closer|milestone|goal/, "flag"],
  [/comeback|return|back again/, "comeback"],
  [/walk|step|\brun|marathon|sweat/, "shoe"],
  [/iron|strength|strong|workout|gym|round/, "dumbbell"],
  [/streak|fire|flame|hot\b|power|energy/, "flame"],
  [/week|month|daily|day\b|calendar/, "calendar"],
  [/time\b|hour|clock|punctual|fast|quick/, "clock"],
  [/desk|clean|tidy|tick|\btask|set up|done|complete/, "check"],
  [/wired|integrat|connect|plug/, "plug"],
  [/link|chain|network/, "link"],
  [/hidden|gem|diamond|treasure/, "gem"],
  [/welcome|aboard|launch|rocket|start/, "rocket"],
  [/hello|post\b|comment|talk|chat|answer/, "bubble"],
  [/write|author|pen\b|journal/, "pen"],
  [/explor|discover|travel|journey/, "compass"],
  [/grow|sprout|plant|green|balanc|first/, "sprout"],
  [/summit|mountain|climb|peak/, "mountain"],
  [/king|queen|royal|crown|legend/, "crown"],
  [/champion|winner|victory|trophy|hero|master/, "trophy"],
  [/secret|unlock|access|key\b/, "key"],
  [/bolt|lightning|electric/, "bolt"],
  [/star\b|best|top\b/, "star"]
]

const names = Object.keys(all) as ReadonlyArray<SignName>

/** The sign for an icon: what its label says, else what its description says, else one by the number. */
export const signFor = (label: string, description: string, number: number): SignName => {
  const asked = (text: string) => words.find(([word]) => word.test(text.toLowerCase().replace(/[_.-]+/g, " ")))?.[1]
  return asked(label) ?? asked(description) ?? names[number % names.length] ?? "star"
}

export const signOf = (name: SignName): Sign => all[name]
