import { z } from 'zod'
import { email, version } from '#app/domain/core/fields.ts'
import { labelsInput, localeField } from '#app/domain/core/labels/label.ts'
import {
  addressFields,
  organisationTypes,
  profileFields,
} from '#app/domain/organisation/entities/entity-form.ts'
import { address, day, id, instant, locale, picture, sen, smtp } from './parts.ts'

export const branch = z.object({
  id,
  code: z.string(),
  name: z.string(),
  isHq: z.boolean(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address,
  status: z.enum(['active', 'inactive']),
})

const shown = {
  name: z.string(),
  subdomain: z.string(),
  customDomain: z.string().nullable(),
  organisationType: z.enum(organisationTypes),
  contactPhone: z.string(),
  contactEmail: z.string(),
  openingHours: z.string().nullable(),
  logo: picture,
  headerBanner: picture,
  background: picture,
  themeColour: z.string().nullable(),
  defaultLocale: locale,
}

/** The organisation's own words, by language and noun. */
export const labels = z.record(
  z.string(),
  z.record(z.string(), z.object({ one: z.string(), other: z.string().optional() })),
)
/** What they leave out is said in the product's words. `version` is the one that was read. */
export const labelChange = z.strictObject({
  locale: localeField,
  labels: labelsInput,
  version: z.number().int().min(0).optional(),
})
export const labelsChanged = z.object({ labels, version: z.int() })

/** What anybody may know. */
export const publicEntity = z.object({
  ...shown,
  labels,
  paymentOptions: z.array(z.object({ method: z.string(), label: z.string() })),
})

/** What a signed-in person may know; the further down, the fewer roles get it. */
export const entity = z.object({
  id,
  ...shown,
  labels,
  branches: z.array(z.object({ id, code: z.string(), name: z.string(), isHq: z.boolean() })),
  profile: z
    .object({
      companyName: z.string(),
      registrationNumber: z.string(),
      licenceNo: z.string().nullable(),
      nametag: z.string(),
      contactName: z.string(),
      address,
      customDomainStatus: z.string(),
      taxRegistered: z.boolean(),
      sstNumber: z.string().nullable(),
      academicYearStartMonth: z.int(),
      status: z.string(),
      version: z.int(),
    })
    .optional(),
  smtp: z
    .object({
      host: z.string().nullable(),
      port: z.int().nullable(),
      username: z.string().nullable(),
      hasPassword: z.boolean(),
      senderName: z.string().nullable(),
      senderEmail: z.string().nullable(),
      status: z.enum(['not_setup', 'entered', 'tested', 'verified', 'failed']),
    })
    .optional(),
  bank: z
    .object({
      bankName: z.string().nullable(),
      bankCode: z.string().nullable(),
      accountName: z.string().nullable(),
      accountNumber: z.string().nullable().describe('Only its last four digits'),
      bankStatus: z.string(),
    })
    .optional(),
  subscription: z
    .object({
      packageId: id,
      packageCode: z.string(),
      packageName: z.string(),
      yearlyFeeSen: sen,
      startsOn: day,
      expiresOn: day,
      credit: z.int(),
      status: z.enum(['trial', 'active', 'grace', 'limited', 'ended']),
      autoRenew: z.boolean(),
    })
    .nullable()
    .optional(),
})

const f = profileFields

/** What is left out stays, null empties. */
export const entityChange = z.strictObject({
  version,
  name: f.name.optional(),
  companyName: f.company_name.optional(),
  registrationNumber: f.registration_number.optional(),
  licenceNo: f.licence_no.optional(),
  nametag: f.nametag.optional(),
  contactName: f.contact_name.optional(),
  contactPhone: f.contact_phone.optional(),
  contactEmail: f.contact_email.optional(),
  openingHours: f.opening_hours.optional(),
  themeColour: f.theme_colour.optional(),
  defaultLocale: f.default_locale.optional(),
  taxRegistered: f.tax_registered.optional(),
  sstNumber: f.sst_number.optional(),
  academicYearStartMonth: f.academic_year_start_month.optional(),
  address: z.strictObject(addressFields).optional(),
  smtp: smtp.nullable().optional(),
  // Known so that they can be refused with a reason: they ask for more than a token.
  accountName: z.unknown().optional().meta({ deprecated: true }),
  accountNumber: z.unknown().optional().meta({ deprecated: true }),
  bankName: z.unknown().optional().meta({ deprecated: true }),
  bankCode: z.unknown().optional().meta({ deprecated: true }),
})

export const mailTest = z.strictObject({ to: email })
export const mailTestResult = z.object({ status: z.literal('tested'), expiresAt: instant })
export const mailCode = z.strictObject({ code: z.string().regex(/^\d{6}$/, 'input.type') })
export const mailVerified = z.object({ status: z.literal('verified') })
