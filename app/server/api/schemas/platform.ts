import { z } from 'zod'
import { addressFields } from '#app/domain/organisation/entities/entity-form.ts'
import { registrationFields as f } from '#app/domain/platform/registrations/registration.ts'
import { labels, publicEntity } from './entity.ts'
import { day, id, instant, locale, sen, smtp } from './parts.ts'

export const start = z.object({
  host: z.enum(['main', 'tenant']),
  entity: publicEntity.nullable(),
  locale,
  locales: z.array(locale),
  labels,
  features: z.array(z.string()),
})

export const registration = z.strictObject({
  packageId: f.package_id,
  subdomain: f.subdomain,
  organisationName: f.organisation_name,
  companyName: f.company_name,
  registrationNumber: f.registration_number,
  organisationType: f.organisation_type,
  contactName: f.contact_name,
  contactPhone: f.contact_phone,
  contactEmail: f.contact_email,
  address: z.strictObject(addressFields),
  bankCode: f.bank_code,
  accountName: f.account_name,
  accountNumber: f.account_number,
  locale: f.locale,
  smtp: smtp.optional(),
  customDomain: f.custom_domain,
  gatewayBrandId: f.gateway_brand_id,
  gatewaySecret: f.gateway_secret,
  agreedTermsVersion: f.agreed_terms_version,
})
export const registered = z.object({
  reference: z.string(),
  status: z.literal('pending'),
  subdomain: z.string(),
  reservedUntil: instant,
})

export const renewal = z.strictObject({
  packageId: z.uuid(),
  years: z.number().int().min(1).max(3),
  method: z.enum(['fpx', 'bank_transfer']),
})
export const platformInvoice = z.object({
  id,
  number: z.string(),
  kind: z.enum(['registration', 'renewal', 'upgrade', 'chip_fee', 'credit_topup', 'domain']),
  years: z.int().nullable(),
  issuedOn: day,
  dueOn: day,
  subTotalSen: sen,
  taxRateBp: z.int().describe('Hundredths of a percent'),
  taxSen: sen,
  totalSen: sen,
  method: z.enum(['fpx', 'bank_transfer']).nullable(),
  status: z.enum(['unpaid', 'pending', 'paid', 'cancelled']),
  paidOn: day.nullable(),
  lines: z.array(z.object({ description: z.string(), quantity: z.int(), priceSen: sen, amountSen: sen })),
})
export const renewed = z.object({ invoice: platformInvoice })
export const invoiceSearch = z.strictObject({ year: z.coerce.number().int().min(2015).max(2100).optional() })
export const invoices = z.object({ invoices: z.array(platformInvoice) })
