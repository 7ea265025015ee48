export default {
  hatchery: {
    input: "../openapi.json",
    output: { target: ".generated/orval.ts", client: "fetch", baseUrl: "http://localhost:4000" }
  }
}
