import type { Insertable, Selectable, Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

export type Row<T extends keyof DB> = Selectable<DB[T]>
export type Given<T extends keyof DB> = Partial<Insertable<DB[T]>>
export type Trx = Transaction<DB>

let last = 0
/** A number that no other row of this process has, for codes and names. */
export const next = () => ++last

/** Adds one row and gives it back as the database has it. */
export async function insert<T extends keyof DB>(
  trx: Trx,
  table: T,
  values: Insertable<DB[T]>,
): Promise<Row<T>> {
  const query = trx.insertInto(table).values(values)
  return (await query.returningAll().executeTakeFirstOrThrow()) as Row<T>
}

/** The first branch of the organisation; what needs a branch and was given none belongs to it. */
async function firstBranch(trx: Trx): Promise<string> {
  const found = await trx.selectFrom('branch').select('id').orderBy('created_at').executeTakeFirst()
  return found?.id ?? (await branch(trx)).id
}

export function branch(trx: Trx, given: Given<'branch'> = {}) {
  return insert(trx, 'branch', { id: newId(), code: `B${next()}`, name: `Cawangan ${last}`, ...given })
}

/**
 * An account, and what its roles make of it: a parent, or staff of `branch_id` for any other role, a trainer with that
 * row, too. Signing in needs a `password_hash`, a test seldom does.
 */
export async function user(
  trx: Trx,
  given: Given<'user_account'> = {},
  belongs: { branch_id?: string } = {},
) {
  const number = next()
  const account = await insert(trx, 'user_account', {
    id: newId(),
    name: `Puan Aminah ${number}`,
    email: `aminah-${number}@school.test`,
    roles: ['clerk'],
    status: 'active',
    // As if the office had entered them; a test of claims says otherwise.
    phone_proven_at: new Date(),
    email_proven_at: new Date(),
    ...given,
  })
  const { name, roles, id: user_id } = account
  if (roles.includes('parent')) {
    return { ...account, parent: await parent(trx, { user_id, name }), staff: null, trainer: null }
  }
  const staff = await insert(trx, 'staff', { id: newId(), user_id, name })
  const branch_id = belongs.branch_id ?? (await firstBranch(trx))
  await insert(trx, 'staff_branch', { staff_id: staff.id, branch_id })
  const teaches = roles.includes('trainer')
  const trainer = teaches ? await insert(trx, 'trainer', { id: newId(), user_id, name }) : null
  return { ...account, parent: null, staff, trainer }
}

/** Everything about a parent counts, as if the office had entered it. */
export const provenParent = () => ({
  phone_proven_at: new Date(),
  email_proven_at: new Date(),
  identity_proven_at: new Date(),
})

export function parent(trx: Trx, given: Given<'parent'> = {}) {
  const number = next()
  return insert(trx, 'parent', {
    id: newId(),
    name: `Encik Razak ${number}`,
    phone: `+6011${String(10_000_000 + number)}`,
    email: `razak-${number}@family.test`,
    relationship: 'father',
    family_code: `F${String(number).padStart(7, '0')}`,
    ...provenParent(),
    ...given,
  })
}

/** A student with one parent who pays, unless `payer` is null. */
export async function student(
  trx: Trx,
  given: Given<'student'> = {},
  { payer }: { payer?: { id: string } | null } = {},
) {
  const number = next()
  const row = await insert(trx, 'student', {
    id: newId(),
    student_no: `S${String(number).padStart(5, '0')}`,
    name: `Nur Aisyah ${number}`,
    identity_type: 'birth_cert',
    birth_cert_no: `BC${number}`,
    born_on: '2016-05-04',
    gender: 'female',
    registered_on: '2026-01-05',
    branch_id: given.branch_id ?? (await firstBranch(trx)),
    ...given,
  })
  if (payer === null) return { ...row, payer: null }
  const paying = payer ?? (await parent(trx))
  await insert(trx, 'student_parent', {
    student_id: row.id,
    parent_id: paying.id,
    relationship: 'father',
    is_primary: true,
    is_payer: true,
  })
  return { ...row, payer: paying }
}

export function category(trx: Trx, given: Given<'category'> = {}) {
  return insert(trx, 'category', { id: newId(), code: `C${next()}`, name: `Tahap ${last}`, ...given })
}

export function department(trx: Trx, given: Given<'department'> = {}) {
  return insert(trx, 'department', { id: newId(), code: `D${next()}`, name: `Jabatan ${last}`, ...given })
}

export function program(trx: Trx, given: Given<'program'> = {}) {
  return insert(trx, 'program', { id: newId(), code: `P${next()}`, name: `Program ${last}`, ...given })
}

export async function module(trx: Trx, given: Given<'module'> = {}) {
  const number = next()
  const program_id = given.program_id ?? (await program(trx)).id
  return insert(trx, 'module', {
    id: newId(),
    code: `M${number}`,
    name: `Modul ${number}`,
    program_id,
    ...given,
  })
}

export async function subject(trx: Trx, given: Given<'subject'> = {}) {
  const number = next()
  const program_id = given.program_id ?? (await program(trx)).id
  const branch_id = given.branch_id ?? (await firstBranch(trx))
  return insert(trx, 'subject', {
    id: newId(),
    code: `K${number}`,
    name: `Matematik ${number}`,
    program_id,
    branch_id,
    ...given,
  })
}

/** What an enrolment is given, and the days of one pause or of several. */
export type GivenEnrolment = Given<'enrolment'> & {
  pauses?: readonly { paused_from: string; paused_to?: string | null }[]
  paused_from?: string
  paused_to?: string | null
}

export async function enrolment(
  trx: Trx,
  {
    paused_from,
    paused_to = null,
    pauses = paused_from ? [{ paused_from, paused_to }] : [],
    ...given
  }: GivenEnrolment = {},
) {
  const student_id = given.student_id ?? (await student(trx)).id
  const subject_id = given.subject_id ?? (await subject(trx)).id
  const values = { id: newId(), student_id, subject_id, starts_on: '2026-01-05', ...given }
  const row = await insert(trx, 'enrolment', values)
  for (const pause of pauses) await insert(trx, 'enrolment_pause', { enrolment_id: row.id, ...pause })
  return row
}

export function feeCategory(trx: Trx, given: Given<'fee_category'> = {}) {
  const number = next()
  return insert(trx, 'fee_category', {
    id: newId(),
    code: `FC${number}`,
    name: `Yuran ${number}`,
    kind: 'tuition',
    ...given,
  })
}

export async function feeType(trx: Trx, given: Given<'fee_type'> = {}) {
  const number = next()
  const fee_category_id = given.fee_category_id ?? (await feeCategory(trx)).id
  return insert(trx, 'fee_type', {
    id: newId(),
    code: `FT${number}`,
    name: `Yuran bulanan ${number}`,
    fee_category_id,
    default_amount_sen: 12_000,
    ...given,
  })
}

/** With one line of RM20.00. */
export async function lineTemplate(trx: Trx, given: Given<'line_template'> = {}) {
  const number = next()
  const row = await insert(trx, 'line_template', {
    id: newId(),
    code: `LT${number}`,
    name: `Buku ${number}`,
    ...given,
  })
  await insert(trx, 'line_template_item', {
    ...{ line_template_id: row.id, position: 1, description: 'Buku latihan' },
    ...{ quantity_hundredths: 100, price_sen: 2_000 },
  })
  return row
}

export async function subjectFee(trx: Trx, given: Given<'subject_fee'> = {}) {
  const subject_id = given.subject_id ?? (await subject(trx)).id
  const fee_type_id = given.fee_type_id ?? (await feeType(trx)).id
  return insert(trx, 'subject_fee', {
    id: newId(),
    subject_id,
    fee_type_id,
    amount_sen: 12_000,
    frequency: 'monthly',
    starts_on: '2026-01-01',
    ...given,
  })
}

export function discount(trx: Trx, given: Given<'discount'> = {}) {
  const number = next()
  return insert(trx, 'discount', {
    ...{ id: newId(), code: `DS${number}`, name: `Diskaun ${number}`, type: 'manual', method: 'percent' },
    ...(given.type === 'sibling' ? {} : { percent_bp: 1_000 }),
    ...given,
  })
}

export async function studentDiscount(trx: Trx, given: Given<'student_discount'> = {}) {
  const student_id = given.student_id ?? (await student(trx)).id
  const discount_id = given.discount_id ?? (await discount(trx)).id
  const asked = { requested_by: newId(), starts_on: '2026-01-01' }
  const decided = { status: 'approved', decided_by: newId(), decided_at: new Date() }
  return insert(trx, 'student_discount', {
    id: newId(),
    student_id,
    discount_id,
    ...asked,
    ...decided,
    ...given,
  })
}

export function paymentOption(trx: Trx, given: Given<'payment_option'> = {}) {
  const number = next()
  return insert(trx, 'payment_option', {
    ...{ id: newId(), code: `PO${number}`, name: `Akaun ${number}`, method: 'bank_transfer' },
    ...given,
  })
}
