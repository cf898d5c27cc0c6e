import { z } from 'zod'
import { version } from '#app/domain/core/fields.ts'
import { compact } from '#app/domain/core/invisible.ts'
import { bankAccountFields } from '#app/domain/organisation/entities/bank-account.ts'

export const bankChangeStatuses = ['pending', 'confirmed', 'refused', 'withdrawn'] as const
export type BankChangeStatus = (typeof bankChangeStatuses)[number]

/** The events of a change, each mailed to the contact of the organisation and to those who may change its account. */
export type BankMoment = 'asked' | 'confirmed' | 'refused' | 'withdrawn'

/** May be typed with spaces and hyphens. */
const accountNumber = z.string().max(40).transform(compact).pipe(bankAccountFields.account_number)

/** The account that an organisation requests, with a letter of its bank as a file. */
export const bankChangeForm = z.object({
  bank_code: bankAccountFields.bank_code,
  account_name: bankAccountFields.account_name,
  account_number: accountNumber,
  letter: z.instanceof(File).optional(),
  form_key: z.uuid().optional(),
})
export type BankChangeInput = z.output<typeof bankChangeForm>

/** The operator types the number from the bank's letter; it must equal the requested one, which no page shows. */
export const confirmBankForm = z.object({ account_number: accountNumber, version })

/** Status of the account: none, waiting for confirmation, confirmed, or refused. */
const bankStandings = ['unverified', 'pending', 'verified', 'rejected'] as const
type BankStanding = (typeof bankStandings)[number]

/** A confirmed account stays confirmed while another one is requested. */
export function standingOf(bank_status: string, is_pending: boolean): BankStanding {
  if (bank_status === 'verified' || !is_pending) return bank_status as BankStanding
  return 'pending'
}
