import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { lines, settingVersion } from '#app/domain/core/fields.ts'
import { settings, writeSetting } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'

/** Series of numbers that an organisation may name, in the order of the page. */
export const namedSeries = [
  'invoice',
  'payment',
  'credit_note',
  'refund',
  'application',
  'infaq',
  'zakat',
] as const

const typedPrefix = z
  .string()
  .max(20)
  .transform((typed) => typed.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{2,4}$/, 'numbering.prefix'))

export const longestTerms = 1_000
export const longestFooter = 300

/**
 * Number prefixes, due days, printed texts and which e-mails are sent. No two series may have the same prefix, because their
 * numbers would be the same.
 */
export const invoiceSettingForm = z
  .object({
    invoice_prefix: typedPrefix,
    payment_prefix: typedPrefix,
    credit_note_prefix: typedPrefix,
    refund_prefix: typedPrefix,
    application_prefix: typedPrefix,
    infaq_prefix: typedPrefix,
    zakat_prefix: typedPrefix,
    due_days: z.coerce.number().int().min(0).max(365),
    terms: lines(longestTerms).optional(),
    footer: lines(longestFooter).optional(),
    mail_invoices: z.boolean().optional(),
    mail_receipts: z.boolean().optional(),
    version: settingVersion,
  })
  .superRefine((typed, context) => {
    const seen = new Set<string>()
    for (const series of namedSeries) {
      const name = `${series}_prefix` as const
      const value = typed[name]
      if (seen.has(value)) context.addIssue({ code: 'custom', path: [name], message: 'numbering.twice' })
      seen.add(value)
    }
  })
type InvoiceSettingInput = z.output<typeof invoiceSettingForm>

/** Two settings edited on one page; its version is the sum of their versions, which grows with each change of either. */
export async function invoiceSettings(db: Kysely<DB>) {
  const { numbering, invoice, versions } = await both(db)
  return { ...numbering, ...invoice, version: versions.numbering + versions.invoice }
}
export type InvoiceSettings = Awaited<ReturnType<typeof invoiceSettings>>

async function both(db: Kysely<DB>) {
  const [numbering, invoice, rows] = await Promise.all([
    settings(db, 'numbering'),
    settings(db, 'invoice'),
    db
      .selectFrom('setting')
      .select(['key', 'version'])
      .where('key', 'in', ['numbering', 'invoice'])
      .execute(),
  ])
  const versionOf = (key: string) => rows.find((row) => row.key === key)?.version ?? 0
  return {
    numbering,
    invoice,
    versions: { numbering: versionOf('numbering'), invoice: versionOf('invoice') },
  }
}

/**
 * Refuses version_conflict. Existing numbers stay; a series continues to count under its new prefix, so that no number is
 * used twice.
 */
export async function saveInvoiceSettings(
  trx: Transaction<DB>,
  actor: Actor,
  { version, due_days, terms, footer, mail_invoices, mail_receipts, ...prefixes }: InvoiceSettingInput,
): Promise<void> {
  const { numbering, invoice, versions } = await both(trx)
  refuseStale({ version: versions.numbering + versions.invoice }, version)
  const after = {
    ...{ due_days, terms: terms || null, footer: footer || null },
    ...{ mail_invoices: mail_invoices === true, mail_receipts: mail_receipts === true },
  }
  await writeSetting(trx, actor, 'numbering', prefixes, versions.numbering)
  await writeSetting(trx, actor, 'invoice', after, versions.invoice)
  const object = { type: 'setting', id: 'invoice' }
  const change = difference<Record<string, unknown>>({ ...numbering, ...invoice }, { ...prefixes, ...after })
  await record(trx, actor, 'invoice.settings_changed', object, change)
}
