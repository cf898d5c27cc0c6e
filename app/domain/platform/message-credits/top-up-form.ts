import { z } from 'zod'
import { formatRinggit, ringgit } from '#app/domain/core/money.ts'
import { mostTopUpSen, topUpStepSen } from './price.ts'

/** The amount in ringgit; in sen once it is read. Anything but whole hundreds is input.hundreds at the field. */
export const topUpForm = z.object({
  amount: ringgit().superRefine((sen, context) => {
    const isHundreds = sen > 0 && sen % topUpStepSen === 0
    if (!isHundreds) context.addIssue({ code: 'custom', message: 'input.hundreds' })
    else if (sen > mostTopUpSen) {
      const max = formatRinggit(mostTopUpSen)
      context.addIssue({ code: 'custom', message: `input.amount_above|${JSON.stringify({ max })}` })
    }
  }),
  form_key: z.uuid().optional(),
})
