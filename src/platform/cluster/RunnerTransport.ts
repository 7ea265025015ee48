/**
 * How nodes talk to runners: sockets between those who know CLUSTER_SECRET. TLS with a pre-shared key (RFC 5489): both
 * ends prove the secret before a byte of a call is read, nobody in between reads along, and there are no certificates
 * to look after. Without a secret, which only loopback is let go, the sockets are plain.
 */
import * as NodeClusterSocket from "@effect/platform-node/NodeClusterSocket"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import * as NodeSocketServer from "@effect/platform-node/NodeSocketServer"
import { Effect, Layer, Option, Redacted } from "effect"
import { RunnerHealth, Runners, ShardingConfig, SocketRunner } from "effect/cluster"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Socket } from "effect/socket"
import { hkdfSync } from "node:crypto"
import type { TlsOptions } from "node:tls"

/** Says which key is meant; there is one. */
const identity = "hatchery"

/** Forward secrecy: who learns the secret later reads nothing of what was said before. */
const protocol = {
  ciphers: "ECDHE-PSK-CHACHA20-POLY1305",
  minVersion: "TLSv1.2",
  maxVersion: "TLSv1.2"
} as const

/** For a stranger who says nothing; nodes need milliseconds. */
const handshake_ms = 5_000

/** As the library's own: how long a runner may take to answer a call for a connection, and to say something. */
const patience = { openTimeout: 1_000, timeout: 5_500 }

const keyOf = (secret: Redacted.Redacted) =>
  Buffer.from(hkdfSync("sha256", Redacted.value(secret), "hatchery", "runner rpc", 32))

/** Of the listening end. */
export const serverOptions = (secret: Redacted.Redacted): TlsOptions => {
  const key = keyOf(secret)
  return {
    ...protocol,
    handshakeTimeout: handshake_ms,
    pskCallback: (_socket, named) => (named === identity ? key : null)
  }
}

/** Of the calling end. Whoever completes the handshake has the key, and is thereby known. */
export const clientOptions = (secret: Redacted.Redacted) => {
  const psk = keyOf(secret)
  return { ...protocol, pskCallback: () => ({ psk, identity }), checkServerIdentity: () => undefined }
}

const securedClient = (secret: Redacted.Redacted) =>
  Layer.effect(
    Runners.RpcClientProtocol,
    Effect.map(RpcSerialization.RpcSerialization, (serialization) => ({
      codecFor: serialization.codecFor,
      make: Effect.fnUntraced(function* ({ host, port }) {
        const socket = yield* NodeSocket.makeTls({ ...clientOptions(secret), ...patience, host, port })
        return yield* RpcClient.makeProtocolSocket().pipe(
          Effect.provideService(Socket.Socket, socket),
          Effect.provideService(RpcSerialization.RpcSerialization, serialization)
        )
      }, Effect.orDie)
    }))
  )

const securedServer = (secret: Redacted.Redacted) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { runnerAddress, runnerListenAddress } = yield* ShardingConfig.ShardingConfig
      const { host, port } = Option.getOrThrow(Option.orElse(runnerListenAddress, () => runnerAddress))
      return NodeSocketServer.layerTls({ ...serverOptions(secret), host, port })
    })
  )

/**
 * Sharding over sockets. Wants the storages and ShardingConfig. `clientOnly`: for nodes that call runners and are none.
 */
export const runnerSockets = (options: {
  readonly clientOnly: boolean
  readonly secret: Redacted.Redacted | undefined
}) => {
  const { clientOnly, secret } = options
  const client = secret === undefined ? NodeClusterSocket.layerClientProtocol : securedClient(secret)
  const server = secret === undefined ? NodeClusterSocket.layerSocketServer : securedServer(secret)
  const health = RunnerHealth.layerPing.pipe(Layer.provide(Runners.layerRpc), Layer.provide(client))
  return (
    clientOnly
      ? Layer.provide(SocketRunner.layerClientOnly, client)
      : SocketRunner.layer.pipe(Layer.provide([server, client]), Layer.provide(health))
  ).pipe(Layer.provide(RpcSerialization.layerSchemaBinary()))
}
