/** What is earned and spent, by whom it is paid and what for. */
import { Effect } from "effect"
import type { CoinTotals } from "../Api/Economy.ts"
import { type IsGone, mark } from "../Rules/Gone.ts"
import { byPeriod, days_ahead, periodsIn, rateOf } from "../Rules/Window.ts"
import type { Figures } from "../Store/Figures.ts"
import type { ByKey, Crowded, Of, Sum } from "../Store/Sums.ts"
import { amountOf, byFigure, figureByDay, type Look, list_max, shortened } from "./Look.ts"

type Read = Figures["Service"]

export const coinMetrics = ["coins_in", "coins_out", "coins_corrected"] as const
/** What a balance is made of. */
export const balanceMetrics = [...coinMetrics, "erased"] as const
const tokenMetrics = ["tokens_in", "tokens_out", "tokens_corrected"] as const

export const balanceOf = (sums: ByKey): number =>
  amountOf(sums.get("coins_in")) -
  amountOf(sums.get("coins_out")) -
  amountOf(sums.get("coins_corrected")) -
  (sums.get("erased")?.get("coin")?.amount ?? 0)

/** What buddies hold now. */
export const outstandingOf = (figures: Read, of: Of) => Effect.map(figures.ever(of, balanceMetrics), balanceOf)

/** `source` or `source:key`; of a token with its name before it. */
const sourceOf = (key: string): { readonly source: string; readonly key: string | null } => {
  const colon = key.indexOf(":")
  return colon < 0 ? { source: key, key: null } : { source: key.slice(0, colon), key: key.slice(colon + 1) }
}

const listed = (sums: ReadonlyMap<string, Sum> | undefined, isGone: IsGone) => {
  const total = amountOf(sums)
  return [...(sums ?? [])]
    .map(([name, { amount, count }]) => {
      const { key, source } = sourceOf(name)
      return { source, key, coins: amount, rows: count, share: rateOf(amount, total), ...mark(isGone(source, key)) }
    })
    .sort(
      byFigure(
        ({ coins }) => coins,
        ({ key, source }) => `${source}:${key ?? ""}`
      )
    )
}

interface TokenSum {
  earned: number
  spent: number
  corrected: number
  readonly sources: Map<string, number>
}

/** By token, of metrics whose keys begin with it. */
export const tokenSums = (sums: ByKey): ReadonlyMap<string, TokenSum> => {
  const all = new Map<string, TokenSum>()
  for (const metric of tokenMetrics) {
    for (const [name, { amount }] of sums.get(metric) ?? []) {
      const { key: source, source: token_key } = sourceOf(name)
      const own = all.get(token_key) ?? { earned: 0, spent: 0, corrected: 0, sources: new Map<string, number>() }
      all.set(token_key, own)
      if (metric === "tokens_in") own.earned += amount
      else if (metric === "tokens_out") own.spent += amount
      else own.corrected += amount
      if (metric === "tokens_in" && source !== null) own.sources.set(source, (own.sources.get(source) ?? 0) + amount)
    }
  }
  return all
}

/** Of whoever is back from a test clock the figures know no more than what it holds. */
const heldOf = (token_key: string, ever: ReadonlyMap<string, TokenSum>, erased: ByKey): number => {
  const { corrected, earned, spent } = ever.get(token_key) ?? { corrected: 0, earned: 0, spent: 0 }
  return earned - spent - corrected - (erased.get("erased")?.get(`token:${token_key}`)?.amount ?? 0)
}

export interface TokenType {
  readonly token_key: string
  readonly name: string
  readonly kind: string
}

const coinsOf = (sums: ByKey, outstanding: number): CoinTotals => {
  const [issued, spent, corrected] = coinMetrics.map((metric) => amountOf(sums.get(metric)))
  return {
    issued: issued!,
    spent: spent!,
    corrected: corrected!,
    net: issued! - spent! - corrected!,
    outstanding
  }
}

/** At the end of each period: what there is now, less what came after. */
const seriesOf = Effect.fnUntraced(function* (figures: Read, { of, today, window }: Look, outstanding: number) {
  const days = yield* figures.daily(of, coinMetrics, window)
  const [issued, spent, corrected] = coinMetrics.map((metric) =>
    byPeriod(window, figureByDay(days.get(metric), "amount"))
  )
  // What erased users held was there until then.
  const gone = byPeriod(window, figureByDay(yield* figures.dailyOfKey(of, "erased", "coin", window), "amount"))
  const later = yield* figures.totals(of, [...coinMetrics, "erased"], { from: window.to + 1, to: today + days_ahead })
  let held = outstanding - balanceOf(later)
  const told = periodsIn(window, today)
    .map(({ at, complete, period }) => ({
      period,
      complete,
      issued: issued!(at),
      spent: spent!(at),
      corrected: corrected!(at),
      gone: gone(at)
    }))
    .reverse()
    .map(({ gone: left, ...one }) => {
      const at_end = held
      held -= one.issued - one.spent - one.corrected - left
      return { ...one, outstanding: at_end }
    })
  return told.reverse()
})

/** What came and went by name: whatever they name that is gone says so. */
interface Named {
  readonly types: ReadonlyArray<TokenType>
  /** knows the items that are bought by these names */
  readonly goneAmong: (names: Iterable<string>) => Effect.Effect<IsGone, Crowded>
}

export const economySummary = Effect.fnUntraced(function* (figures: Read, look: Look, { goneAmong, types }: Named) {
  const { of, window } = look
  const sums = yield* figures.totals(of, [...coinMetrics, ...tokenMetrics], window)
  const isGone = yield* goneAmong(sums.get("coins_out")?.keys() ?? [])
  const ever = yield* figures.ever(of, [...tokenMetrics, "erased"])
  const [everTokens, windowTokens] = [tokenSums(ever), tokenSums(sums)]
  const outstanding = yield* outstandingOf(figures, of)
  const sources = shortened(listed(sums.get("coins_in"), isGone))
  const sinks = shortened(listed(sums.get("coins_out"), isGone))
  const names = new Set([...types.map(({ token_key }) => token_key), ...everTokens.keys()])
  return {
    coins: coinsOf(sums, outstanding),
    sources: sources.list,
    sinks: sinks.list.map(({ source, ...rest }) => ({ sink: source, ...rest })),
    tokens: [...names]
      .map((token_key) => ({
        token_key,
        kind: types.find((type) => type.token_key === token_key)?.kind ?? null,
        earned: windowTokens.get(token_key)?.earned ?? 0,
        spent: windowTokens.get(token_key)?.spent ?? 0,
        outstanding: heldOf(token_key, everTokens, ever)
      }))
      .sort(
        byFigure(
          ({ earned }) => earned,
          ({ token_key }) => token_key
        )
      )
      .slice(0, list_max),
    series: yield* seriesOf(figures, look, outstanding),
    ...(sources.truncated === true || sinks.truncated === true ? { truncated: true as const } : {})
  }
})

/** The totals alone, of the window before. */
export const economyTotals = Effect.fnUntraced(function* (figures: Read, { of, today, window }: Look) {
  const sums = yield* figures.totals(of, coinMetrics, window)
  const later = yield* figures.totals(of, [...coinMetrics, "erased"], { from: window.to + 1, to: today + days_ahead })
  return coinsOf(sums, (yield* outstandingOf(figures, of)) - balanceOf(later))
})

export interface GateTerms {
  readonly gate_key: string
  readonly token_key: string
  readonly cost: number
}

const gatesOf = (sums: ByKey, known: ReadonlyArray<GateTerms>) => {
  const paid = (gate_key: string) =>
    [...(sums.get("tokens_out") ?? [])].reduce(
      (all, [name, { amount }]) => (sourceOf(name).key === `gate:${gate_key}` ? all + amount : all),
      0
    )
  const gateKeys = [
    ...new Set([...known.map(({ gate_key }) => gate_key), ...(sums.get("gates") ?? new Map<string, Sum>()).keys()])
  ]
  return gateKeys
    .map((gate_key) => {
      const terms = known.find((one) => one.gate_key === gate_key)
      return {
        gate_key,
        token_key: terms?.token_key ?? null,
        cost: terms?.cost ?? null,
        unlocks: sums.get("gates")?.get(gate_key)?.count ?? 0,
        amount: paid(gate_key),
        ...(terms === undefined ? { deleted: true as const } : {})
      }
    })
    .sort(
      byFigure(
        ({ unlocks }) => unlocks,
        ({ gate_key }) => gate_key
      )
    )
    .slice(0, list_max)
}

export const tokens = Effect.fnUntraced(function* (
  figures: Read,
  look: Look,
  known: {
    readonly types: ReadonlyArray<TokenType>
    readonly gates: ReadonlyArray<GateTerms>
    readonly isGone: IsGone
  }
) {
  const { of, window } = look
  const sums = yield* figures.totals(of, [...tokenMetrics, "gates"], window)
  const ever = yield* figures.ever(of, [...tokenMetrics, "erased"])
  const holders = (yield* figures.standing(of, ["token_holders"])).get("token_holders")
  const [everTokens, inWindow] = [tokenSums(ever), tokenSums(sums)]
  const names = [...new Set([...known.types.map(({ token_key }) => token_key), ...everTokens.keys()])]
  const { list, ...rest } = shortened(
    names
      .map((token_key) => {
        const type = known.types.find((one) => one.token_key === token_key)
        const own = inWindow.get(token_key)
        return {
          token_key,
          name: type?.name ?? null,
          kind: type?.kind ?? null,
          earned: own?.earned ?? 0,
          spent: own?.spent ?? 0,
          corrected: own?.corrected ?? 0,
          outstanding: heldOf(token_key, everTokens, ever),
          holders: holders?.get(token_key)?.count ?? 0,
          sources: [...(own?.sources ?? [])]
            .map(([name, amount]) => {
              const { key, source } = sourceOf(name)
              return { source, key, amount, ...mark(known.isGone(source, key)) }
            })
            .sort(
              byFigure(
                ({ amount }) => amount,
                ({ key, source }) => `${source}:${key ?? ""}`
              )
            ),
          ...(type === undefined ? { deleted: true as const } : {})
        }
      })
      .sort(
        byFigure(
          ({ earned }) => earned,
          ({ token_key }) => token_key
        )
      )
  )
  return { tokens: list, gates: gatesOf(sums, known.gates), series: yield* tokenSeries(figures, look, list), ...rest }
})

const tokenSeries = Effect.fnUntraced(function* (
  figures: Read,
  { of, today, window }: Look,
  list: ReadonlyArray<{ readonly token_key: string }>
) {
  const days = yield* figures.tokenDays(of, window)
  return list.flatMap(({ token_key }) => {
    const earned = byPeriod(window, days.get("tokens_in")?.get(token_key) ?? new Map())
    const spent = byPeriod(window, days.get("tokens_out")?.get(token_key) ?? new Map())
    return periodsIn(window, today).map(({ at, complete, period }) => ({
      period,
      complete,
      token_key,
      earned: earned(at),
      spent: spent(at)
    }))
  })
})
