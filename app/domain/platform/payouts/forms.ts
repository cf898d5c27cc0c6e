import { z } from 'zod'
import { plainDate, reason, text, version } from '#app/domain/core/fields.ts'

/** A step that needs no more than the payout as it was seen. */
export const seenForm = z.object({ version })

/** A step that says why. */
export const whyForm = z.object({ version, why: reason })

/** What the bank says of a payout that it has made. */
export const paidForm = z.object({ version, bank_reference: text({ max: 50 }), paid_on: plainDate })

/** The file of a day for a bank, in one of the layouts. */
export const sendForm = z.object({ payout_on: plainDate, layout: text({ max: 60 }) })

/** A payout out of its turn, of the sum that was seen. */
export const nowForm = z.object({ seen_sen: z.coerce.number().int() })
