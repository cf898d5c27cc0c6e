import { z } from 'zod'
import { version } from '#app/domain/core/fields.ts'
import { registrationFields as told } from '#app/domain/platform/registrations/registration-form.ts'

export const bankChangeStatuses = ['pending', 'confirmed', 'refused', 'withdrawn'] as const
export type BankChangeStatus = (typeof bankChangeStatuses)[number]

/** What becomes of a change, each told to the contact of the organisation and to who may change its account. */
export type BankMoment = 'asked' | 'confirmed' | 'refused' | 'withdrawn'

/** As people type and paste it: with spaces and hyphens. */
const accountNumber = z
  .string()
  .max(40)
  .transform((typed) => typed.normalize('NFKC').replace(/[\s\p{Pd}]/gu, ''))
  .pipe(told.account_number)

/** The account that an organisation wants; the letter of its bank comes beside it as a file. */
export const bankChangeForm = z.object({
  bank_code: told.bank_code,
  account_name: told.account_name,
  account_number: accountNumber,
  letter: z.instanceof(File).optional(),
  form_key: z.uuid().optional(),
})
export type BankChangeInput = z.output<typeof bankChangeForm>

/** The operator types the number off the letter; it is compared with the one that was asked for, which no page shows. */
export const confirmBankForm = z.object({ account_number: accountNumber, version })

/** The account in use: none, not yet looked at, sent back, or confirmed; the law of it is that of the newest change. */
export const bankStandings = ['unverified', 'pending', 'verified', 'rejected'] as const
export type BankStanding = (typeof bankStandings)[number]

/** A confirmed account stays confirmed while another is asked for. */
export function standingOf(bank_status: string, waits: boolean): BankStanding {
  if (bank_status === 'verified' || !waits) return bank_status as BankStanding
  return 'pending'
}
