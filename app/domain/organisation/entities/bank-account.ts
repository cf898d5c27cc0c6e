import { z } from 'zod'
import { text } from '#app/domain/core/fields.ts'
import { BANK_NAMES } from '#app/integrations/fpx/banks/bank-names.ts'

/** Code of a bank at which money can arrive. */
const bankCode = z
  .string()
  .max(12)
  .refine((code) => bankNameOf(code) !== undefined, 'input.choice')

/** The bank of a code, as PayNet names it. */
export function bankNameOf(code: string): string | undefined {
  return BANK_NAMES.find((bank) => bank.code === code && !bank.test)?.name
}

/** Every bank at which money can arrive, by name. */
export function banksOf(): { code: string; name: string }[] {
  const real = BANK_NAMES.filter(({ test }) => !test)
  return [...new Map(real.map(({ code }) => [code, { code, name: bankNameOf(code)! }])).values()].sort(
    (one, other) => one.name.localeCompare(other.name),
  )
}

/** The account into which an organisation is paid out: its bank, in whose name it is, and its number without spaces. */
export const bankAccountFields = {
  bank_code: bankCode,
  account_name: text({ min: 2, max: 150 }),
  account_number: z.string().regex(/^\d{5,20}$/, 'input.account_number'),
}
