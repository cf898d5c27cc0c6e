import { z } from 'zod'
import { fitrah } from '#app/domain/accounting/gifts/gift.ts'
import { lines, plainDate, text } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { identityNo } from '#app/domain/identity/accounts/identity.ts'
import { isChipGroup, manualMethods, models, needsReference } from '#app/domain/payments/payments/payment.ts'
import { chipGroups } from '#app/integrations/chip/methods.ts'
import { consistentGiver, giverIdentityTypes } from './giver-identity.ts'

const donor = {
  anonymous: z.literal('on').optional(),
  donor_name: text({ min: 2, max: 100 }).optional(),
  /** For a receipt that the tax authority takes, and for nothing else. */
  identity_type: z.enum(giverIdentityTypes).optional(),
  identity_no: identityNo.optional(),
  message: lines(200).optional(),
  /** That it is zakat, and meant so. */
  intention: z.literal('on').optional(),
}

/** So much, or for so many persons; what is typed goes before what was chosen. */
const sum = {
  suggested: ringgit().optional(),
  amount: ringgit().optional(),
  persons: z.number().int().min(1).max(99).optional(),
}

const hasName = ({
  anonymous,
  donor_name,
}: {
  anonymous?: 'on' | undefined
  donor_name?: string | undefined
}) => anonymous === 'on' || donor_name !== undefined
const noName = { path: ['donor_name'], message: 'donation.name_or_anonymous' }

/** A gift online, of whoever wants to give. The browser fills in name and e-mail. */
export const donateForm = z
  .object({
    type: z.uuid(),
    model: z.enum([...models, ...chipGroups]),
    /** By FPX; CHIP asks for what it needs on its own page. */
    bank: z
      .string()
      .regex(/^[A-Z0-9]{1,10}$/, 'payment.bank_required')
      .optional(),
    ...sum,
    ...donor,
    buyer_email: z.email().max(254).optional(),
    /** The payer adds the fee, so that the whole gift arrives; else the organisation bears it. */
    cover_fee: z.literal('on').optional(),
    form_key: z.uuid().optional(),
  })
  .refine(hasName, noName)
  .refine(({ model, bank }) => isChipGroup(model) || bank !== undefined, {
    path: ['bank'],
    message: 'payment.bank_required',
  })
  .superRefine(consistentGiver)
export type DonateInput = z.output<typeof donateForm>

/** A gift that somebody brought to the counter, or that was seen on the statement of the bank. */
export const recordGiftForm = z
  .object({
    type: z.uuid(),
    branch_id: z.uuid(),
    method: z.enum(manualMethods),
    ...sum,
    paid_on: plainDate,
    reference_no: text({ max: 50 }).optional(),
    ...donor,
    donor_email: z.email().max(254).optional(),
    confirmed: z.literal('on').optional(),
    form_key: z.uuid().optional(),
  })
  .refine(hasName, noName)
  .superRefine(needsReference)
  .superRefine(consistentGiver)
export type RecordGiftInput = z.output<typeof recordGiftForm>

interface SumInput {
  suggested?: number | undefined
  amount?: number | undefined
  persons?: number | undefined
}

/**
 * What is given, in sen. Of zakat fitrah the rate for each person, else what was typed or chosen. Refuses (input.required, at
 * the field) where nothing was.
 */
export function giftSum(
  { suggested, amount, persons }: SumInput,
  { rate_sen }: { rate_sen: number | null },
): { amount_sen: number; persons: number | null; field: 'amount' | 'persons' } {
  if (rate_sen !== null) {
    if (persons === undefined) throw new Refusal('input.required', 'persons')
    return { amount_sen: fitrah(rate_sen, persons), persons, field: 'persons' }
  }
  const amount_sen = amount ?? suggested
  if (amount_sen === undefined) throw new Refusal('input.required', 'amount')
  return { amount_sen, persons: null, field: 'amount' }
}
