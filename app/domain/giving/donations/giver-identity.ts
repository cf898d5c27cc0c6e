import type { z } from 'zod'
import { identityProblem } from '#app/domain/identity/accounts/identity.ts'

/** By which a giver is known to the tax authority: as a person or as a company. */
export const giverIdentityTypes = ['nric', 'passport', 'company'] as const
export type GiverIdentityType = (typeof giverIdentityTypes)[number]

interface Given {
  anonymous?: 'on' | undefined
  identity_type?: GiverIdentityType | undefined
  identity_no?: string | undefined
}

/** What a form says of the number must hold together: nobody is anonymous by number. */
export function consistentGiver({ anonymous, identity_type, identity_no }: Given, context: z.RefinementCtx) {
  if (!identity_no) return
  const problem =
    anonymous === 'on'
      ? 'donation.identity_anonymous'
      : giverIdentityProblem(identity_type ?? 'nric', identity_no)
  if (problem) context.addIssue({ code: 'custom', path: ['identity_no'], message: problem })
}

/** What is wrong with the number: a code of `refusal.json`, or nothing. Of a company both the new and the old ones are taken. */
export function giverIdentityProblem(type: GiverIdentityType, number: string): string | undefined {
  if (type !== 'company') return identityProblem(type, number)
  return /^(?=(.*\d){4})[A-Z0-9]{5,20}$/.test(number) ? undefined : 'donation.identity_company'
}
