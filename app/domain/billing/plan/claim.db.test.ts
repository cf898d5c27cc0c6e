import { beforeAll, describe, expect, test } from 'vitest'
import {
  cancelInvoice,
  createDraft,
  editDraft,
  issueInvoice,
  removeDraft,
} from '#app/domain/billing/invoices/change-invoice.ts'
import type { LineInput } from '#app/domain/billing/invoices/invoice.ts'
import { line, scopes, today } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { approveRequest, requestCancel } from '#app/domain/payments/cancel-requests/change-cancel-request.ts'
import {
  discount,
  enrolment,
  feeCategory,
  feeType,
  student,
  studentDiscount,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { sql } from 'kysely'
import { billing, nextMonth, today as now } from '#app/domain/billing/generations/test-support.ts'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { type DueLine, dueFees } from './due.ts'
import { lineFacts } from './facts.ts'

describe('claiming fees', () => {
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
      db
        .selectFrom('invoice_item')
        .select('facts')
        .where('invoice_id', '=', id)
        .orderBy('position')
        .execute(),
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

    test('is billed by one of two at the same time', async () => {
      const pupil = await seated()
      const items = (await due(pupil)).map(sent)
      const done = await Promise.allSettled(Array.from({ length: 5 }, () => draft(pupil, items)))
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('can be billed again when its draft or its line is removed', async () => {
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
      // The fees of the other invoice are as billed as before.
      expect(await due(pupil)).toEqual([])
    })

    test('is billed again when the person who requested the cancellation wanted that, and another approves', async () => {
      const pupil = await seated()
      const id = await suggested(pupil)
      await issue(id)
      await tenant.write((trx) =>
        requestCancel(
          trx,
          clerk,
          scopes.branch(clerk),
          { kind: 'invoice', id, version: 2 },
          { reason: 'Harga yang salah', bill_again: true, today },
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
      await tenant.write((trx) =>
        approveRequest(trx, supervisor, scopes.branch(supervisor), request.id, { today }),
      )
      expect(await due(pupil)).toHaveLength(1)
    })
  })

  describe('the facts of an amount', () => {
    test('are calculated for the line, not taken from the form', async () => {
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

    test('are not stored for a line whose price was changed', async () => {
      const pupil = await seated()
      const [suggestion] = await due(pupil)
      expect(await factsOf(await draft(pupil, [{ ...sent(suggestion!), price: 11_999 }]))).toEqual([null])
    })

    test('stay with an edited draft, with the tax of the day of issue', async () => {
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
          ...{
            subject_fee_id: subject_fee_id!,
            fee_type_id: fee_type_id!,
            discount_reason: 'Anak kakitangan',
          },
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
})

describe('overlapping periods', () => {
  let tenant: Tenant
  let clerk: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    clerk = await tenant.actor('clerk')
  })

  const january = { period_starts_on: '2026-01-01', period_ends_on: '2026-01-31' }
  const quarter = { period_starts_on: '2026-01-01', period_ends_on: '2026-03-31' }

  /** A student of a class that costs RM120.00 a month, or a quarter: one fee in two versions. */
  const seated = (versions: { monthly?: object; quarterly?: object } = {}) =>
    tenant.write(async (trx) => {
      const pupil = await student(trx, { branch_id: tenant.branch.id })
      const { id: subject_id } = await subject(trx)
      const { id: fee_type_id } = await feeType(trx)
      const same = { subject_id, fee_type_id }
      const monthly = await subjectFee(trx, { ...same, frequency: 'monthly', ...versions.monthly })
      const given = { frequency: 'quarterly', billing_months: null, ...versions.quarterly }
      const quarterly = await subjectFee(trx, { ...same, starts_on: '2025-12-31', ...given })
      await enrolment(trx, { student_id: pupil.id, subject_id, starts_on: '2025-01-05' })
      return { id: pupil.id, monthly: monthly.id, quarterly: quarterly.id }
    })
  const of = (subject_fee_id: string, period: Partial<LineInput>): LineInput => ({
    ...{ description: 'Yuran', quantity: 100, price: 12_000, subject_fee_id },
    ...period,
  })
  const draft = (student_id: string, items: LineInput[]) =>
    tenant.write((trx) =>
      createDraft(trx, clerk, scopes.branch(clerk), student_id, { due_on: '2026-02-07', items }, today),
    )

  describe('a fee that was billed monthly', () => {
    test('is not billed for the quarter of that month, nor the other way round', async () => {
      const one = await seated()
      await draft(one.id, [of(one.monthly, january)])
      await expect(draft(one.id, [of(one.quarterly, quarter)])).toRefuse(
        'invoice.overlaps_draft',
        'items[0].description',
      )
      const other = await seated()
      const first = await draft(other.id, [of(other.quarterly, quarter)])
      await tenant.write((trx) =>
        sql`update invoice set number = 'INV-26-000901', status = 'unpaid', issued_on = '2026-01-31' where id = ${first}`.execute(
          trx,
        ),
      )
      const refused = await draft(other.id, [of(other.monthly, january)]).catch(asRefusal)
      expect(refused).toMatchObject({
        code: 'invoice.overlaps_billed',
        field: 'items[0].description',
        values: { date: '2026-01-01', until: '2026-03-31', number: 'INV-26-000901' },
      })
    })

    test('is not billed twice by two lines of one invoice', async () => {
      const one = await seated()
      const april = { period_starts_on: '2026-04-01', period_ends_on: '2026-06-30' }
      await expect(
        draft(one.id, [of(one.quarterly, april), of(one.monthly, january), of(one.quarterly, quarter)]),
      ).toRefuse('invoice.overlaps_draft', 'items[2].description')
      await draft(one.id, [of(one.quarterly, april), of(one.monthly, january)])
    })

    test('is billed quarterly from the first day of the quarterly fee, as in the plan', async () => {
      const one = await seated({
        monthly: { starts_on: '2025-01-01', ends_on: '2026-01-15' },
        quarterly: { starts_on: '2026-01-16', proration: 'by_day' },
      })
      const plan = () => tenant.read((db) => dueFees(db, one.id, '2026-02-10'))
      await draft(one.id, [of(one.monthly, january)])
      expect((await plan()).lines).toEqual([])
      const later = await seated({
        monthly: { starts_on: '2025-01-01', ends_on: '2026-01-31' },
        quarterly: { starts_on: '2026-02-01', proration: 'by_day' },
      })
      await draft(later.id, [of(later.monthly, january)])
      const [line] = (await tenant.read((db) => dueFees(db, later.id, '2026-02-10'))).lines
      expect(line).toMatchObject({ subject_fee_id: later.quarterly, ...quarter })
      await draft(later.id, [of(later.quarterly, { ...quarter, price: line!.price })])
    })

    test('is billed for a month or a quarter, not both, by two at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const one = await seated()
        const done = await Promise.allSettled([
          draft(one.id, [of(one.monthly, january)]),
          draft(one.id, [of(one.quarterly, quarter)]),
        ])
        expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      }
    })

    test('is left out of a run that was compared before it was billed manually', async () => {
      const at = await freshTenant()
      const month = startOfMonth(addMonths(startOfMonth(now), 1))
      const { pupil, daily } = await at.write(async (trx) => {
        const pupil = await student(trx)
        const { id: subject_id } = await subject(trx)
        const { id: fee_type_id } = await feeType(trx)
        await subjectFee(trx, { subject_id, fee_type_id, starts_on: '2025-01-01' })
        const daily = await subjectFee(trx, {
          ...{ subject_id, fee_type_id, frequency: 'yearly', billing_months: null },
          ...{ starts_on: '2024-01-01', ends_on: '2024-12-31' },
        })
        await enrolment(trx, { student_id: pupil.id, subject_id, starts_on: '2025-01-05' })
        return { pupil, daily }
      })
      const one = await (await billing(at, { month: nextMonth }).preview()).start()
      const by = await at.actor('clerk')
      const year = { period_starts_on: month, period_ends_on: addMonths(month, 11) }
      await at.write((trx) =>
        createDraft(trx, by, scopes.all(by), pupil.id, { due_on: now, items: [of(daily.id, year)] }, now),
      )
      await at.write((trx) =>
        sql`update generation set checked_at = now() where id = ${one.id()}`.execute(trx),
      )
      await one.work()
      expect(await one.students()).toMatchObject([
        { result: 'skipped', reason: 'already_billed', invoices: 0 },
      ])
    })
  })
})
