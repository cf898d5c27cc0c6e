import { addDays } from '#app/domain/core/dates.ts'
import { identityColumns } from '#app/domain/identity/accounts/identity.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { newId } from '#db/id.ts'
import { randomOf } from '#db/seed/plan/random.ts'
import {
  branch,
  enrolment,
  feeType,
  insert,
  program,
  student,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { allocation, invoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'

/** The readers' day. */
export const today = '2026-05-20'
const firstDay = '2025-10-03'

/**
 * An organisation of three branches, three programs and eight classes through which students came and went: some withdrew,
 * graduated, became inactive or came back, some are removed; seats with pauses, on waiting lists, that never began, and that
 * begin after the readers' day. Bills of classes and of other fees with discounts, some cancelled, and payments in parts, some
 * of them cancelled later.
 */
export async function aSchool() {
  const tenant = await freshTenant()
  const random = randomOf('reports of students')
  const anyDay = (from: string, most: number) => addDays(from, random.int(0, most))
  await tenant.write(async (trx) => {
    const branches = [tenant.branch.id, (await branch(trx)).id, (await branch(trx)).id]
    const programs = [(await program(trx)).id, (await program(trx)).id, (await program(trx)).id]
    const subjects: { id: string; branch_id: string }[] = []
    const fees: { subject_fee_id?: string; fee_type_id: string }[] = []
    const types = [(await feeType(trx)).id, (await feeType(trx)).id]
    for (let index = 0; index < 8; index++) {
      const of = { branch_id: branches[index % 3]!, program_id: programs[(index * 2) % 3]! }
      const shape = [
        {},
        { capacity: 3 },
        { starts_on: '2026-04-01', ends_on: '2026-06-30' },
        { status: 'inactive' },
        { status: 'closed', closed_on: '2026-04-15' },
        { capacity: 40 },
      ][index % 6]!
      const row = await subject(trx, { ...of, ...shape })
      subjects.push(row)
      for (const [place, fee_type_id] of types.entries()) {
        const given = place === 0 ? {} : ({ frequency: random.pick(['yearly', 'one_off']) } as const)
        const amount_sen = random.int(1_001, 30_000)
        const fee = await subjectFee(trx, { subject_id: row.id, fee_type_id, amount_sen, ...given })
        fees.push({ subject_fee_id: fee.id, fee_type_id })
      }
      // one that no longer applies, one that is not in use
      const over = { subject_id: row.id, fee_type_id: types[1]! }
      await subjectFee(trx, { ...over, starts_on: '2025-01-01', ends_on: '2025-12-31' })
      await subjectFee(trx, { ...over, status: 'inactive', frequency: 'quarterly' })
    }
    const other = { fee_type_id: types[1]! }
    fees.push(other, other, other)

    for (let number = 0; number < 70; number++) {
      const registered_on = anyDay(firstDay, 265)
      const id = newId()
      const changed = anyDay(registered_on, 120)
      const on = changed > today ? today : changed < registered_on ? registered_on : changed
      const change =
        registered_on > today
          ? {}
          : {
              stays: {},
              back: { status: 'active', status_on: on },
              left: { status: 'withdrawn', status_on: on },
              ended: { status: 'graduated', status_on: on, graduated_on: on },
              inactive: { status: 'inactive', status_on: on },
              removed: { deleted_at: new Date(`${today}T04:00:00Z`) },
            }[
              random.weighted({ stays: 45, back: 15, left: 15, ended: 10, inactive: 10, removed: 5 } as const)
            ]
      const identity =
        number % 2 === 0
          ? {
              ...{ identity_type: 'nric' as const, birth_cert_no: null },
              ...identityColumns(keysIn(tenant), 'student', id, {
                identity_no: `160504${String(990_000 + number)}`,
              }),
            }
          : {}
      const pupil = await student(trx, {
        ...{ id, registered_on, branch_id: random.pick(branches) },
        ...change,
        ...identity,
      })
      const left = 'status' in change && change.status !== 'active' ? on : undefined
      for (const { id: subject_id } of random.shuffled(subjects).slice(0, random.int(0, 3))) {
        const starts_on = anyDay(registered_on, 60)
        const ends = random.chance(0.4) ? addDays(starts_on, random.int(-1, 90)) : undefined
        const ends_on = left && left < (ends ?? '9999') ? left : ends
        const isOver = ends_on !== undefined && (ends_on < today || ends_on < starts_on)
        const paused_from = anyDay(starts_on, 60)
        const waits = !isOver && random.chance(0.1)
        const again = isOver && !left && random.chance(0.5)
        await enrolment(trx, {
          ...{ student_id: id, subject_id, starts_on, ...(ends_on && { ends_on }) },
          status: isOver ? 'ended' : waits ? 'waitlisted' : 'active',
          ...(random.chance(0.4) && {
            pauses: [
              { paused_from, paused_to: addDays(paused_from, random.int(0, 30)) },
              ...(random.chance(0.3) ? [{ paused_from: addDays(paused_from, 40) }] : []),
            ],
          }),
        })
        if (again)
          await enrolment(trx, { student_id: id, subject_id, starts_on: addDays(ends_on, random.int(1, 40)) })
      }
      // a fee of a class is billed once
      const unbilled = random.shuffled(fees)
      for (let bill = random.int(0, 3); bill > 0; bill--) {
        const issued_on = anyDay('2026-03-20', 75)
        const items = Array.from({ length: random.int(1, 4) }, () => ({
          ...(unbilled.pop() ?? other),
          ...{ price_sen: random.int(1_001, 20_000), discount_sen: random.pick([0, 0, 333]) },
        }))
        const cancelled = random.chance(0.15)
        const made = await invoice(
          trx,
          {
            ...{ student_id: id, payer_parent_id: pupil.payer!.id, branch_id: pupil.branch_id },
            ...{ issued_on, due_on: addDays(issued_on, 14), status: cancelled ? 'cancelled' : 'unpaid' },
          },
          items,
        )
        for (let part = cancelled ? 0 : random.int(0, 2); part > 0; part--) {
          const amount_sen = random.int(101, Math.floor(made.total_sen / 2))
          const paid_on = anyDay(issued_on, 30)
          const { id: payment_id, branch_id } = await payment(trx, {
            ...{ amount_sen, paid_on, branch_id: pupil.branch_id },
          })
          await allocation(trx, payment_id, made.id, amount_sen)
          const line = { payment_id, branch_id, source: 'invoice', method: 'cash' } as const
          const sums = (sen: number) => ({ id: newId(), gross_sen: sen, net_sen: sen })
          await insert(trx, 'collection', { ...line, ...sums(amount_sen), collected_on: paid_on })
          if (random.chance(0.2))
            await insert(trx, 'collection', {
              ...{ ...line, ...sums(-amount_sen), status: 'reversed', collected_on: anyDay(paid_on, 30) },
            })
        }
      }
    }
  })
  return { tenant, keys: keysIn(tenant) }
}
