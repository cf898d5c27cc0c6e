import { z } from 'zod'
import { text } from '#app/domain/core/fields.ts'
import { bankOf } from './banks.ts'

/** Code of a bank at which money can arrive. */
const bankCode = z
  .string()
  .max(12)
  .refine((code) => bankNameOf(code) !== undefined, 'input.choice')

/** The name of a bank by its SWIFT code, or by a code of FPX; undefined: there is none. */
export const bankNameOf = (code: string): string | undefined => bankOf(code)?.name

/** The account into which an organisation is paid out: its bank, in whose name it is, and its number without spaces. */
export const bankAccountFields = {
  bank_code: bankCode,
  account_name: text({ min: 2, max: 150 }),
  account_number: z.string().regex(/^\d{5,20}$/, 'input.account_number'),
}
