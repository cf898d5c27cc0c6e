import { z } from 'zod'
import { ringgit } from '#app/domain/core/money.ts'
import { paperNumber } from '../payment-form.ts'

/** The bank's id of a payment, CHIP's, or our order number; and what left the account, which only who paid it knows. */
export const traceForm = z.object({ id: paperNumber, amount: ringgit({ min: 1 }) })
export type TraceInput = z.output<typeof traceForm>
