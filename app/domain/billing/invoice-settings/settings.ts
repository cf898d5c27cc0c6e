import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { writeSetting } from '#app/domain/core/settings/write-setting.ts'
import type { DB } from '#db/types.ts'
import type { InvoiceSettingInput } from './setting-form.ts'

/** Two settings that one page shows; its version is the sum of theirs, which grows with each change of either. */
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
 * Refuses version_conflict. Numbers that were given stay; a series goes on counting under its new beginning, so that none
 * comes twice, whatever it was called before.
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
