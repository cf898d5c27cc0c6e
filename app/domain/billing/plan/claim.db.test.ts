import { beforeAll, describe, expect, test } from 'vitest'
import { cancelInvoice, issueInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { createDraft, editDraft, removeDraft } from '#app/domain/billing/invoices/drafts.ts'
import type { LineInput } from '#app/domain/billing/invoices/invoice-form.ts'
import { line, scopes, today } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { approveRequest, requestCancel } from '#app/domain/payments/cancel-requests/ask-and-decide.ts'
import {
  discount,
  enrolment,
  feeCategory,
  feeType,
  student,
  studentDiscount,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { type DueLine, dueFees } from './due.ts'
import { lineFacts } from './facts.ts'

let tenant: Tenant
let clerk: Actor
let supervisor: Actor
beforeAll(async () => {
  tenant = await freshTenant({ tax_registered: true })
  ;[clerk, supervisor] = [await tenant.actor('clerk'), await tenant.actor('supervisor')]
})

/** A student from abroad in one class, with a tenth off and tax on its fee. */
const seated = () =>
  tenant.write(async (trx) => {
    const pupil = await student(trx, { branch_id: tenant.branch.id, nationality: 'ID' })
    const { id: fee_category_id } = await feeCategory(trx, { discountable: true })
    const type = await feeType(trx, { fee_category_id, taxable: true })
    const fee = await subjectFee(trx, { fee_type_id: type.id })
    await enrolment(trx, { student_id: pupil.id, subject_id: fee.subject_id })
    const rule = await discount(trx, { name: 'Anak kakitangan', percent_bp: 1_000 })
    await studentDiscount(trx, { student_id: pupil.id, discount_id: rule.id })
    return pupil.id
  })
const due = async (student_id: string) => (await tenant.read((db) => dueFees(db, student_id, today))).lines
/** As the form of a new invoice sends what was suggested: without its facts. */
const sent = ({ facts: _, amount_sen: __, due_on: ___, ...given }: DueLine): LineInput => ({
  ...given,
  period_starts_on: given.period_starts_on ?? undefined,
  period_ends_on: given.period_ends_on ?? undefined,
  discount_reason: given.discount_reason ?? undefined,
})
const draft = (student_id: string, items: LineInput[]) =>
  tenant.write((trx) =>
    createDraft(trx, clerk, scopes.branch(clerk), student_id, { due_on: '2026-02-07', items }, today),
  )
const suggested = async (student_id: string) => draft(student_id, (await due(student_id)).map(sent))
const issue = (id: string, version = 1) =>
  tenant.write((trx) => issueInvoice(trx, clerk, scopes.branch(clerk), id, { version, send: false, today }))
const cancel = (id: string, bill_again: boolean) =>
  tenant.write((trx) =>
    cancelInvoice(trx, supervisor, scopes.branch(supervisor), id, 2, 'Dibilkan dua kali', bill_again),
  )
const factsOf = async (id: string) => {
  const rows = await tenant.read((db) =>
    db.selectFrom('invoice_item').select('facts').where('invoice_id', '=', id).orderBy('position').execute(),
  )
  return rows.map(({ facts }) => facts && lineFacts.parse(facts))
}

describe('a fee of a class', () => {
  test('is billed once for a student and a period, whoever bills it', async () => {
    const pupil = await seated()
    const [suggestion] = await due(pupil)
    await draft(pupil, [line(), sent(suggestion!)])
    await expect(draft(pupil, [line(), sent(suggestion!)])).toRefuse(
      'invoice.already_billed',
      'items[1].description',
    )
    const other = await seated()
    const [theirs] = await due(other)
    await expect(draft(other, [sent(theirs!), sent(theirs!)])).toRefuse(
      'invoice.already_billed',
      'items[1].description',
    )
    await draft(other, [sent(theirs!)])
    expect(await due(other)).toEqual([])
  })

  test('is billed by one of two who do so at the same time', async () => {
    const pupil = await seated()
    const items = (await due(pupil)).map(sent)
    const done = await Promise.allSettled(Array.from({ length: 5 }, () => draft(pupil, items)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is free again when its draft goes, or its line', async () => {
    const pupil = await seated()
    const id = await suggested(pupil)
    const edit = (version: number, items: LineInput[]) =>
      tenant.write((trx) =>
        editDraft(
          trx,
          clerk,
          scopes.branch(clerk),
          id,
          version,
          { due_on: '2026-02-07', items: [...items] },
          today,
        ),
      )
    await edit(1, [line()])
    const items = (await due(pupil)).map(sent)
    expect(items).toHaveLength(1)
    await edit(2, items)
    expect(await due(pupil)).toEqual([])
    await edit(3, items)
    await tenant.write((trx) => removeDraft(trx, clerk, scopes.branch(clerk), id, 4))
    expect(await due(pupil)).toHaveLength(1)
  })

  test('stays billed when its invoice is cancelled, unless it is to be billed again', async () => {
    const pupil = await seated()
    const first = await suggested(pupil)
    await issue(first)
    await cancel(first, false)
    expect(await due(pupil)).toEqual([])
    const other = await seated()
    const second = await suggested(other)
    await issue(second)
    await cancel(second, true)
    expect(await due(other)).toHaveLength(1)
  })

  test('is billed again when who asked for the cancelling wanted it, and somebody else agrees', async () => {
    const pupil = await seated()
    const id = await suggested(pupil)
    await issue(id)
    await tenant.write((trx) =>
      requestCancel(
        trx,
        clerk,
        scopes.branch(clerk),
        { kind: 'invoice', id, version: 2 },
        'Harga yang salah',
        true,
      ),
    )
    const request = await tenant.read((db) =>
      db
        .selectFrom('cancel_request')
        .select(['id', 'bill_again'])
        .where('invoice_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    expect(request.bill_again).toBe(true)
    await tenant.write((trx) => approveRequest(trx, supervisor, scopes.branch(supervisor), request.id, today))
    expect(await due(pupil)).toHaveLength(1)
  })
})

describe('how an amount came about', () => {
  test('stands on the line, and is not what was sent', async () => {
    const pupil = await seated()
    const [suggestion] = await due(pupil)
    expect(suggestion).toMatchObject({ price: 12_000, discount: 1_200, discount_reason: 'Anak kakitangan' })
    const id = await draft(pupil, [sent(suggestion!), line()])
    expect(await factsOf(id)).toEqual([suggestion!.facts, null])
    expect(suggestion!.facts).toMatchObject({
      usual_sen: 12_000,
      discounts: [{ sen: 1_200, percent_bp: 1_000, child: null }],
      tax: { rate_bp: 600, scope: 'non_citizens' },
    })
  })

  test('is not told of a line whose price somebody changed', async () => {
    const pupil = await seated()
    const [suggestion] = await due(pupil)
    expect(await factsOf(await draft(pupil, [{ ...sent(suggestion!), price: 11_999 }]))).toEqual([null])
  })

  test('stays with a draft that is edited, and follows the tax of the day of issue', async () => {
    const pupil = await seated()
    const id = await suggested(pupil)
    const [before] = await factsOf(id)
    const items = await tenant.read((db) =>
      db
        .selectFrom('invoice_item')
        .select(['description', 'subject_fee_id', 'fee_type_id', 'period_starts_on', 'period_ends_on'])
        .where('invoice_id', '=', id)
        .execute(),
    )
    const again = items.map(
      ({ description, subject_fee_id, fee_type_id, period_starts_on, period_ends_on }) => ({
        ...{ description: `${description} (disemak)`, quantity: 100, price: 12_000, discount: 1_200 },
        ...{ subject_fee_id: subject_fee_id!, fee_type_id: fee_type_id!, discount_reason: 'Anak kakitangan' },
        ...{ period_starts_on: period_starts_on!, period_ends_on: period_ends_on! },
      }),
    )
    await tenant.write((trx) =>
      editDraft(trx, clerk, scopes.branch(clerk), id, 1, { due_on: '2026-02-07', items: again }, today),
    )
    expect(await factsOf(id)).toEqual([before])
    await tenant.write((trx) =>
      trx
        .insertInto('setting')
        .values({ key: 'tax', value: JSON.stringify({ rate_bp: 800, scope: 'all' }) })
        .execute(),
    )
    await issue(id, 2)
    expect(await factsOf(id)).toEqual([{ ...before, tax: { rate_bp: 800, scope: 'all' } }])
  })
})
