/** Cards of gifts without a condition. */

/** of one buddy, not dismissed */
export const openCardsMax = 20
