/** What tests start: the service's programs, packed where a run has packed them (see packing.ts). */
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as LocalCluster from "../../../src/cli/LocalCluster.ts"

const packed = process.env["TEST_PROGRAMS"] || undefined
const source = (path: string) => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url))

/** `npm start` */
export const service = packed === undefined ? source("main.ts") : join(packed, "service.mjs")

/** `npm run <command>` for operators */
export const operator = packed === undefined ? source("cli/main.ts") : join(packed, "operator.mjs")

/** A node of this machine; see there. */
export const startNode: typeof LocalCluster.startNode = (options) =>
  LocalCluster.startNode({ program: service, ...options })
