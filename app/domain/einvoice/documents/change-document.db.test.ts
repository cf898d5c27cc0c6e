import { beforeAll, describe, expect, test } from 'vitest'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import { cancelInvoicePlanOf } from '#app/domain/billing/invoices/cancel-invoice-plan.ts'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { line, scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { einvoiceDocument } from '#tests/support/database/einvoice-factories.ts'
import { branch, type Given } from '#tests/support/database/factories.ts'
import { creditNote } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { findSetting } from '../settings/find-setting.ts'
import type { Fault } from '../words.ts'
import { cancelDocument, cancelForm, retryDocument, retryStanding } from './change-document.ts'
import { composeDocuments } from './compose-documents.ts'
import { einvoice } from './find-documents.ts'
import { fingerprintOf } from './fingerprint.ts'
import { openSchool, type School } from './test-support.ts'
import { withdrawDocument } from './withdraw-document.ts'

let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.tenant.actor('admin')
})

const hoursAgo = (hours: number, minutes = 0) => new Date(Date.now() - (hours * 60 + minutes) * 60_000)
type Bill = Awaited<ReturnType<School['bill']>>

/** An invoice with an e-invoice. */
async function reported(given: Given<'einvoice_document'> = {}, bill?: Bill) {
  const about = bill ?? (await school.bill())
  const row = await school.write((trx) =>
    einvoiceDocument(trx, {
      ...{ invoice_id: about.id, number: about.number!, branch_id: about.branch_id, ...given },
    }),
  )
  return { bill: about, row }
}
const stored = (id: string) => school.read((db) => einvoice(db, scopes.all(admin), id))
describe('a refused e-invoice', () => {
  const portalSaid = (code: string, text: string): Fault => ({
    ...{ step: 'Step05-Taxpayer Profile Validator', code, text, text_my: null, path: null },
  })
  const buyerFault = portalSaid('ERR206', 'NRIC/ARMY mismatch or not exist in HITS')

  /** As MyInvois refused it: with the fingerprint of what it said. */
  async function refused(faults: Fault[] = [buyerFault], status = 'invalid') {
    const { bill, row } = await reported({ status, faults: JSON.stringify(faults), attempts: 1 })
    const fingerprint = await school.read(async (db) => {
      const composed = (await composeDocuments(db, school.keys, [row.id])).get(row.id)!
      if (!('document' in composed)) throw new Error(JSON.stringify(composed))
      return fingerprintOf(composed.document, (await findSetting(db))!.document_version)
    })
    await school.write((trx) =>
      trx.updateTable('einvoice_document').set({ fingerprint }).where('id', '=', row.id).execute(),
    )
    return { bill, id: row.id }
  }
  const standing = async (id: string) => {
    const row = await stored(id)
    return school.read((db) => retryStanding(db, school.keys, row))
  }
  const retry = async (id: string, version?: number) => {
    const at = { id, version: version ?? (await stored(id)).version }
    return school.write((trx) => retryDocument(trx, admin, scopes.all(admin), school.keys, at))
  }

  test.each(['DV302', 'DS302'])(
    'as a duplicate (%s) is never sent again, whatever changed since',
    async (code) => {
      const step = 'Step03-Duplicated Submission Validator'
      const { id, bill } = await refused([{ ...portalSaid(code, 'Duplicate document'), step }])
      await school.write((trx) =>
        trx.updateTable('parent').set({ city: 'Klang' }).where('id', '=', bill.payer_parent_id).execute(),
      )
      expect(await standing(id)).toMatchObject({ may: false, why: 'reported' })
      await expect(retry(id)).toRefuse('einvoice.not_retryable')
    },
  )

  test('is not sent again unchanged', async () => {
    const { id } = await refused()
    expect(await standing(id)).toMatchObject({ may: false, why: 'unchanged' })
    await expect(retry(id)).toRefuse('einvoice.not_retryable')
    expect(await stored(id)).toMatchObject({ status: 'invalid', faults: [buyerFault] })
  })

  test('is sent again once what it says has changed', async () => {
    const { id, bill } = await refused()
    await school.write((trx) =>
      trx
        .updateTable('parent')
        .set({ tin: 'IG12345678901' })
        .where('id', '=', bill.payer_parent_id)
        .execute(),
    )
    expect(await standing(id)).toMatchObject({ may: true, why: null })
    expect(await retry(id)).toBe(bill.number)
    expect(await stored(id)).toMatchObject({ status: 'queued', faults: [] })
    const events = await school.read((db) =>
      db.selectFrom('einvoice_event').select(['kind', 'by_name']).where('document_id', '=', id).execute(),
    )
    expect(events).toMatchObject([{ kind: 'queued', by_name: admin.name }])
  })

  test('is sent again unchanged where the portal was at fault', async () => {
    const { id } = await refused([{ ...portalSaid('InternalServerError', ''), step: null }], 'failed')
    expect(await standing(id)).toMatchObject({ may: true })
  })

  test('that lacks something says what, as it is now', async () => {
    const { id, bill } = await refused()
    await school.write((trx) =>
      trx.updateTable('parent').set({ phone: '+6012' }).where('id', '=', bill.payer_parent_id).execute(),
    )
    expect(await standing(id)).toMatchObject({
      ...{ may: false, why: 'faults' },
      faults: [{ code: 'buyer.phone' }],
    })
  })

  test('is queued by the version that somebody saw', async () => {
    const { id, bill } = await refused()
    await school.write((trx) =>
      trx
        .updateTable('parent')
        .set({ tin: 'IG12345678901' })
        .where('id', '=', bill.payer_parent_id)
        .execute(),
    )
    await expect(retry(id, 99)).toRefuse('version_conflict')
    const { version } = await stored(id)
    const both = await Promise.allSettled([retry(id, version), retry(id, version)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('forgets that it was to be cancelled: whoever sends it again wants to have it valid', async () => {
    const { id } = await refused([{ ...portalSaid('InternalServerError', ''), step: null }], 'failed')
    await school.write((trx) =>
      trx
        .updateTable('einvoice_document')
        .set({ cancel_requested_at: new Date(), cancel_reason: 'Dibilkan dua kali' })
        .where('id', '=', id)
        .execute(),
    )
    await retry(id)
    expect(await stored(id)).toMatchObject({
      ...{ status: 'queued', cancel_requested_at: null, cancel_reason: null },
    })
  })

  test('of the system that is not in use any more is not sent again: nobody would send it', async () => {
    const { id } = await refused([{ ...portalSaid('InternalServerError', ''), step: null }], 'failed')
    const use = (portal: string) =>
      school.write((trx) => trx.updateTable('einvoice_setting').set({ environment: portal }).execute())
    await use('production')
    expect(await standing(id)).toMatchObject({ may: false, why: null })
    await expect(retry(id)).toRefuse('einvoice.not_retryable')
    await use('sandbox')
    expect(await standing(id)).toMatchObject({ may: true })
  })

  test('of another branch is not found', async () => {
    const { id } = await refused()
    const far = await school.write((trx) => branch(trx))
    const away = { ...scopes.branch(admin), branch_ids: [far.id] }
    await expect(
      school.write((trx) => retryDocument(trx, admin, away, school.keys, { id, version: 1 })),
    ).toRefuse('not_found.einvoice')
  })
})

describe('cancelling an e-invoice', () => {
  const reason = 'Dibilkan dua kali'
  const cancel = async (id: string) => {
    const { version } = await stored(id)
    return school.write((trx) => cancelDocument(trx, admin, scopes.all(admin), { id, version, reason }))
  }

  test('within 72 hours asks the portal, once', async () => {
    const { row } = await reported({ status: 'valid', validated_at: hoursAgo(71, 59) })
    await cancel(row.id)
    expect(await stored(row.id)).toMatchObject({ status: 'cancelling', cancel_reason: reason })
    await expect(school.tenant).toHaveEnqueued('einvoice.cancel', { document_id: row.id })
    await expect(cancel(row.id)).toRefuse('einvoice.cancel_asked')
  })

  test('after 72 hours is refused, with the credit note that does it', async () => {
    const { row, bill } = await reported({ status: 'valid', validated_at: hoursAgo(72, 1) })
    const refusal = await cancel(row.id).catch((error) => error)
    expect(refusal).toMatchObject({
      code: 'einvoice.cancel_late',
      blockers: [{ to: 'refund', id: bill.id }],
    })
    expect(await stored(row.id)).toMatchObject({ status: 'valid', cancel_requested_at: null })
  })

  test('that a credit note corrects is refused, with that one', async () => {
    const { row, bill } = await reported({ status: 'valid' })
    const note = await school.write(async (trx) => {
      const about = await creditNote(trx, { invoice_id: bill.id, branch_id: bill.branch_id })
      return einvoiceDocument(trx, { credit_note_id: about.id, original_id: row.id, status: 'valid' })
    })
    const refusal = await cancel(row.id).catch((error) => error)
    expect(refusal).toMatchObject({
      code: 'einvoice.corrected',
      blockers: [{ to: 'einvoice', id: note.id, name: note.number }],
    })
  })

  test('takes one that waits out of the queue, and marks one that is being checked', async () => {
    const [waits, checked] = [await reported(), await reported({ status: 'processing' })]
    await cancel(waits.row.id)
    expect(await stored(waits.row.id)).toMatchObject({ status: 'failed', faults: [{ code: 'withdrawn' }] })
    await cancel(checked.row.id)
    expect(await stored(checked.row.id)).toMatchObject({ status: 'processing', cancel_reason: reason })
  })

  test.each(['invalid', 'failed', 'cancelled'])('has nothing to cancel of one that is %s', async (status) => {
    const { row } = await reported({ status })
    await expect(cancel(row.id)).toRefuse('einvoice.cancel_state')
  })

  test('needs a reason of at most 300 characters', () => {
    expect(cancelForm.safeParse({ reason: 'x'.repeat(300), version: '1' }).success).toBe(true)
    expect(cancelForm.safeParse({ reason: 'x'.repeat(301), version: '1' }).success).toBe(false)
  })
})

describe('an invoice with an e-invoice', () => {
  const reason = 'Dibilkan dua kali'
  const cancel = (bill: Bill) =>
    school.write((trx) => cancelInvoice(trx, admin, scopes.all(admin), bill.id, null, reason))
  const amend = (bill: Bill, items?: ReturnType<typeof line>[]) =>
    school.write((trx) =>
      amendInvoice(
        trx,
        admin,
        scopes.all(admin),
        bill.id,
        1,
        {
          due_on: '2026-02-20',
          remark: undefined,
          internal_note: undefined,
          reason,
          items,
          version: 1,
        } as never,
        '2026-01-31',
      ),
    )

  test.each(['sending', 'submitted', 'processing', 'valid'])(
    'that is %s keeps its lines; its due date may still change',
    async (status) => {
      const { bill, row } = await reported({ status })
      const refusal = await amend(bill, [line({ price: 100 })]).catch((error) => error)
      expect(refusal).toMatchObject({
        code: 'invoice.in_einvoice',
        blockers: [
          { to: 'refund', id: bill.id },
          { to: 'einvoice', id: row.id },
        ],
      })
      await amend(bill)
    },
  )

  test.each(['invalid', 'failed', 'cancelled'])('that is %s changes as any other', async (status) => {
    const { bill } = await reported({ status })
    await amend(bill, [line({ price: 100 })])
  })

  test('that waits to be sent changes, and what was composed of it before is not sent', async () => {
    const { bill, row } = await reported()
    await amend(bill, [line({ price: 100 })])
    expect((await stored(row.id)).version).toBe(row.version + 1)
  })

  test.each([
    ['queued', 'einvoice_free'],
    ['sending', 'einvoice_under_way'],
    ['processing', 'einvoice_under_way'],
    ['valid', 'einvoice_cancellable'],
  ])('that is %s is cancelled together with it', async (status, kind) => {
    const { bill, row } = await reported({ status })
    const plan = await school.read((db) => cancelInvoicePlanOf(db, bill.id))
    expect(plan.effects).toContainEqual({ kind, number: bill.number, link: { to: 'einvoice', id: row.id } })
    await cancel(bill)
    await expect(school.tenant).toHaveEnqueued('einvoice.withdraw', { document_id: row.id, reason })
    await school.write((trx) => withdrawDocument(trx, row.id, reason))
    const now = await stored(row.id)
    if (status === 'queued') expect(now).toMatchObject({ status: 'failed', faults: [{ code: 'withdrawn' }] })
    else expect(now).toMatchObject({ stored_status: status, cancel_reason: reason })
    // a second run changes nothing
    await school.write((trx) => withdrawDocument(trx, row.id, reason))
    expect(await stored(row.id)).toEqual(now)
  })

  test('that is final stays, and a credit note is offered', async () => {
    const { bill, row } = await reported({ status: 'valid', validated_at: hoursAgo(72, 1) })
    const plan = await school.read((db) => cancelInvoicePlanOf(db, bill.id))
    expect(plan).toEqual({
      effects: [],
      blockers: [{ kind: 'einvoice_final', number: bill.number, link: { to: 'refund', id: bill.id } }],
    })
    expect(await cancel(bill).catch((error) => error)).toMatchObject({
      code: 'invoice.einvoice_final',
      blockers: [
        { to: 'refund', id: bill.id },
        { to: 'einvoice', id: row.id },
      ],
    })
    await expect(school.tenant).not.toHaveEnqueued('einvoice.withdraw', { document_id: row.id })
  })

  test('of the test system is free once the organisation reports to the real one', async () => {
    const real = await openSchool({ environment: 'production' })
    const boss = await real.tenant.actor('admin')
    const bill = await real.bill()
    await real.write((trx) =>
      einvoiceDocument(trx, { invoice_id: bill.id, status: 'valid', validated_at: hoursAgo(100) }),
    )
    await real.write((trx) => cancelInvoice(trx, boss, scopes.all(boss), bill.id, null, reason))
  })
})
