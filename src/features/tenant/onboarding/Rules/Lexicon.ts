/** The words that speak for a preset, each with its weight: 3 says it nearly alone, 1 needs company. */
import { verbOf } from "./Verbs.ts"
import { sentencesOf, singularOf } from "./Words.ts"

export const presetKeys = ["learning", "fitness", "saas_onboarding", "ecommerce", "community", "productivity"] as const
export type PresetKey = (typeof presetKeys)[number]

const terms: Readonly<Record<PresetKey, string>> = {
  learning:
    "lesson3 course3 quiz3 learn3 learner3 student3 exam3 vocabulary3 teacher2 tutor2 classroom3 classmate3 " +
    "homework3 flashcard3 education3 grammar3 curriculum3 lecture3 tutorial2 school2 university2 certificate2 " +
    "language1 skill1 practice1 practise1 chapter1 math3 study2 coding1 instructor2 training1 knowledge1 book1 " +
    "read1 reading1 pupil3 spelling2 mathematics3",
  fitness:
    "workout3 fitness3 gym3 runner3 running2 run2 calorie3 nutrition3 diet3 yoga3 marathon3 muscle3 athlete3 " +
    "meditation2 meditate2 mindfulness2 wellness2 wellbeing2 health2 sleep2 weight2 cycling2 swim2 stretch2 " +
    "kilometre2 exercise2 step1 meal1 train1 coach1 heart1 water1 walk1 breathing2 training1 habit1 race2 " +
    "patient2 doctor2 medication3 symptom2 therapy2 therapist2 clinic2 appointment1 mood2 hike2",
  saas_onboarding:
    "onboarding3 saas3 dashboard3 crm3 integration3 b2b3 workspace2 trial2 setup2 teammate2 admin2 api2 plugin2 " +
    "automation2 activation2 software2 developer2 deploy2 analytics2 integrate2 connect1 feature1 account1 " +
    "import1 invoice2 subscription1 data1 contact1 webhook2 build1 infrastructure2 monitor1 customer1 engineer2 " +
    "incident2 alert2 monitoring2 service1 server2 release1 user1",
  ecommerce:
    "shop3 store3 order3 purchase3 buy3 cart3 checkout3 shipping3 coupon3 loyalty3 discount3 wishlist3 refund3 " +
    "merchant3 retail3 voucher3 seller3 sell2 shopper3 restaurant2 delivery2 fashion2 hotel2 marketplace2 " +
    "customer2 brand2 product1 review1 gift1 menu1 food1 coffee1 booking2 redeem2 travel1 price1 guest2 " +
    "reservation2 rent2 rider2 ride1 trip1 skin1 basket2 subscription1 listing2 buyer3",
  community:
    "community3 forum3 thread3 discussion3 meetup3 moderator3 neighbour3 neighbor3 volunteer3 fan3 comment3 " +
    "member2 post2 reply2 vote2 creator2 club2 contribute2 donate2 nonprofit2 charity2 social2 group1 follow1 " +
    "follower2 question1 answer1 share1 chat1 event1 like1 feed1 host1 local1 together1 plant1 debate2 church2 " +
    "dating3 single1 profile1 photo1 photographer2 contest2 player1 guild3 gamer2 party1 citizen2 species2 " +
    "observation1 listener1 song1 playlist2 podcast2 episode1 friend1 gardener2 seed1 pray2",
  productivity:
    "task3 todo3 to-do3 deadline3 productivity3 pomodoro3 sprint3 inbox3 calendar2 project2 focus2 note2 " +
    "meeting2 priority2 document2 ticket2 employee2 goal2 habit2 schedule1 plan1 time1 board1 email1 expense2 " +
    "budget2 saving1 save1 bill2 money2 finance2 bank2 invest2 code1 bug1 review1 work1 deal2 call1 sales1 " +
    "journal1 support1 checklist3 chore3 allowance2 technician3 inspection3 recruiter3 candidate3 interview2 " +
    "job2 incident1 deposit1"
}

const weights: ReadonlyMap<string, ReadonlyMap<PresetKey, number>> = presetKeys.reduce((all, preset) => {
  for (const term of terms[preset].split(" ")) {
    const word = term.slice(0, -1)
    all.set(word, new Map([...(all.get(word) ?? []), [preset, Number(term.at(-1))]]))
  }
  return all
}, new Map<string, ReadonlyMap<PresetKey, number>>())

/** As the lexicon knows the word: of verbs the base, of things the one. */
const rootOf = (word: string): string => {
  const one = singularOf(word)
  if (weights.has(word)) return word
  return weights.has(one) ? one : (verbOf(word)?.base ?? one)
}

export interface Evidence {
  readonly term: string
  readonly count: number
}

export interface Scores {
  readonly scores: ReadonlyMap<PresetKey, number>
  /** what spoke for a preset, the weightiest first */
  evidence(preset: PresetKey): ReadonlyArray<Evidence>
}

/** A word that is said over and over speaks three times at most. */
const heard_max = 3
const evidence_max = 12

export const scoresOf = (text: string): Scores => {
  const counts = new Map<string, number>()
  for (const word of sentencesOf(text).flat()) {
    const root = rootOf(word)
    if (weights.has(root)) counts.set(root, (counts.get(root) ?? 0) + 1)
  }
  const weighed = (preset: PresetKey) =>
    [...counts].flatMap(([term, count]) => {
      const weight = weights.get(term)?.get(preset)
      return weight === undefined ? [] : [{ term, count, weight: weight * Math.min(count, heard_max) }]
    })
  return {
    scores: new Map(presetKeys.map((preset) => [preset, weighed(preset).reduce((sum, { weight }) => sum + weight, 0)])),
    evidence: (preset) =>
      weighed(preset)
        .toSorted((left, right) => right.weight - left.weight || (left.term < right.term ? -1 : 1))
        .slice(0, evidence_max)
        .map(({ count, term }) => ({ term, count }))
  }
}
