import { beforeAll, describe, expect, test } from 'vitest'
import { aClass, billing, pupils, today } from '#app/domain/billing/generations/test-support.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { lineText } from '#app/domain/core/invoicing/line-text.ts'
import { enrolment, student, type Trx } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { amendInvoice } from './amend-invoice.ts'
import { createDraft, issueInvoice } from './change-invoice.ts'
import { itemsOfInvoices } from './find-invoices.ts'
import { line } from './test-support.ts'

describe('the lines of an invoice in both languages', () => {
  let tenant: Tenant
  let clerk: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    clerk = await tenant.actor('admin')
  })

  const named = async (trx: Trx) => {
    const taught = await aClass(trx, 12_000, { name: 'Tadika Pagi' })
    await trx.updateTable('subject').set({ name_en: 'Morning class' }).where('id', '=', taught.id).execute()
    await trx
      .updateTable('fee_type')
      .set({ name: 'Yuran bulanan', name_en: 'Monthly fee' })
      .where('id', '=', taught.type.id)
      .execute()
    return taught
  }
  const textsOf = async (id: string) => {
    const items = await tenant.read((db) => itemsOfInvoices(db, [id]))
    return items.map((item) => ({ en: lineText(item, 'en'), my: lineText(item, 'my') }))
  }

  test('are written when they are typed, and neither a new name nor an amendment changes them', async () => {
    const { taught, id } = await tenant.write(async (trx) => {
      const taught = await named(trx)
      const child = await student(trx)
      await enrolment(trx, { student_id: child.id, subject_id: taught.id, starts_on: '2026-01-05' })
      const known = { subject_fee_id: taught.fee.id, fee_type_id: taught.type.id }
      const items = [
        line({ ...known, description: 'Tadika Pagi, Yuran bulanan' }),
        line({ fee_type_id: taught.type.id, description: 'Yuran bulanan' }),
        line({ fee_type_id: taught.type.id, description: 'Yuran bulanan khas' }),
        line({ description: 'Lawatan' }),
      ]
      const dated = { due_on: today, items, step: 'save' as const }
      const id = await createDraft(trx, clerk, everywhere, child.id, dated as never, today)
      await issueInvoice(trx, clerk, everywhere, id, { version: 1, send: false, today })
      return { taught, id }
    })
    const written = [
      { en: 'Morning class, Monthly fee', my: 'Tadika Pagi, Yuran bulanan' },
      { en: 'Monthly fee', my: 'Yuran bulanan' },
      { en: 'Yuran bulanan khas', my: 'Yuran bulanan khas' },
      { en: 'Lawatan', my: 'Lawatan' },
    ]
    expect(await textsOf(id)).toEqual(written)
    await tenant.write(async (trx) => {
      const renamed = { name: 'Prasekolah', name_en: 'Preschool' }
      await trx.updateTable('subject').set(renamed).where('id', '=', taught.id).execute()
      const items = (await itemsOfInvoices(trx, [id])).map((item) =>
        line({
          description: item.description,
          fee_type_id: item.fee_type_id ?? undefined,
          subject_fee_id: item.subject_fee_id ?? undefined,
          price: item.description === 'Lawatan' ? 9_000 : 12_000,
        }),
      )
      const { version } = await trx
        .selectFrom('invoice')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const amended = { due_on: today, reason: 'Harga lawatan tersilap', items }
      await amendInvoice(trx, clerk, everywhere, id, version, amended, today)
    })
    expect(await textsOf(id)).toEqual(written)
  })

  test('are written by a billing run', async () => {
    const taught = await tenant.write(named)
    const [pupil] = await tenant.write((trx) => pupils(trx, taught.id, 1))
    const run = await billing(tenant, { subject_id: taught.id } as never).preview()
    await run.run()
    const { id } = await tenant.read((db) =>
      db.selectFrom('invoice').select('id').where('student_id', '=', pupil!.id).executeTakeFirstOrThrow(),
    )
    const [texts] = await textsOf(id)
    expect(texts!.en).toMatch(/^Morning class, Monthly fee, [A-Z][a-z]{2} \d{4}$/)
    expect(texts!.my).toMatch(/^Tadika Pagi, Yuran bulanan, [A-Z][a-z]{2} \d{4}$/)
  })
})
