import { z } from 'zod'
import { code, lines, text, version } from '#app/domain/core/fields.ts'
import { formatRinggit, ringgit } from '#app/domain/core/money.ts'
import { gatewayLimits, optionMethods } from './payment-option.ts'

/** New and edit. An emptied field is written as empty; limits are narrower than those of the gateway, never wider. */
export const paymentOptionForm = z
  .object({
    code,
    name: text({ min: 2, max: 80 }),
    method: z.enum(optionMethods),
    min_sen: ringgit({ min: 1 }).optional(),
    max_sen: ringgit({ min: 1 }).optional(),
    needs_slip: z.boolean().optional(),
    sort_order: z.number().int().min(0).max(999),
    instructions: lines(1000).optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine(({ method, min_sen, max_sen, needs_slip }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const limits = gatewayLimits(method)
    for (const [path, sen] of Object.entries({ min_sen, max_sen })) {
      if (sen === undefined) continue
      if (!limits) say(path, 'payment_option.gateway_only')
      else if (sen < limits.min_sen)
        say(path, `input.amount_below|${JSON.stringify({ min: formatRinggit(limits.min_sen) })}`)
      else if (sen > limits.max_sen)
        say(path, `input.amount_above|${JSON.stringify({ max: formatRinggit(limits.max_sen) })}`)
    }
    if (limits && min_sen !== undefined && max_sen !== undefined && min_sen > max_sen)
      say('max_sen', 'payment_option.limits')
    if (needs_slip && method !== 'bank_transfer') say('needs_slip', 'payment_option.transfer_only')
  })
