/** Where the contract is kept, and the place it names: that of `npm start`. A service puts its own there. */
export const committed_file = new URL("../../../contract/openapi.json", import.meta.url)
export const committed_place = "http://localhost:4000"
