import { z } from 'zod'
import { fitrah } from '#app/domain/accounting/gifts/gift.ts'
import { lines, plainDate, text } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { beyondLimits, type TypeLimits } from '#app/domain/giving/donation-types/type-fields.ts'
import { identityNo } from '#app/domain/identity/accounts/identity.ts'
import { isChipGroup, manualMethods, models, needsReference } from '#app/domain/payments/payments/payment.ts'
import { chipGroups } from '#app/integrations/chip/methods.ts'
import { consistentGiver, giverIdentityTypes } from './giver-identity.ts'

const donor = {
  anonymous: z.literal('on').optional(),
  donor_name: text({ min: 2, max: 100 }).optional(),
  /** Only for a receipt that allows a tax deduction. */
  identity_type: z.enum(giverIdentityTypes).optional(),
  identity_no: identityNo.optional(),
  message: lines(200).optional(),
  /** The declaration of intention (niat) of zakat. */
  intention: z.literal('on').optional(),
}

/** An amount, or a number of persons; a typed amount takes precedence over a suggested one. */
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

/** An online donation by anyone. */
export const donateForm = z
  .object({
    type: z.uuid(),
    model: z.enum([...models, ...chipGroups]),
    /** Required for FPX; CHIP has its own page. */
    bank: z
      .string()
      .regex(/^[A-Z0-9]{1,10}$/, 'payment.bank_required')
      .optional(),
    ...sum,
    ...donor,
    buyer_email: z.email().max(254).optional(),
    /** The payer pays the fee in addition; otherwise the organisation bears it. */
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

/** A donation recorded by hand: at the counter or from a bank statement. */
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
 * The amount of a donation in sen: for zakat fitrah the rate for each person, else the typed or chosen amount. Refuses
 * (input.required or donation.amount, at the field) where neither was entered.
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
  if (amount_sen === undefined) throw new Refusal('donation.amount', 'amount')
  return { amount_sen, persons: null, field: 'amount' }
}

/** The same within the limits of what is given for: refuses donation.below_min and donation.above_max too, at the field. */
export function giftWithin(input: SumInput, type: TypeLimits & { rate_sen: number | null }) {
  const gift = giftSum(input, type)
  const beyond = beyondLimits(gift.amount_sen, type)
  if (beyond) throw new Refusal(beyond.code, gift.field, { amount: beyond.amount })
  return gift
}
