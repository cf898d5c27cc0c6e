import type { Transaction } from 'kysely'
import { addMonths } from '#app/domain/core/dates.ts'
import { sealedIdentity } from '#app/domain/identity/accounts/identity.ts'
import type { DB } from '#db/types.ts'
import { inventor } from './plan/invented.ts'
import { names } from './plan/names.ts'
import { type Random, randomOf } from './plan/random.ts'
import { add, at, type Stage } from './stage.ts'

/**
 * What the office's files know of everybody who works here: identity, birth date, department and branches; teachers as
 * well as the office, and a few who do not sign in (yet). It has a chance of its own, so that nothing else of the demo
 * depends on it.
 */
export function completeFiles(stage: Stage, departments: Map<string, string>): void {
  const random = randomOf(`lunas staff ${stage.plan.entity.subdomain}`)
  const file = { stage, random, invent: inventor(random), departments: [...departments.values()] }
  stage.rows.staff = (stage.rows.staff as Entry[]).map((row) => ({
    ...row,
    department_id: row.department_id ?? random.pick(file.departments),
    ...whole(file, row),
  }))
  for (const [index, teacher] of (stage.rows.trainer as Entry[]).entries()) addTeacher(file, teacher, index)
  for (const [index, colleague] of others[stage.locale === 'my' ? 'my' : 'en'].entries())
    addOther(file, colleague, index)
}

interface File {
  stage: Stage
  random: Random
  invent: ReturnType<typeof inventor>
  departments: string[]
}

interface Entry {
  id: string
  user_id: string
  name: string
  phone: string
  email: string
  department_id?: string | null
  created_at: Date
}

/** Who has an account and has not signed in, or signs in no more; `way`: by which they could. */
const others = {
  en: [
    { name: 'Faridah binti Kassim', position: 'Accounts', role: 'clerk', way: 'invited' },
    { name: 'Goh Wai Hoong', position: 'Hall attendant', role: 'class-assistant', way: 'phone' },
    { name: 'Premila a/p Perumal', position: 'Front office', role: 'clerk', way: 'left' },
    { name: 'Loke Mei Fong', position: 'Teacher', role: 'trainer', way: 'invited' },
  ],
  my: [
    { name: 'Rosnah binti Abdul Ghani', position: 'Kerani kewangan', role: 'clerk', way: 'invited' },
    { name: 'Chong Siew Hin', position: 'Pembantu makmal', role: 'class-assistant', way: 'phone' },
    { name: 'Ganesan a/l Kandiah', position: 'Pejabat am', role: 'clerk', way: 'left' },
    { name: 'Hasmah binti Talib', position: 'Guru', role: 'trainer', way: 'invited' },
  ],
} as const

function addTeacher(file: File, { user_id, name, phone, email, created_at }: Entry, index: number) {
  const { stage, random, departments } = file
  const id = random.id(created_at)
  add(stage, 'staff', {
    id,
    user_id,
    staff_no: `T${String(index + 1).padStart(3, '0')}`,
    name,
    phone,
    email,
    department_id: departments[index % departments.length]!,
    position: stage.locale === 'my' ? 'Guru' : 'Teacher',
    joined_on: addMonths(stage.months[0]!, -random.int(3, 90)),
    created_at,
    ...whole(file, { id, name }),
  })
  const { branch_ids } = stage
  add(stage, 'staff_branch', { staff_id: id, branch_id: branch_ids[index % branch_ids.length]! })
}

function addOther(
  file: File,
  { name, position, role, way }: (typeof others)['en' | 'my'][number],
  index: number,
) {
  const { stage, random, departments } = file
  const { plan, branch_ids, locale, months, invent } = stage
  const created_at = at(stage, months.at(-2)!, 9 + index)
  const left = way === 'left'
  const phone = invent.phone()
  const email = way === 'phone' ? null : invent.email(name, `${plan.entity.subdomain}.test`)
  const user_id = random.id(created_at)
  const id = random.id(created_at)
  add(stage, 'user_account', {
    id: user_id,
    email,
    phone,
    name,
    password_hash: null,
    roles: [role],
    locale,
    status: left ? 'inactive' : 'invited',
    phone_proven_at: created_at,
    email_proven_at: email ? created_at : null,
    last_login_at: null,
    created_at,
  })
  if (role === 'trainer')
    add(stage, 'trainer', {
      ...{ id: random.id(created_at), user_id, name, phone, email },
      ...{ specialisation: null, created_at },
    })
  add(stage, 'staff', {
    id,
    user_id,
    staff_no: `S${String(90 + index).padStart(3, '0')}`,
    name,
    phone,
    email,
    department_id: random.pick(departments),
    position,
    joined_on: addMonths(months.at(left ? 0 : -2)!, left ? -12 : 0),
    created_at,
    ...whole(file, { id, name }),
    ...(left ? { ended_on: months.at(-2)!, status: 'inactive' } : {}),
  })
  add(stage, 'staff_branch', { staff_id: id, branch_id: branch_ids[index % branch_ids.length]! })
}

/**
 * What every file has besides: gender as the name says it, a birth date, an identity number that cannot be anybody's,
 * and that the person works here.
 */
function whole({ stage, random, invent }: File, { id: row, name }: Pick<Entry, 'id' | 'name'>) {
  const woman = / (binti|a\/p) /.test(name) || names.chinese.women.some((given) => name.endsWith(` ${given}`))
  const gender = woman ? 'female' : 'male'
  const two = (number: number) => String(number).padStart(2, '0')
  const born_on = `19${random.int(70, 98)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`
  const place = { place: stage.entity.schema, table: 'staff', row } as const
  const identity = sealedIdentity(stage.ring, place, invent.identityNo(born_on, gender))
  return { gender, born_on, identity_type: 'nric', ...identity, ended_on: null, status: 'active' }
}

/** Each department is headed by whoever has been in it longest. */
export async function appointHeads(trx: Transaction<DB>): Promise<void> {
  const staff = await trx
    .selectFrom('staff')
    .select(['id', 'department_id'])
    .where('department_id', 'is not', null)
    .where('status', '=', 'active')
    .orderBy('joined_on')
    .orderBy('id')
    .execute()
  for (const { id } of await trx.selectFrom('department').select('id').execute()) {
    const head = staff.find(({ department_id }) => department_id === id)
    if (head)
      await trx.updateTable('department').set({ head_staff_id: head.id }).where('id', '=', id).execute()
  }
}
