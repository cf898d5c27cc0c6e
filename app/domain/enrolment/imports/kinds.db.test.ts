import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#app/domain/core/dates.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { environment } from '#app/environment.ts'
import type { Cell } from '#app/integrations/spreadsheets/cell.ts'
import { resealAll } from '#db/command/reseal.ts'
import { feeType, parent, program, student, subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { cleanImports } from './change-import.ts'
import type { ImportKindName } from './import.ts'
import { openCells, openHeadings } from './stage.ts'
import { checksums, familyHeadings, familyRow, importing, type Sheet, today } from './test-support.ts'

describe('kinds of imports', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
    await tenant.actor('admin')
    await tenant.write(async (trx) => {
      await student(trx, { student_no: '250001', name: 'Aiman' })
      await student(trx, { student_no: '250002', name: 'Balqis' })
      await student(trx, { student_no: '250003', name: 'Citra', status: 'withdrawn' })
      await subject(trx, { code: 'MT1', name: 'Matematik Satu', capacity: 1 })
      await program(trx, { code: 'UPSR', name: 'Persediaan' })
      await feeType(trx, { code: 'BUL', name: 'Yuran bulanan' })
    })
  })

  /** Written and undone again: nothing is left of it but what the log says. */
  async function writtenAndUndone(kind: ImportKindName, sheet: Sheet, look: () => Promise<void>) {
    const before = await checksums(tenant)
    const file = await importing(tenant, kind, sheet).checked()
    expect(await file.problems()).toEqual([])
    await (await file.start()).run()
    expect(await file.now()).toMatchObject({ status: 'done' })
    await look()
    expect(await file.undo()).toMatchObject({ status: 'undone' })
    expect(await checksums(tenant)).toEqual(before)
  }

  async function problemsOf(kind: ImportKindName, sheet: readonly Cell[][]) {
    const file = await importing(tenant, kind, sheet).checked()
    return file.problems()
  }

  test('enrolments: by the numbers of students and the codes of classes', async () => {
    const head = ['student_no', 'subject_id', 'starts_on']
    await writtenAndUndone('enrolments', [head, ['250001', 'mt1', null]], async () => {
      const rows = await tenant.read((db) =>
        db.selectFrom('enrolment').select(['status', 'source', 'starts_on']).execute(),
      )
      expect(rows).toEqual([{ status: 'active', source: 'import', starts_on: today }])
    })
    expect(
      await problemsOf('enrolments', [
        head,
        ['250001', 'MT1', null],
        ['250002', 'Matematik satu', null],
        ['250001', 'MT1', null],
        ['250003', 'MT1', null],
        ['nobody', 'none', '31/31/2026'],
        ['250002', null, '2031-01-01'],
      ]),
    ).toEqual([
      '3 subject_id enrolment.full',
      '4 subject_id import.same_as_row',
      '5 student_no enrolment.not_active',
      '6 starts_on import.date_ymd',
      '7 subject_id input.required',
    ])
  })

  const people = ['name', 'gender', 'phone', 'email', 'staff_no', 'branch_ids']

  test('staff: with account, branch and roles, and what somebody has already', async () => {
    const head = [...people, 'roles']
    const sheet = [
      head,
      ['Siti', 'P', '0123000001', 'siti@school.test', 'S1', 'hq', 'Kerani, penyelia'],
      ['Abu', 'L', 123000002, null, null, null, 'guru'],
    ]
    await writtenAndUndone('staff', sheet, async () => {
      const rows = await tenant.read((db) =>
        db
          .selectFrom('user_account')
          .select(['name', 'roles', 'phone', 'status'])
          .where('name', 'in', ['Siti', 'Abu'])
          .orderBy('name')
          .execute(),
      )
      expect(rows).toEqual([
        { name: 'Abu', roles: ['trainer'], phone: '+60123000002', status: 'invited' },
        { name: 'Siti', roles: ['clerk', 'supervisor'], phone: '+60123000001', status: 'invited' },
      ])
    })
    const { email, phone } = await tenant.read((db) =>
      db
        .selectFrom('user_account')
        .select(['email', 'phone'])
        .where('email', 'is not', null)
        .executeTakeFirstOrThrow(),
    )
    expect(
      await problemsOf('staff', [
        head,
        ['Abu', 'L', phone ?? '0123000009', email, 'S7', 'nowhere', 'wizard'],
        ['Ali', 'L', '0123000010', null, 'S8', null, 'superadmin'],
        ['Ani', 'P', '0123000010', null, 'S9', null, 'clerk'],
        ['Adi', 'L', '0123000010', email, 'S9', 'nowhere', 'clerk'],
      ]),
    ).toEqual([
      '2 roles import.role_unknown',
      '3 roles staff.role_not_yours',
      '5 phone import.same_as_row',
      '5 email duplicate.user_email',
      '5 staff_no import.same_as_row',
      '5 branch_ids not_found.branch',
    ])
  })

  test('trainers: with what they teach', async () => {
    const sheet = [
      [...people, 'specialisation'],
      ['Ustaz Abu', 'L', '0123000003', null, null, null, 'Tajwid'],
    ]
    await writtenAndUndone('trainers', sheet, async () => {
      const rows = await tenant.read((db) =>
        db.selectFrom('trainer').select(['name', 'specialisation', 'status']).execute(),
      )
      expect(rows).toEqual([{ name: 'Ustaz Abu', specialisation: 'Tajwid', status: 'active' }])
    })
  })

  const classes = ['code', 'name', 'program_id', 'fee_fee_type_id', 'fee_amount_sen', 'fee_frequency']

  test('classes and fees: rows with one code are one class', async () => {
    await tenant.write((trx) => feeType(trx, { code: 'DAF', name: 'Pendaftaran' }))
    const sheet = [
      classes,
      ['sn1', 'Sains Satu', 'upsr', 'BUL', 120.5, 'bulanan'],
      ['SN1', 'Sains satu', 'upsr', 'DAF', 'RM50', 'sekali'],
    ]
    await writtenAndUndone('subjects', sheet, async () => {
      const fees = await tenant.read((db) =>
        db
          .selectFrom('subject_fee')
          .innerJoin('subject', 'subject.id', 'subject_id')
          .select(['subject.code', 'amount_sen', 'frequency'])
          .orderBy('amount_sen')
          .execute(),
      )
      expect(fees).toEqual([
        { code: 'SN1', amount_sen: 5_000, frequency: 'one_off' },
        { code: 'SN1', amount_sen: 12_050, frequency: 'monthly' },
      ])
    })
    expect(
      await problemsOf('subjects', [
        classes,
        ['SN1', 'Sains', 'UPSR', 'BUL', '12', null],
        ['SN2', 'Sains', 'none', 'none', 1.005, 'yearly'],
        ['MT1', 'Other', 'UPSR', null, null, null],
        ['MT1', 'Matematik Satu', 'UPSR', null, null, null],
        ['SN3', 'Sejarah', 'UPSR', 'BUL', 1, 'monthly'],
        ['SN3', 'Sejarah', 'UPSR', 'BUL', 2, 'monthly'],
      ]),
    ).toEqual([
      '2 fee_fee_type_id import.fee_half',
      '3 fee_amount_sen input.amount_decimals',
      '4 code import.subject_other',
      '5 code duplicate.subject_code',
      '7 fee_fee_type_id import.same_as_row',
    ])
  })

  test('opening balances: become issued invoices without a fee type, and are cancelled when undone', async () => {
    const head = ['student_no', 'family_code', 'amount', 'due_on', 'description', 'reference']
    const { family_code } = await tenant.read((db) =>
      db.selectFrom('parent').select('family_code').orderBy('id').executeTakeFirstOrThrow(),
    )
    const file = await importing(tenant, 'balances', [
      head,
      ['250001', null, 350, '2025-11-30', 'Yuran 2025', 'A-17'],
      [null, family_code, '1,200.50', null, null, null],
    ]).checked()
    expect(await file.problems()).toEqual([])
    await (await file.start()).run()
    const invoices = () =>
      tenant.read((db) =>
        db
          .selectFrom('invoice')
          .innerJoin('invoice_item', 'invoice_id', 'invoice.id')
          .select([
            'status',
            'total_sen',
            'issued_on',
            'due_on',
            'fee_type_id',
            'description',
            'tax_total_sen',
          ])
          .orderBy('number')
          .execute(),
      )
    const issued = { status: 'unpaid', issued_on: today, fee_type_id: null, tax_total_sen: 0 }
    expect(await invoices()).toEqual([
      { ...issued, due_on: '2025-11-30', total_sen: 35_000, description: 'Yuran 2025, A-17' },
      { ...issued, due_on: addDays(today, 14), total_sen: 120_050, description: 'Opening balance' },
    ])
    expect(await file.undo()).toMatchObject({ status: 'undone' })
    expect((await invoices()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(
      await problemsOf('balances', [
        head,
        ['250001', null, 0, null, null, null],
        [null, null, 5, '2006-01-01', null, null],
        ['250002', null, 5, addDays(today, 366), null, null],
        ['none', null, 5, null, null, null],
        [null, 'AAAAAAAA', -5, null, null, null],
      ]),
    ).toEqual([
      '2 amount invoice.total_zero',
      '3 student_no import.who_needed',
      '3 due_on import.due_too_old',
      '4 due_on invoice.due_too_late',
      '5 student_no import.student_unknown',
      '6 amount input.amount_negative',
    ])
  })
})

describe('an import of students', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
    await tenant.actor('admin')
  })

  const families = () =>
    tenant.read((db) =>
      db
        .selectFrom('student')
        .innerJoin('student_parent', 'student_parent.student_id', 'student.id')
        .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
        .select(['student.name as child', 'parent.name as parent', 'student_parent.relationship', 'is_payer'])
        .orderBy('student.name')
        .orderBy('is_payer', 'desc')
        .execute(),
    )

  test('rows become children with their parents, brothers and sisters have the same ones, and all of it can be undone', async () => {
    const before = await checksums(tenant)
    const sister = { name: 'Adik', parent_1_name: 'Razak 1', parent_1_phone: 1120000001 }
    const file = await importing(tenant, 'students', [
      familyHeadings,
      familyRow(1, {
        name: 'Kakak',
        parent_2_name: 'Salmah',
        parent_2_relationship: 'ibu',
        parent_2_phone: '0137654321',
        allergies: 'Kacang',
      }),
      familyRow(2, { ...sister, health_conditions: 'Asma' }),
    ]).checked()
    expect(await file.problems()).toEqual([])
    await (await file.start()).run()
    expect(await file.now()).toMatchObject({ status: 'done' })
    expect(await families()).toMatchObject([
      { child: 'Adik', parent: 'Razak 1', is_payer: true },
      { child: 'Kakak', parent: 'Razak 1', is_payer: true },
      { child: 'Kakak', parent: 'Salmah', relationship: 'mother', is_payer: false },
    ])
    const health = await tenant.read((db) =>
      db.selectFrom('student').select(['name', 'health_conditions', 'allergies']).orderBy('name').execute(),
    )
    expect(health).toMatchObject([
      { name: 'Adik', health_conditions: 'Asma', allergies: null },
      { name: 'Kakak', health_conditions: null, allergies: 'Kacang' },
    ])
    expect(await file.undo()).toMatchObject({ status: 'undone' })
    expect(await checksums(tenant)).toEqual(before)
  })

  test('a child who is there, or in an earlier row, under another spelling is asked about', async () => {
    await tenant.write((trx) => student(trx, { name: 'Siti Contoh binti Sha’ari', born_on: '2016-03-04' }))
    const born = { born_on: '2016-03-04' }
    const file = importing(tenant, 'students', [
      familyHeadings,
      familyRow(60, { name: 'SITI CONTOH BT SHAARI', ...born }),
      familyRow(61, { name: 'Hassan b. Ujian', ...born }),
      familyRow(62, { name: 'Hasan bin Ujian', ...born }),
      familyRow(63, { name: 'Hasan bin Ujian', ...born, born_on: '2016-03-05' }),
    ])
    expect(await (await file.checked()).problems()).toEqual([
      '2 twin_reason student.twin',
      '4 twin_reason import.twin_of_row',
    ])
  })

  test('headings below a title are found, and rows keep the numbers of the file', async () => {
    const titled = [['SENARAI MURID'], ['Sekolah Contoh'], familyHeadings, familyRow(70, { gender: '?' })]
    const file = importing(tenant, 'students', titled)
    expect(await (await file.checked()).problems()).toEqual(['4 gender import.choice'])
    expect((await file.now()).notes).toEqual({ heading: 3 })
  })

  test('a cell that cannot be read is all that is said of its row', async () => {
    const file = importing(tenant, 'students', [familyHeadings, familyRow(20, { born_on: '31/02/2016' })])
    expect(await (await file.checked()).problems()).toEqual(['2 born_on import.date_ymd'])
  })

  test('parents are the same by identity number, else by phone, else by e-mail; what is at odds is listed', async () => {
    const known = { name: 'Encik Hamid', phone: '+60126660001', email: 'hamid@family.test' }
    await tenant.write((trx) => parent(trx, known))
    const parentOf = (number: number, given: Record<string, Cell>) =>
      familyRow(
        number,
        Object.fromEntries(Object.entries(given).map(([key, cell]) => [`parent_1_${key}`, cell])),
      )
    const card = { identity_no: '800101000011' }
    const file = await importing(tenant, 'students', [
      familyHeadings,
      parentOf(30, { name: 'HAMID', phone: '0126660001' }),
      parentOf(31, { name: 'encik hamid', phone: 126660001 }),
      parentOf(32, { name: 'Encik Hamid', phone: '0126660002', email: 'HAMID@family.test' }),
      parentOf(33, { name: 'Siti binti Ali', phone: '0126660003', ...card }),
      parentOf(34, { name: 'SITI BT. ALI', phone: '0126660004', ...card }),
      parentOf(35, { name: 'Siti binti Abu', phone: '0126660005', ...card }),
      parentOf(36, { name: 'Siti binti Ali', phone: '0126660003', identity_no: '810101000012' }),
      parentOf(37, { name: 'Siti binti Ali', phone: '0126660001', ...card }),
      parentOf(38, { name: 'Siti binti Ali', phone: '0126660003', email: 'hamid@family.test', ...card }),
    ]).checked()
    expect(await file.problems()).toEqual([
      '2 parent_1_name import.parent_name',
      '7 parent_1_name import.parent_name_row',
      '8 parent_1_identity_no import.parent_identity_no_row',
      '9 parent_1_phone import.parent_phone',
      '10 parent_1_email import.parent_email',
    ])
  })

  test('rows of the file are rows that are written and rows that are listed, whatever stands in them', async () => {
    const cell = fc.oneof(
      fc.constantFrom<Cell>(
        null,
        'x',
        '2016-05-04',
        '04/05/2016',
        42494,
        1e20,
        true,
        { error: '#REF!' },
        '0123456789',
      ),
      fc.string({ maxLength: 12 }),
      fc.integer(),
    )
    let next = 2_000
    const row = fc.dictionary(fc.constantFrom(...familyHeadings), cell, { maxKeys: 2 })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (given) => {
        const rows = given.map((one) => familyRow(next++, one))
        const file = await importing(tenant, 'students', [familyHeadings, ...rows]).checked()
        const listed = (await file.rows()).filter(({ status }) => status === 'wrong')
        for (const { problems } of listed) expect(problems.length).toBeGreaterThan(0)
        if (listed.length > 0)
          await tenant.write((trx) =>
            trx
              .updateTable('import_row')
              .set({ status: 'left_out' })
              .where('import_id', '=', file.id())
              .where('status', '=', 'wrong')
              .execute(),
          )
        const before = await countOf()
        if (listed.length < rows.length) await (await file.start()).run()
        const failed = (await file.rows()).filter(({ status }) => status === 'failed')
        expect((await countOf()) - before).toBe(rows.length - listed.length - failed.length)
      }),
      { numRuns: soaking ? 100 : 12 },
    )
  })

  const countOf = async () =>
    (await tenant.read((db) => db.selectFrom('student').select('id').execute())).length

  test('a thousand families are checked and written while somebody waits', async () => {
    const rows = soaking ? 1_000 : 100
    const sheet = Array.from({ length: rows }, (_, index) => familyRow(5_000 + index))
    const file = await (await importing(tenant, 'students', [familyHeadings, ...sheet]).stage()).map()
    const [checking, begun] = [stopwatch(), performance.now()]
    await file.check()
    checking.within(30_000)
    await file.start()
    const [writing, checked] = [stopwatch(), performance.now()]
    await file.run()
    writing.within(60_000)
    expect(await file.now()).toMatchObject({ status: 'done' })
    figure(
      `imports: ${rows} families checked in ${Math.round(checked - begun)} ms and written in ${Math.round(performance.now() - checked)} ms`,
    )
  })
})

describe('retention', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  test('what was written stays known for good, its cells for thirty days, and what was never written not longer either', async () => {
    const done = await importing(tenant, 'students', [familyHeadings, familyRow(1)]).checked()
    await (await done.start()).run()
    const never = await importing(tenant, 'students', [familyHeadings, familyRow(2)]).checked()
    const fresh = await importing(tenant, 'students', [familyHeadings, familyRow(3)]).checked()
    expect(await tenant.write(cleanImports)).toBe(0)
    const ids = [done.id(), never.id()]
    await tenant.write((trx) =>
      trx
        .updateTable('import')
        .set({ created_at: sql<Date>`now() - interval '31 days'` })
        .where('id', 'in', ids)
        .execute(),
    )
    expect(await tenant.write(cleanImports)).toBe(2)
    const left = await tenant.read((db) =>
      db
        .selectFrom('import_row')
        .select(['import_id', 'status', sql<boolean>`cells_sealed is null`.as('emptied')])
        .orderBy('import_id')
        .execute(),
    )
    expect(left).toEqual([
      { import_id: done.id(), status: 'written', emptied: true },
      { import_id: fresh.id(), status: 'ready', emptied: false },
    ])
  })

  test('cells and headings are sealed, and sealed anew when the key changes', async () => {
    const file = await importing(tenant, 'students', [familyHeadings, familyRow(4)]).checked()
    const sealed = () =>
      tenant.read((db) =>
        db
          .selectFrom('import_row')
          .innerJoin('import', 'import.id', 'import_id')
          .select(['import_row.id', 'cells_sealed', 'headings_sealed'])
          .where('import_id', '=', file.id())
          .executeTakeFirstOrThrow(),
      )
    expect(JSON.stringify(await sealed())).not.toContain('Razak')
    const key = randomBytes(32)
    await resealAll(tenant.database.ownerUrl, keyringOf(key, [environment.appKey]), () => {})
    const { id, cells_sealed, headings_sealed } = await sealed()
    const keys = { ...keysIn(tenant), ring: keyringOf(key) }
    expect(openCells(keys, id, cells_sealed)).toContain('Razak 4')
    expect(openHeadings(keys, file.id(), headings_sealed)).toEqual(familyHeadings)
  })
})
