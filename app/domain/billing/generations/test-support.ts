import { sql } from 'kysely'
import { expect } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { previewGeneration, runGeneration, undoGenerationOf } from '#jobs/handlers/generations.ts'
import { withLongTransactions } from '#jobs/without-time-limits.ts'
import {
  enrolment,
  feeType,
  student,
  subject,
  subjectFee,
  type Trx,
} from '#tests/support/database/factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { refreshPreview, requestPreview, retryFailed, startRun, startUndo } from './change-generation.ts'
import { countResults, findGeneration } from './find-generations.ts'
import type { NewGenerationInput } from './generation.ts'

export const today = currentDay()
/** `YYYY-MM` of the month that comes. */
export const nextMonth = addMonths(startOfMonth(today), 1).slice(0, 7)

/** A class with a monthly fee. */
export async function aClass(trx: Trx, amount_sen = 12_000, given: Parameters<typeof subject>[1] = {}) {
  const taught = await subject(trx, given)
  const type = await feeType(trx)
  const fee = await subjectFee(trx, { subject_id: taught.id, fee_type_id: type.id, amount_sen })
  return { ...taught, fee, type }
}

/** Students of families of their own who sit in a class. */
export async function pupils(trx: Trx, subject_id: string, count: number) {
  const all = []
  for (let n = 0; n < count; n++) {
    const child = await student(trx)
    all.push({
      ...child,
      seat: await enrolment(trx, { student_id: child.id, subject_id, starts_on: '2026-01-05' }),
    })
  }
  return all
}

/** A preview of a month, and what can be done with it, its jobs run by hand. */
export function billing(tenant: Tenant, asked: Partial<NewGenerationInput> = {}) {
  const tools = (name: Parameters<typeof jobTools>[1]) => jobTools(tenant, name)
  const actor = () => tenant.actor('admin')
  let id = ''
  const now = () => tenant.read((db) => findGeneration(db, id))
  const at = async () => ({ id, version: (await now()).version })
  const one = {
    id: () => id,
    now,
    counts: () => tenant.read((db) => countResults(db, id)),
    async ask() {
      const admin = await actor()
      id = await tenant.write((trx) =>
        requestPreview(trx, admin, { month: nextMonth, due: 'month', ...asked }, today),
      )
      return one
    },
    async makePreview() {
      await previewGeneration({ generation_id: id }, tools('generation.preview'))
      return one
    },
    preview: async () => (await one.ask()).makePreview(),
    async again() {
      const admin = await actor()
      const where = await at()
      await tenant.write((trx) => refreshPreview(trx, admin, where))
      return one.makePreview()
    },
    async start() {
      const admin = await actor()
      const where = await at()
      await tenant.write((trx) => startRun(trx, admin, where, today))
      return one
    },
    async work() {
      await runGeneration({ generation_id: id }, tools('generation.run'))
      return now()
    },
    run: async () => (await one.start()).work(),
    /** What failed, billed once more. */
    async retry() {
      const admin = await actor()
      const where = await at()
      const other = billing(tenant)
      other.is(await tenant.write((trx) => retryFailed(trx, admin, where)))
      await other.makePreview()
      await other.work()
      return other
    },
    is(other: string) {
      id = other
      return one
    },
    async askUndo(reason = 'Yuran bulan ini tersilap') {
      const admin = await actor()
      const where = await at()
      await tenant.write((trx) => startUndo(trx, admin, everywhere, { ...where, reason }))
      return one
    },
    async undo() {
      await one.askUndo()
      await undoGenerationOf({ generation_id: id }, tools('generation.undo'))
      return now()
    },
    students: () =>
      tenant.read((db) =>
        db
          .selectFrom('generation_student')
          .selectAll()
          .where('generation_id', '=', id)
          .orderBy('position')
          .execute(),
      ),
    invoices: () =>
      tenant.read((db) =>
        db.selectFrom('invoice').selectAll().where('generation_id', '=', id).orderBy('number').execute(),
      ),
  }
  return one
}

/** Numbers of invoices that are missing or given twice, and keys that are billed otherwise than once; nothing when all is well. */
export async function gapsAndDoubles(tenant: Tenant): Promise<Record<string, number>> {
  const { rows } = await withLongTransactions(tenant.write)((db) =>
    sql<Record<string, number>>`select
      (select coalesce(max(last_no), 0) from number_series where kind = 'invoice')
        - (select count(*) from invoice where number is not null) as gaps,
      (select count(number) - count(distinct number) from invoice) as doubles,
      (select count(*) from billed_fee left join invoice on invoice.id = billed_fee.invoice_id
        left join invoice_item on invoice_item.id = billed_fee.invoice_item_id
        where invoice.id is null or invoice_item.invoice_id is distinct from invoice.id) as keys_astray,
      (select count(*) from invoice_item join invoice on invoice.id = invoice_item.invoice_id
        left join billed_fee on billed_fee.invoice_item_id = invoice_item.id
        where invoice.generation_id is not null and invoice.status <> 'cancelled' and billed_fee.student_id is null)
        as lines_without_key,
      (select count(*) from invoice where generation_id is not null and sub_total_sen <>
        (select coalesce(sum(amount_sen), 0) from invoice_item where invoice_id = invoice.id)) as sums_wrong,
      (select count(*) from invoice where generation_id is not null and not exists (
        select from audit_log where object_id = invoice.id::text and action = 'invoice.issued')) as without_log,
      (select count(*) from invoice left join platform.public_code on code = invoice.public_code where code is null)
        as without_code`.execute(db),
  )
  return Object.fromEntries(Object.entries(rows[0]!).filter(([, count]) => count !== 0))
}

/** Nothing is lost, doubled or made, in the books and in the numbers. */
export async function allIsWell(tenant: Tenant): Promise<void> {
  expect(await gapsAndDoubles(tenant)).toEqual({})
  expect(await tenant.read(imbalance)).toEqual({})
}

/** The code with which something was refused; undefined when it was done. */
export const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => asRefusal(error)?.code ?? error,
  )
