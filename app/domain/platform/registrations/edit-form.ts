import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'
import { subdomainProblem } from '#app/domain/organisation/entities/subdomain.ts'
import { registrationFields as told } from './registration-form.ts'
import { stepForms } from './steps.ts'

/**
 * What an operator changes of a registration that waits. `lift` gives a reserved word to whom it belongs, such as
 * `tadika` to a kindergarten; never the name of a bank or an authority. Its bank and the account's name are not among it for who has
 * no say about accounts, and its number for nobody: it was typed off a paper that no operator's page shows.
 */
export const registrationEditForm = z
  .object({
    ...stepForms.organisation.shape,
    ...stepForms.contact.shape,
    subdomain: z.string().trim().toLowerCase(),
    lift: z.boolean().optional(),
    package_id: told.package_id,
    bank_code: told.bank_code.optional(),
    account_name: told.account_name.optional(),
    reason,
    version,
  })
  .superRefine(({ subdomain, lift = false }, context) => {
    const problem = subdomainProblem(subdomain, { lifted: lift })
    if (problem) context.addIssue({ code: 'custom', path: ['subdomain'], message: problem })
  })
export type RegistrationEdit = z.output<typeof registrationEditForm>
