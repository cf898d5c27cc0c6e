/** How the office and a family spoke. */
export const contactChannels = ['phone', 'whatsapp', 'letter', 'met', 'email'] as const

/**
 * What became of a promise: kept when what was paid on the family's invoices in time comes to it, broken when its day has
 * gone by without. Nobody sets it; it follows from the payments.
 */
export const promiseStates = ['broken', 'open', 'kept'] as const

/** Days after which a family has not been spoken to for long. */
export const longSilence = 14

/** How far back a contact may be written down, and how far ahead a promise or a next step may lie, in months. */
export const widestReach = 12
