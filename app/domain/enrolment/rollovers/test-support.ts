import { sql } from 'kysely'
import type { Role } from '#app/domain/core/access/access.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { previewRollover, runRolloverOf, undoRolloverOf } from '#jobs/handlers/enrolment.ts'
import {
  branch,
  enrolment,
  feeCategory,
  feeType,
  program,
  student,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { planRollover, requestPreview, startRun, startUndo } from './change-rollover.ts'
import { countsOf, rolloverFor } from './find-rollovers.ts'
import type { RolloverInput } from './rollover.ts'

export const today = currentDay()
/** The first day of the new year, and of the first month that it bills. */
export const newYear = addMonths(startOfMonth(today), 2)
export const lastDay = addDays(newYear, -1)

/** Classes `Tahun 1` to `Tahun 3` of one branch, each with a monthly fee of RM100.00, and `Catur` of RM50.00. */
export async function school(tenant: Tenant) {
  return tenant.write(async (trx) => {
    const branch_id = (await branch(trx)).id
    const program_id = (await program(trx)).id
    const type = await feeType(trx, { fee_category_id: (await feeCategory(trx, { discountable: true })).id })
    const one = async (name: string, amount_sen: number) => {
      const taught = await subject(trx, { name, branch_id, program_id })
      const about = { subject_id: taught.id, fee_type_id: type.id, amount_sen }
      return { ...taught, fee: await subjectFee(trx, { ...about, starts_on: '2026-01-01' }) }
    }
    return {
      type,
      first: await one('Tahun 1', 10_000),
      second: await one('Tahun 2', 10_000),
      third: await one('Tahun 3', 10_000),
      chess: await one('Catur', 5_000),
    }
  })
}
export type School = Awaited<ReturnType<typeof school>>

/** A child of a family of its own who sits in a class. */
export const pupil = (
  tenant: Tenant,
  subject_id: string,
  given: Parameters<typeof enrolment>[1] = {},
  of: Parameters<typeof student>[1] = {},
) =>
  tenant.write(async (trx) => {
    const child = await student(trx, of)
    const seat = await enrolment(trx, { student_id: child.id, subject_id, starts_on: '2026-01-05', ...given })
    return { ...child, seat }
  })

/** A change of year and what can be done with it, its jobs run by hand. */
export async function yearOf(tenant: Tenant, asked: Partial<RolloverInput> = {}, role: Role = 'admin') {
  const actor = await tenant.actor(role)
  const input = {
    ...{
      name: 'Sesi baharu',
      ends_on: lastDay,
      starts_on: newYear,
      bills_from: newYear.slice(0, 7),
      step_sen: 100,
    },
    ...asked,
  }
  const id = await tenant.write((trx) => planRollover(trx, actor, input, today)).catch(refused)
  const now = () => tenant.read((db) => rolloverFor(db, id))
  const at = async () => ({ id, version: (await now()).version })
  const tools = (name: Parameters<typeof jobTools>[1]) => jobTools(tenant, name)
  const one = {
    ...{ id, actor, now, at },
    counts: async () => {
      const row = await now()
      return tenant.read((db) => countsOf(db, row))
    },
    async ask() {
      const where = await at()
      await tenant.write((trx) => requestPreview(trx, actor, where))
    },
    async preview() {
      await one.ask()
      await previewRollover({ rollover_id: id }, tools('rollover.preview'))
      return one
    },
    async start() {
      const where = await at()
      await tenant.write((trx) => startRun(trx, actor, where, today)).catch(refused)
    },
    work: () => runRolloverOf({ rollover_id: id }, tools('rollover.run')),
    async run() {
      await one.start()
      await one.work()
      return one
    },
    async undo(reason = 'Tarikh sesi tersilap') {
      const where = await at()
      await tenant.write((trx) => startUndo(trx, actor, { ...where, reason })).catch(refused)
      await one.workUndo()
    },
    workUndo: () => undoRolloverOf({ rollover_id: id }, tools('rollover.undo')),
  }
  return one
}
export type Year = Awaited<ReturnType<typeof yearOf>>

export const refused = (error: unknown) => Promise.reject(asRefusal(error) ?? error)

/** All that a change of year may touch, as it stands, without who and when. */
export const tenantChecksums = (tenant: Tenant) =>
  tenant.read(async (db) => {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(one) - array['version', 'updated_at', 'updated_by'] as row from enrolment as one
        where not (status = 'ended' and ends_on < starts_on)
      union all select to_jsonb(one) - array['version', 'updated_at', 'updated_by'] from subject_fee as one
        where deleted_at is null
      union all select to_jsonb(one) - array['version', 'updated_at', 'updated_by'] from student_discount as one
        where status <> 'withdrawn'
      order by 1`.execute(db)
    return rows.map(({ row }) => row)
  })

/** Seats of a student that have not been ended before they began, the oldest first. */
export const seatsOf = (tenant: Tenant, student_id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('enrolment')
      .innerJoin('subject', 'subject.id', 'enrolment.subject_id')
      .select(['subject.name', 'enrolment.starts_on', 'enrolment.ends_on', 'enrolment.bills_from'])
      .select(['enrolment.bills_until', 'enrolment.status', 'enrolment.source'])
      .where('student_id', '=', student_id)
      .where(sql<boolean>`coalesce(enrolment.ends_on >= enrolment.starts_on, true)`)
      .orderBy('enrolment.starts_on')
      .orderBy('subject.name')
      .execute(),
  )

/** What a fee comes to on a day, in sen. */
export const priceIn = (tenant: Tenant, fee: { subject_id: string; fee_type_id: string }, on: string) =>
  tenant.read(async (db) => {
    const row = await db
      .selectFrom('subject_fee')
      .select(['amount_sen', 'starts_on'])
      .where('subject_id', '=', fee.subject_id)
      .where('fee_type_id', '=', fee.fee_type_id)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`${on}::date between starts_on and coalesce(ends_on, 'infinity')`)
      .executeTakeFirst()
    return row?.amount_sen
  })
