export * from "../../../../../src/widgets/loader/index.ts"
