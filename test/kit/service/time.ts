/** Virtual time for tests of parts; see the test kit. */
export { advance, advanceUntil, settle, until } from "../../../src/testing/time.ts"
