import { z } from 'zod'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, lines, text, version } from '#app/domain/core/fields.ts'
import { formatRinggit, ringgit } from '#app/domain/core/money.ts'
import { textIn, translatedFields, translationFacts } from '#app/domain/core/translated.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { CHIP_LIMITS } from '#app/integrations/chip/limits.ts'
import { DEFAULT_LIMITS, type Limit } from '#app/integrations/fpx/limits.ts'

/** Ways to pay that an organisation offers. */
export const optionMethods = ['fpx_b2c', 'fpx_b2b1', 'chip', 'cash', 'bank_transfer'] as const

/** What the gateway itself takes of one payment; null for a method that has no gateway and so no limits. */
export function gatewayLimits(method: string): Limit | null {
  return { fpx_b2c: DEFAULT_LIMITS.B2C, fpx_b2b1: DEFAULT_LIMITS.B2B1, chip: CHIP_LIMITS }[method] ?? null
}

/** Whether what payers read of a bank transfer has an account number in it. */
export const namesAccount = ({ instructions }: { instructions: string | null }): boolean =>
  /\d(?:[ -]?\d){6}/.test(instructions ?? '')

/** What payers read of how to pay, in each language. */
export interface Instructed {
  instructions: string | null
  instructions_en: string | null
  instructions_my: string | null
}

/**
 * What payers read of how to pay, in a reader's language. A text without the account number that the first one has would
 * leave them with nowhere to pay, so they read the first one.
 */
export function instructionsIn(row: Instructed, locale: Locale): string | null {
  const text = textIn(row, 'instructions', locale)
  return namesAccount(row) && !namesAccount({ instructions: text }) ? row.instructions : text
}

interface Described {
  method: string
  min_sen: number | null
  max_sen: number | null
  needs_slip: boolean
  sort_order: number
  instructions: string | null
}

/** What a way to pay is, besides its code and name. */
export const paymentOptionFacts = (row: Described, t: Words): PlainFact[] => [
  ...translationFacts(row, 'payment_option', ['name'], t),
  { label: t('payment_option.method'), value: t(`payment_option.methods.${row.method}`) },
  ...(gatewayLimits(row.method)
    ? [
        {
          label: t('payment_option.min_sen'),
          value: row.min_sen === null ? null : formatRinggit(row.min_sen),
        },
        {
          label: t('payment_option.max_sen'),
          value: row.max_sen === null ? null : formatRinggit(row.max_sen),
        },
      ]
    : []),
  { label: t('payment_option.needs_slip'), value: t(row.needs_slip ? 'common.yes' : 'common.no') },
  { label: t('payment_option.sort_order'), value: row.sort_order },
  { label: t('payment_option.instructions'), value: row.instructions, wide: true },
  ...translationFacts(row, 'payment_option', ['instructions'], t),
]

/** New and edit. An emptied field is written as empty; limits are narrower than those of the gateway, never wider. */
export const paymentOptionForm = z
  .object({
    code,
    name: text({ min: 2, max: 80 }),
    ...translatedFields('name', text({ min: 2, max: 80 })),
    method: z.enum(optionMethods),
    min_sen: ringgit({ min: 1 }).optional(),
    max_sen: ringgit({ min: 1 }).optional(),
    needs_slip: z.boolean().optional(),
    sort_order: z.number().int().min(0).max(999),
    instructions: lines(1000).optional(),
    ...translatedFields('instructions', lines(1000)),
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
