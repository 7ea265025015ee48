import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { csvAnswer } from "../../../wire/CsvFile.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BragApi } from "./Api.ts"
import { Brags } from "./Service.ts"
import { BragFigures } from "./Service/Figures.ts"
import { BragStore } from "./Store.ts"

const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

export const BragHttp = HttpApiBuilder.group(
  feature(BragApi),
  "brag",
  Effect.fn(function* (handlers) {
    const store = yield* BragStore
    const brags = yield* Brags
    const figures = yield* BragFigures
    return handlers.handleAll({
      config: () => Effect.flatMap(customer, (id) => store.config(id)),
      update: ({ payload }) => Effect.flatMap(customer, (id) => store.update(id, payload)),
      byChannel: ({ query }) => Effect.flatMap(customer, (id) => figures.byChannel(id, query.window_days)),
      funnel: ({ query }) => Effect.flatMap(customer, (id) => figures.funnel(id, query.window_days)),
      telemetry: ({ query }) =>
        Effect.flatMap(customer, (id) =>
          Effect.map(figures.csv(id, query.window_days), (text) => csvAnswer("brags", text))
        ),
      test: () => Effect.flatMap(customer, (id) => brags.test(id))
    })
  })
).pipe(Layer.provide([BragStore.layer, Brags.layer, BragFigures.layer]))
