import { z } from 'zod'
import { addressFields, missingOfAddress } from '#app/domain/core/contact/address.ts'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { reason, version } from '#app/domain/core/fields.ts'
import { entityStatuses } from '#app/domain/organisation/entities/entity.ts'
import { fpxSellerId, organisationTypes } from '#app/domain/organisation/entities/entity-form.ts'
import { profileFields } from '#app/domain/organisation/entities/profile.ts'

const { name, company_name, registration_number, nametag } = profileFields
const { contact_name, contact_email } = profileFields

/**
 * What an operator changes of an organisation. Its bank account, subdomain and status are not among it: each has a page
 * and a right of its own. An emptied field is written as empty.
 */
export const entityEditForm = z
  .object({
    name,
    organisation_type: z.enum(organisationTypes),
    company_name,
    registration_number,
    licence_no: profileFields.licence_no.unwrap().optional(),
    nametag,
    /** As PayNet has registered it; without it the organisation is not paid through FPX. */
    fpx_seller_id: fpxSellerId.optional(),
    contact_name,
    contact_phone: malaysianPhone,
    contact_email,
    ...addressFields,
    version,
  })
  .superRefine((entity, context) => {
    for (const field of missingOfAddress(entity))
      context.addIssue({ code: 'custom', path: [field], message: 'input.required' })
  })
export type EntityEditInput = z.output<typeof entityEditForm>

/** Only closing needs a reason. */
export const entityStatusForm = z
  .object({ status: z.enum(entityStatuses), inactive_reason: reason.optional(), version })
  .superRefine(({ status, inactive_reason }, context) => {
    if (status === 'inactive' && inactive_reason === undefined)
      context.addIssue({ code: 'custom', path: ['inactive_reason'], message: 'invoice.reason' })
  })
