import { z } from 'zod'
import { lines, plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { percent, ringgit } from '#app/domain/core/money.ts'
import { fpxSellerId } from '#app/domain/organisation/entities/entity-form.ts'

export const mostYears = 3
const years = z.coerce.number().int().min(1).max(mostYears)

/** An operator renews the package that is held. */
export const operatorRenewForm = z.object({ years, version })

/** To a day that is still to come. */
export const extendForm = z.object({ expires_on: plainDate, reason, version })

/** Credits that are added, or taken away with a minus. */
export const creditForm = z.object({
  change: z.coerce
    .number()
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .refine((change) => change !== 0, 'input.required'),
  reason,
  version,
})

export const cancelInvoiceForm = z.object({ reason, version })

/** What an organisation chooses. */
export const renewForm = z.object({ package_id: z.uuid(), years })
export const upgradeForm = z.object({ package_id: z.uuid() })
/** A package that costs nothing is to follow, or not after all. */
export const freeForm = z.object({ package_id: z.uuid(), version })
export const keepForm = z.object({ version })
export const autoRenewForm = z.object({ auto_renew: z.boolean().optional(), version })

const some = (max: number) => text({ max }).optional()

/** How the platform stands on its invoices, where they are paid, and the tax on them. */
export const issuerForm = z.object({
  name: text({ min: 2, max: 150 }),
  registration_number: some(50),
  address: lines(300).optional(),
  contact_phone: some(30),
  contact_email: z.union([z.literal('').transform(() => undefined), z.email().max(254)]).optional(),
  transfer: lines(500).optional(),
  sst_number: some(30),
  fpx_seller_id: fpxSellerId.optional(),
  rate_bp: percent(),
  /** Stays as it is where nothing is said. */
  chip_fee: ringgit({ max: 100_00 }).optional(),
})
export type IssuerInput = z.output<typeof issuerForm>
