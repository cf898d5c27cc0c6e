import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { createParent } from '#app/domain/people/parents/change-parent.ts'
import { auditOf, inBranch, keysIn, newParent } from '#app/domain/people/parents/test-support.ts'
import {
  branch,
  feeType,
  type Given,
  parent,
  student,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { asAdmin } from '#tests/support/database/template.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import type { AppliedStudent } from './application.ts'
import { approveApplication, withdrawApplication } from './decide-application.ts'
import { applicationByCode } from './find-application.ts'
import {
  appliedChild,
  appliedParent,
  decisionsIn,
  newApplication,
  submit,
  today,
  visitor,
  wishes,
} from './test-support.ts'

describe('deciding on an application', () => {
  let tenant: Tenant
  let admin: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    admin = await tenant.actor('admin')
  })

  const taught = (given: Given<'subject'> = {}) => tenant.write((trx) => subject(trx, given))
  const apply = (students: AppliedStudent[], parents = [appliedParent()]) =>
    submit(tenant, newApplication({ students, parents }))
  const { approve, reject, childrenOf } = decisionsIn(
    () => tenant,
    () => admin,
  )

  describe('approving', () => {
    test('takes a family in: parents with accounts, a student, a seat, an invoice of what is due first', async () => {
      const maths = await taught({ name: 'Matematik' })
      await tenant.write(async (trx) => {
        const type = await feeType(trx, { name: 'Yuran' })
        const fee = { subject_id: maths.id, fee_type_id: type.id, starts_on: '2026-01-01' }
        await subjectFee(trx, { ...fee, frequency: 'one_off', amount_sen: 5_000, apply_to: 'new' })
        await subjectFee(trx, { ...fee, frequency: 'monthly', amount_sen: 31_000, proration: 'by_day' })
      })
      const [mother, father] = [appliedParent(), appliedParent({ relationship: 'father' })]
      const child = appliedChild({ allergies: 'Kacang' })
      const { id, public_code, number } = await apply(
        [{ ...child, subjects: wishes(maths.id) }],
        [mother, father],
      )
      expect(await approve(id)).toEqual({ number, status: 'approved', names: [child.name] })
      const [line] = await childrenOf(id)
      const found = await tenant.read(async (db) => ({
        student: await db
          .selectFrom('student')
          .selectAll()
          .where('id', '=', line!.student_id)
          .executeTakeFirstOrThrow(),
        family: await db
          .selectFrom('student_parent')
          .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
          .leftJoin('user_account', 'user_account.id', 'parent.user_id')
          .select([
            'parent.name',
            'is_payer',
            'user_account.roles',
            'user_account.status',
            'parent.consent_at',
          ])
          .where('student_id', '=', line!.student_id)
          .orderBy('is_payer', 'desc')
          .execute(),
        seat: await db
          .selectFrom('enrolment')
          .selectAll()
          .where('student_id', '=', line!.student_id)
          .executeTakeFirstOrThrow(),
        invoice: await db
          .selectFrom('invoice')
          .selectAll()
          .where('id', '=', line!.invoice_id)
          .executeTakeFirstOrThrow(),
      }))
      expect(found.student).toMatchObject({ name: child.name, student_no: '260001', allergies: 'Kacang' })
      expect(
        found.family.map(({ name, is_payer, roles, status }) => ({ name, is_payer, roles, status })),
      ).toEqual([
        { name: mother.name, is_payer: true, roles: ['parent'], status: 'invited' },
        { name: father.name, is_payer: false, roles: ['parent'], status: 'invited' },
      ])
      expect(found.family[0]!.consent_at).not.toBeNull()
      expect(found.seat).toMatchObject({ starts_on: today, status: 'active', source: 'application' })
      // Registration, and 28 of the 31 days of March.
      expect(found.invoice).toMatchObject({
        total_sen: 5_000 + 28_000,
        status: 'unpaid',
        due_on: '2026-03-11',
      })
      await expect(tenant).toHaveEnqueued('application.decided', {
        application_id: id,
        student_ids: [line!.id],
      })
      const told = await tenant.read((db) => applicationByCode(db, public_code))
      expect(told).toMatchObject({
        status: 'approved',
        invoices: [{ child: child.name, balance_sen: 33_000 }],
      })
      expect((await auditOf(tenant, id)).map(({ action }) => action)).toEqual([
        'application.submitted',
        'application.approved',
      ])
    })

    test('finds the parent on file by number, phone or address, and fills in only what was empty', async () => {
      const maths = await taught()
      const on_file = await tenant.write(async (trx) => {
        const id = await createParent(
          trx,
          admin,
          everywhere,
          keysIn(tenant),
          newParent({ identity_no: '901345105577' }),
        )
        const phone = await parent(trx, { occupation: 'Guru', email: null })
        const address = await parent(trx, { email: 'tetap@family.test' })
        return { id, phone, address }
      })
      const applying = [
        { answers: appliedParent({ identity_no: '901345105577' }), id: on_file.id },
        {
          answers: appliedParent({
            ...{ name: on_file.phone.name, phone: on_file.phone.phone },
            ...{ occupation: 'Doktor', tin: 'IG12345678901' },
          }),
          id: on_file.phone.id,
        },
        {
          answers: appliedParent({ name: on_file.address.name, email: 'tetap@family.test' }),
          id: on_file.address.id,
        },
      ]
      for (const { answers, id } of applying) {
        const made = await apply([{ ...appliedChild(), subjects: wishes(maths.id) }], [answers])
        await approve(made.id)
        const [line] = await childrenOf(made.id)
        const payer = await tenant.read((db) =>
          db
            .selectFrom('student_parent')
            .select('parent_id')
            .where('student_id', '=', line!.student_id)
            .execute(),
        )
        expect(payer).toEqual([{ parent_id: id }])
      }
      const filled = await tenant.read((db) =>
        db.selectFrom('parent').selectAll().where('id', '=', on_file.phone.id).executeTakeFirstOrThrow(),
      )
      expect(filled).toMatchObject({
        name: on_file.phone.name,
        occupation: 'Guru',
        tin: 'IG12345678901',
        user_id: null,
      })
      expect(filled.email).toBe(applying[1]!.answers.email)
    })

    test.each([
      ['nobody had a code sent to the phone', { phone_verified: false }, null],
      ['the office filled it in', { phone_verified: false, channel: 'staff' }, 'orang-asing@family.test'],
    ] as const)(
      'fills in a parent on file only by who has proven to be them: %s',
      async (_who, given, email) => {
        const maths = await taught()
        const known = await tenant.write((trx) => parent(trx, { email: null }))
        const { name, phone } = known
        const stranger = appliedParent({ name, phone, email: 'orang-asing@family.test' })
        const students = [{ ...appliedChild(), subjects: wishes(maths.id) }]
        const { id } = await submit(tenant, newApplication({ students, parents: [stranger], ...given }))
        await approve(id)
        const kept = await tenant.read((db) =>
          db.selectFrom('parent').select('email').where('id', '=', known.id).executeTakeFirstOrThrow(),
        )
        expect(kept).toEqual({ email })
      },
    )

    test.each([
      ['the family wrote', 'public', false],
      ['the office wrote', 'staff', true],
    ] as const)('confirms only names that %s', async (_who, channel, name_confirmed) => {
      const maths = await taught()
      const parents = [appliedParent()]
      const students = [{ ...appliedChild(), subjects: wishes(maths.id) }]
      const { id } = await submit(tenant, newApplication({ students, parents, channel }))
      await approve(id)
      const [line] = await childrenOf(id)
      const made = await tenant.read((db) =>
        db
          .selectFrom('student')
          .innerJoin('student_parent', 'student_parent.student_id', 'student.id')
          .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
          .select(['student.name_confirmed as child', 'parent.name_confirmed as parent'])
          .where('student.id', '=', line!.student_id)
          .execute(),
      )
      expect(made).toEqual([{ child: name_confirmed, parent: name_confirmed }])
    })

    test('fills in nobody beside who had the code sent, since it was not sent to their phone', async () => {
      const maths = await taught()
      const known = await tenant.write((trx) => parent(trx, { email: null }))
      const father = appliedParent({ name: known.name, phone: known.phone, relationship: 'father' })
      const students = [{ ...appliedChild(), subjects: wishes(maths.id) }]
      const { id } = await apply(students, [appliedParent(), father])
      await approve(id)
      const kept = await tenant.read((db) =>
        db.selectFrom('parent').select('email').where('id', '=', known.id).executeTakeFirstOrThrow(),
      )
      expect(kept).toEqual({ email: null })
    })

    test('of a new parent counts what the code or the office proved, and the phone alone opens an account', async () => {
      const maths = await taught()
      const taken = async (given: object) => {
        const [first, second] = [appliedParent(), appliedParent({ relationship: 'father', email: undefined })]
        const students = [{ ...appliedChild(), subjects: wishes(maths.id) }]
        const { id } = await submit(tenant, newApplication({ students, parents: [first, second], ...given }))
        await approve(id)
        const rows = await tenant.read((db) =>
          db.selectFrom('parent').selectAll().where('phone', 'in', [first.phone, second.phone]).execute(),
        )
        return [first, second].map(({ phone }) => {
          const row = rows.find((one) => one.phone === phone)!
          const { phone_proven_at, email_proven_at, user_id } = row
          return [phone_proven_at, email_proven_at, user_id].map((value) => value !== null)
        })
      }
      expect(await taken({ phone_verified: true })).toEqual([
        [true, false, true],
        [false, false, false],
      ])
      expect(await taken({ phone_verified: false })).toEqual([
        [false, false, true],
        [false, false, false],
      ])
      expect(await taken({ phone_verified: false, channel: 'staff' })).toEqual([
        [true, true, true],
        [true, false, true],
      ])
    })

    test('finds nobody again who was removed', async () => {
      const maths = await taught()
      const gone = await tenant.write((trx) => parent(trx, { deleted_at: new Date() }))
      const students = [{ ...appliedChild(), subjects: wishes(maths.id) }]
      const { id } = await apply(students, [appliedParent({ phone: gone.phone })])
      await approve(id)
      const [line] = await childrenOf(id)
      const family = await tenant.read((db) =>
        db
          .selectFrom('student_parent')
          .select('parent_id')
          .where('student_id', '=', line!.student_id)
          .execute(),
      )
      expect(family).toHaveLength(1)
      expect(family).not.toEqual([{ parent_id: gone.id }])
    })

    test('adds nobody to a child on file who has four parents', async () => {
      const maths = await taught()
      const child = await tenant.write(async (trx) => {
        const child = await student(trx)
        for (const _ of [2, 3, 4]) {
          const parent_id = (await parent(trx)).id
          const link = { student_id: child.id, parent_id, relationship: 'guardian' } as const
          await trx
            .insertInto('student_parent')
            .values({ ...link, is_primary: false, is_payer: false })
            .execute()
        }
        return child
      })
      const { id } = await submit(
        tenant,
        newApplication({
          ...{ channel: 'parent', parent_id: child.payer!.id, parents: [appliedParent(), appliedParent()] },
          students: [{ student_id: child.id, subjects: wishes(maths.id) }],
        }),
      )
      await approve(id)
      const family = await tenant.read((db) =>
        db.selectFrom('student_parent').select('is_payer').where('student_id', '=', child.id).execute(),
      )
      expect(family.map(({ is_payer }) => is_payer).sort()).toEqual([false, false, false, true])
    })

    test('takes nobody in for a parent on file who is not active', async () => {
      const maths = await taught()
      const gone = await tenant.write((trx) => parent(trx, { status: 'inactive' }))
      const mother = appliedParent({ phone: gone.phone })
      const { id } = await apply([{ ...appliedChild(), subjects: wishes(maths.id) }], [mother])
      await expect(approve(id)).toRefuse('application.parent_inactive')
      expect((await childrenOf(id))[0]).toMatchObject({ status: 'pending', student_id: null })
    })

    test('decides children one by one; it is approved when one is in and none is open', async () => {
      const maths = await taught()
      const students = [1, 2].map(() => ({ ...appliedChild(), subjects: wishes(maths.id) }))
      const { id } = await apply(students)
      expect(await approve(id, { place: 1 })).toMatchObject({ status: 'pending' })
      await expect(approve(id, { place: 1 })).toRefuse('application.decided')
      expect(await reject(id, { place: 2 })).toMatchObject({ status: 'approved' })
      expect((await childrenOf(id)).map(({ status }) => status)).toEqual(['approved', 'rejected'])
      await expect(approve(id)).toRefuse('application.decided')
      const other = await apply(students.map((one) => ({ ...one, ...appliedChild() })))
      expect(await reject(other.id)).toMatchObject({ status: 'rejected' })
    })

    test('of all children takes in those who are open, and leaves who was decided', async () => {
      const maths = await taught()
      const { id } = await apply([1, 2].map(() => ({ ...appliedChild(), subjects: wishes(maths.id) })))
      await reject(id, { place: 1 })
      expect(await approve(id)).toMatchObject({
        status: 'approved',
        names: [(await childrenOf(id))[1]!.name],
      })
      expect((await childrenOf(id)).map(({ status }) => status)).toEqual(['rejected', 'approved'])
    })

    test('two at once decide once', async () => {
      const maths = await taught()
      const made = async () => (await apply([{ ...appliedChild(), subjects: wishes(maths.id) }])).id
      const outcomes = async (verbs: (id: string) => Promise<unknown>[]) => {
        const id = await made()
        const results = await Promise.allSettled(verbs(id))
        const [line] = await childrenOf(id)
        return { line: line!, kept: results.filter(({ status }) => status === 'fulfilled').length }
      }
      const twice = await outcomes((id) => [approve(id, { version: 1 }), approve(id, { version: 1 })])
      expect(twice.kept).toBe(1)
      const seats = await tenant.read((db) =>
        db.selectFrom('enrolment').select('id').where('student_id', '=', twice.line.student_id).execute(),
      )
      expect(seats).toHaveLength(1)
      const race = await outcomes((id) => [approve(id, { version: 1 }), reject(id, { version: 1 })])
      expect(race.kept).toBe(1)
      expect(race.line.student_id === null).toBe(race.line.status === 'rejected')
      const code = await apply([{ ...appliedChild(), subjects: wishes(maths.id) }])
      const back = await Promise.allSettled([
        approve(code.id, { version: 1 }),
        tenant.write((trx) => withdrawApplication(trx, visitor, code)),
      ])
      expect(back.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect(approve(await made(), { version: 9 })).toRefuse('version_conflict')
    })

    test('is for the own branches alone', async () => {
      const far = await tenant.write((trx) => branch(trx))
      const [here, there] = [await taught(), await taught({ branch_id: far.id })]
      const { id } = await apply([
        { ...appliedChild(), subjects: wishes(here.id) },
        { ...appliedChild(), subjects: wishes(there.id) },
      ])
      const scope = inBranch(far.id)
      await expect(approve(id, { place: 1, scope })).toRefuse('not_found.application')
      expect(await approve(id, { scope })).toMatchObject({ status: 'pending' })
      expect((await childrenOf(id)).map(({ status }) => status)).toEqual(['pending', 'approved'])
      await expect(approve(id, { scope: inBranch() })).toRefuse('not_found.application')
    })
  })
})

describe('an approval that fails', () => {
  let tenant: Tenant
  let admin: Actor
  beforeAll(async () => {
    tenant = await freshTenant()
    admin = await tenant.actor('admin')
  })

  const approve = (id: string) =>
    tenant.write((trx) =>
      approveApplication(trx, admin, everywhere, keysIn(tenant), { id, version: 1 }, today),
    )

  describe('when anything fails', () => {
    /** Every table in which an approval writes. */
    const written = [
      ...['parent', 'user_account', 'invitation', 'student', 'student_parent', 'application_parent'],
      ...[
        'application_student',
        'application_subject',
        'billed_fee',
        'enrolment',
        'invoice',
        'invoice_item',
        'number_series',
      ],
      ...['application', 'audit_log', 'platform.outbox'],
    ]

    test('nothing is kept, whichever table refuses', async () => {
      const maths = await tenant.write((trx) => subject(trx))
      await tenant.write(async (trx) => {
        const { id } = await feeType(trx)
        await subjectFee(trx, {
          subject_id: maths.id,
          fee_type_id: id,
          frequency: 'monthly',
          amount_sen: 9_000,
          starts_on: '2026-01-01',
        })
      })
      const students = [1, 2].map(() => ({
        ...appliedChild({ allergies: 'Udang' }),
        subjects: wishes(maths.id),
      }))
      const { id } = await submit(tenant, newApplication({ students }))
      const before = await everyTable()
      for (const table of written) {
        await refusing(table, async () => {
          await expect(approve(id), table).rejects.toThrow('forced')
        })
        expect(await everyTable(), table).toEqual(before)
      }
      await approve(id)
      const after = await everyTable()
      const changed = Object.keys(after).filter((name) => after[name] !== before[name])
      expect(changed.toSorted()).toEqual(written.toSorted())
    })

    /** A fingerprint of the rows of each table of the organisation, and of what it wants done. */
    async function everyTable(): Promise<Record<string, string>> {
      return asAdmin(tenant.database.ownerUrl, async (owner) => {
        const { rows } = await owner.query(
          `select tablename from pg_tables where schemaname = '${tenant.place.schema}'`,
        )
        const names = rows.map(({ tablename }) => tablename as string)
        const prints: Record<string, string> = {}
        for (const name of [...names, 'platform.outbox']) {
          const table = name.includes('.') ? name : `"${tenant.place.schema}"."${name}"`
          const { rows } = await owner.query(
            `select md5(coalesce(string_agg(each::text, '|' order by each::text), '')) as print from ${table} each`,
          )
          prints[name] = rows[0].print
        }
        return prints
      })
    }

    async function refusing(table: string, work: () => Promise<void>) {
      const { schema } = tenant.place
      const name = table.includes('.') ? table : `"${schema}"."${table}"`
      await asAdmin(tenant.database.ownerUrl, async (owner) => {
        await owner.query(`create function "${schema}".forced() returns trigger language plpgsql as
        $$ begin raise exception 'forced'; end $$`)
        await owner.query(`create trigger forced before insert or update on ${name}
        for each row execute function "${schema}".forced()`)
      })
      await work().finally(() =>
        asAdmin(tenant.database.ownerUrl, (owner) =>
          owner.query(`drop function "${schema}".forced() cascade`),
        ),
      )
    }
  })
})
