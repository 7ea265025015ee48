/** What a client may expect before it sends its body (RFC 9110, 10.1.1): nothing, or to be told to go on. */
export const isExpectable = (expect: string | undefined): boolean =>
  expect === undefined || expect.toLowerCase() === "100-continue"

export const unmetExpectation = "Expect: 100-continue is all that can be expected."
