import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#app/domain/core/dates.ts'
import type { Cell } from '#app/integrations/spreadsheets/cell.ts'
import { feeType, program, student, subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import type { ImportKindName } from './import.ts'
import { checksums, importing, type Sheet, today } from './test-support.ts'

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
        .select(['status', 'total_sen', 'issued_on', 'due_on', 'fee_type_id', 'description', 'tax_total_sen'])
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
