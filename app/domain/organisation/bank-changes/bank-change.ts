import { z } from 'zod'
import { version } from '#app/domain/core/fields.ts'
import { bankAccountFields } from '#app/domain/organisation/entities/bank-account.ts'

export const bankChangeStatuses = ['pending', 'confirmed', 'refused', 'withdrawn'] as const
export type BankChangeStatus = (typeof bankChangeStatuses)[number]

/** The events of a change, each mailed to the contact of the organisation and to those who may change its account. */
export type BankMoment = 'asked' | 'confirmed' | 'refused' | 'withdrawn'

/** As people type and paste it: with spaces and hyphens. */
const accountNumber = z
  .string()
  .max(40)
  .transform((typed) => typed.normalize('NFKC').replace(/[\s\p{Pd}]/gu, ''))
  .pipe(bankAccountFields.account_number)

/** The account that an organisation requests, with a letter of its bank as a file. */
export const bankChangeForm = z.object({
  bank_code: bankAccountFields.bank_code,
  account_name: bankAccountFields.account_name,
  account_number: accountNumber,
  letter: z.instanceof(File).optional(),
  form_key: z.uuid().optional(),
})
export type BankChangeInput = z.output<typeof bankChangeForm>

/** The operator types the number off the letter; it is compared with the one that was asked for, which no page shows. */
export const confirmBankForm = z.object({ account_number: accountNumber, version })

/** The account in use: none, not yet looked at, sent back, or confirmed; the law of it is that of the newest change. */
const bankStandings = ['unverified', 'pending', 'verified', 'rejected'] as const
type BankStanding = (typeof bankStandings)[number]

/** A confirmed account stays confirmed while another is asked for. */
export function standingOf(bank_status: string, waits: boolean): BankStanding {
  if (bank_status === 'verified' || !waits) return bank_status as BankStanding
  return 'pending'
}
