import { type Kysely, sql, type Transaction } from 'kysely'
import { type Permission, roles } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import {
  asDate,
  asIdentity,
  asNumber,
  asPhone,
  asText,
  plainWords,
} from '#app/domain/core/spreadsheets/cells.ts'
import { fieldsNamed, genderOf, type Named, namedOf, needed } from '#app/domain/enrolment/imports/kind.ts'
import { identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import { createStaff } from '#app/domain/people/staff/change-staff.ts'
import { mayChangeRoles, type NewStaffInput, newStaffForm } from '#app/domain/people/staff/staff.ts'
import { createTrainer } from '#app/domain/people/trainers/change-trainer.ts'
import { type NewTrainerInput, newTrainerForm } from '#app/domain/people/trainers/trainer.ts'
import type { DB } from '#db/types.ts'
import type { Problem } from '../import.ts'
import {
  type About,
  coded,
  firstOccurrence,
  type ImportField,
  type ImportKind,
  parsedByForm,
  reachOf,
  type Values,
  type Wrote,
} from '../kind.ts'
import { fingerprintOf } from '../people.ts'

/** A row about a staff member or trainer, with the branches and department as typed. */
interface ColleagueRow<Input> {
  input: Input
  places: NamedPlaces
}

interface KnownColleagues {
  taken: TakenIdentities
  places: Places
}

const placesIn = ({ branch_ids, department_id }: Record<string, unknown>): NamedPlaces => ({
  branches: branch_ids as string | undefined,
  department: department_id as string | undefined,
})

/** Checks such rows against the database: identities in use, and branches within the scope. */
function colleagueChecks<Input extends Parameters<typeof findTaken>[2][number]>(
  permission: Permission,
): Pick<ImportKind<ColleagueRow<Input>, KnownColleagues>, 'adds' | 'tables' | 'find' | 'check'> {
  return {
    adds: 'staff',
    tables: ['trainer', 'staff', 'user_account'],

    async find(db, { keys }, rows) {
      const inputs = rows.map(({ row }) => row.input)
      const [taken, places] = await Promise.all([findTaken(db, keys, inputs), placesOf(db)])
      return { taken, places }
    },

    check(rows, { taken, places }, { keys, branch_id, actor }) {
      const clash = findClashes(taken, keys)
      return new Map(
        rows.flatMap(({ number, row }) => {
          const found = resolvePlaces(row.places, places, branch_id, reachOf(actor, permission))
          const problems = [...clash(row.input, number), ...('problems' in found ? found.problems : [])]
          return problems.length > 0 ? [[number, problems] as const] : []
        }),
      )
    },
  }
}

const field = fieldsNamed((key) => ({ label: `staff.${key}` }))

/** Fields common to staff and trainers. */
const colleagueFields: readonly ImportField[] = [
  field(
    'name',
    asText,
    'name,nama,full name,nama penuh,nama staf,nama kakitangan,nama guru,staff name',
    'Aminah binti Yusof',
    needed,
  ),
  field('gender', genderOf, 'gender,sex,jantina', ['Female', 'Perempuan'], needed),
  field(
    'phone',
    asPhone,
    'phone,phone no,phone number,mobile,hp,tel,no tel,telefon,no telefon,no hp,contact no,handphone',
    '012-345 6789',
    needed,
  ),
  field('email', asText, 'email,e mail,emel,e mel,email address', 'aminah@example.com'),
  field(
    'identity_no',
    asIdentity,
    'ic,nric,mykad,no kp,no ic,ic no,no kad pengenalan,kad pengenalan,identity number,nombor pengenalan,passport,pasport',
  ),
  field(
    'staff_no',
    asNumber,
    'staff no,staff id,employee no,employee id,no staf,id staf,no pekerja,no kakitangan',
  ),
  field('born_on', asDate, 'dob,birth date,date of birth,tarikh lahir'),
  field('branch_ids', asText, 'branch,branches,cawangan,kampus,branch code,kod cawangan'),
  field('department_id', asText, 'department,jabatan,department code,kod jabatan'),
  field('position', asText, 'position,jawatan,job title,title'),
  field(
    'joined_on',
    asDate,
    'joined,join date,date joined,start date,first day,tarikh masuk,tarikh mula,tarikh lantikan',
  ),
  field('ended_on', asDate, 'last day,end date,tarikh tamat,tarikh berhenti'),
]

type StaffRow = ColleagueRow<NewStaffInput>

/** One row per staff member, who gets an account, and an invitation if there is an e-mail address. */
export const staff: ImportKind<StaffRow, KnownColleagues> = {
  name: 'staff',
  ...colleagueChecks('staff.create'),
  fields: [
    ...colleagueFields,
    {
      ...{ key: 'roles', label: 'staff.roles', read: asText, required: true, sample: ['Clerk', 'Kerani'] },
      words: 'role,roles,peranan,access,akses',
    },
  ],

  parse(values, about) {
    const { roles: typed = '', ...given } = values
    const roles = rolesIn(String(typed))
    const form = parsedByForm(newStaffForm, { ...typedColleague(given, about), roles })
    const problems: Problem[] = 'problems' in form ? form.problems : []
    const known = problems.filter(({ field }) => field !== 'roles' || typed === '')
    if (typed !== '' && !roles) known.push({ field: 'roles', code: 'import.role_unknown' })
    if (known.length > 0 || 'problems' in form) return { problems: known }
    if (!mayChangeRoles(about.actor.roles, [], form.input.roles))
      return { problems: [{ field: 'roles', code: 'staff.role_not_yours' }] }
    return { row: { input: form.input, places: placesIn(values) } }
  },

  async write(trx, { actor, keys, branch_id }, { input, places: said }, { places }) {
    const where = resolvePlacesOrRefuse(said, places, branch_id, reachOf(actor, 'staff.create'))
    return staffRows(trx, await createStaff(trx, actor, keys, { ...input, ...where }))
  },
}

type TrainerRow = ColleagueRow<NewTrainerInput>

/** One row per trainer, with an account that has only the trainer role. */
export const trainers: ImportKind<TrainerRow, KnownColleagues> = {
  name: 'trainers',
  ...colleagueChecks('trainer.create'),
  fields: [
    ...colleagueFields,
    {
      ...{
        key: 'specialisation',
        label: 'trainer.specialisation',
        read: asText,
        sample: ['Mathematics', 'Matematik'],
      },
      words: 'specialisation,specialization,kepakaran,pengkhususan,subject taught,opsyen',
    },
    {
      ...{ key: 'qualification', label: 'trainer.qualification', read: asText, sample: '' },
      words: 'qualification,kelayakan,kelulusan',
    },
  ],

  parse(values, about) {
    const form = parsedByForm(newTrainerForm, typedColleague(values, about))
    return 'problems' in form ? form : { row: { input: form.input, places: placesIn(values) } }
  },

  async write(trx, { actor, keys, branch_id }, { input, places: said }, { places }) {
    const scope = reachOf(actor, 'trainer.create')
    const where = resolvePlacesOrRefuse(said, places, branch_id, scope)
    const id = await createTrainer(trx, actor, scope, keys, { ...input, ...where })
    const { staff_id } = await trx
      .selectFrom('trainer')
      .innerJoin('staff', 'staff.user_id', 'trainer.user_id')
      .select('staff.id as staff_id')
      .where('trainer.id', '=', id)
      .executeTakeFirstOrThrow()
    return staffRows(trx, staff_id)
  },
}

/** The rows written for a staff member. */
async function staffRows(trx: Transaction<DB>, staff_id: string): Promise<Wrote[]> {
  const { user_id, trainer_id } = await trx
    .selectFrom('staff')
    .leftJoin('trainer', 'trainer.user_id', 'staff.user_id')
    .select(['staff.user_id', 'trainer.id as trainer_id'])
    .where('staff.id', '=', staff_id)
    .executeTakeFirstOrThrow()
  return [
    { type: 'user_account', id: user_id },
    { type: 'staff', id: staff_id },
    ...(trainer_id ? [{ type: 'trainer', id: trainer_id }] : []),
  ]
}

const roleWords: Record<string, string> = {
  superadmin: 'owner,pemilik',
  admin: 'administrator,pentadbir,pengurus,manager,principal,pengetua',
  supervisor: 'penyelia',
  clerk: 'kerani,front office',
  'class-admin': 'academic office,pentadbir kelas,pejabat akademik',
  'class-assistant': 'assistant,pembantu kelas,pembantu',
  trainer: 'teacher,guru,cikgu,tutor,pengajar,jurulatih',
}
const byWord = new Map<string, string>(
  roles.flatMap((role) =>
    role === 'parent'
      ? []
      : [role, ...(roleWords[role] ?? '').split(',')].map((word) => [plainWords(word), role] as const),
  ),
)

/** Roles by their names in either language, separated by commas; undefined if one is unknown. */
function rolesIn(typed: string): NewStaffInput['roles'] | undefined {
  const found = listed(typed).map((word) => byWord.get(plainWords(word)))
  return found.every(Boolean) ? (found as NewStaffInput['roles']) : undefined
}

/** Splits at commas, semicolons and bars. */
const listed = (typed: string): string[] =>
  typed
    .split(/[,;|/]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** Input for the staff form; branch and department are added once they are resolved. */
function typedColleague({ branch_ids: _, department_id: __, ...given }: Values, about: About) {
  const isCard = /^[\d\s-]*$/.test(String(given.identity_no ?? ''))
  return {
    ...given,
    identity_type: isCard ? 'nric' : 'passport',
    branch_ids: [about.branch_id],
    locale: about.locale,
  }
}

/** Branches and department as typed in a row. */
interface NamedPlaces {
  branches: string | undefined
  department: string | undefined
}

interface Places {
  branch: Named
  department: Named
}

async function placesOf(db: Kysely<DB>): Promise<Places> {
  const [branch, department] = await Promise.all([namedOf(db, 'branch'), namedOf(db, 'department')])
  return { branch, department }
}

interface Found {
  branch_ids: string[]
  department_id?: string
}

/** Resolves a row's branches and department, by default the import's branch; or names what does not exist. */
function resolvePlaces(
  { branches, department }: NamedPlaces,
  places: Places,
  usual: string,
  { scope, branch_ids: own }: RowScope,
): Found | { problems: Problem[] } {
  const ids = branches === undefined ? [usual] : listed(branches).map(places.branch)
  const branch_ids = ids.flatMap((id) => id ?? [])
  const department_id = places.department(department)
  const isReached = scope === 'all' || branch_ids.every((id) => own.includes(id))
  const problems: Problem[] = []
  if (branch_ids.length === 0 || branch_ids.length < ids.length || !isReached)
    problems.push({ field: 'branch_ids', code: 'not_found.branch' })
  if (department !== undefined && !department_id)
    problems.push({ field: 'department_id', code: 'not_found.department' })
  if (problems.length > 0) return { problems }
  return { branch_ids, ...(department_id ? { department_id } : {}) }
}

/** The same while writing: refuses what no longer exists. */
function resolvePlacesOrRefuse(...given: Parameters<typeof resolvePlaces>): Found {
  const found = resolvePlaces(...given)
  if (!('problems' in found)) return found
  const { field, code } = found.problems[0]!
  throw new Refusal(code as 'not_found.branch', field ?? undefined)
}

/** The unique identities of a staff member. */
interface NamedColleague {
  phone: string
  email?: string | undefined
  staff_no?: string | undefined
  identity_no?: string | undefined
}

/** Phones, e-mail addresses and identity numbers in use. */
interface TakenIdentities {
  phones: Set<string>
  emails: Set<string>
  numbers: Set<string>
  identity: Set<string>
}

/** Finds which of the identities are in use, in two queries. */
async function findTaken(
  db: Kysely<DB>,
  keys: Keys,
  named: readonly NamedColleague[],
): Promise<TakenIdentities> {
  const phones = named.map(({ phone }) => phone)
  const emails = named.flatMap(({ email }) => email ?? [])
  const numbers = named.flatMap(({ staff_no }) => staff_no?.toLowerCase() ?? [])
  const indexes = named.flatMap(({ identity_no }) =>
    identity_no ? identityIndexes(keys.ring, { place: keys.place, table: 'staff' }, identity_no) : [],
  )
  const [accounts, staff] = await Promise.all([
    db
      .selectFrom('user_account')
      .select(sql<string | null>`case when phone_proven_at is not null then phone end`.as('phone'))
      .select(sql<string | null>`case when email_proven_at is not null then lower(email) end`.as('email'))
      .where('deleted_at', 'is', null)
      // A claim of somebody keeps no colleague out; see identity/contacts/proven.ts.
      .where(sql<boolean>`(phone = any(${phones}::text[]) and phone_proven_at is not null
        or lower(email) = any(${emails}::text[]) and email_proven_at is not null)`)
      .execute(),
    db
      .selectFrom('staff')
      .select([sql<string | null>`lower(staff_no)`.as('staff_no'), 'identity_no_index'])
      .where('deleted_at', 'is', null)
      .where(
        sql<boolean>`(lower(staff_no) = any(${numbers}::text[]) or identity_no_index = any(${indexes}::bytea[]))`,
      )
      .execute(),
  ])
  return {
    phones: new Set(accounts.flatMap(({ phone }) => phone ?? [])),
    emails: new Set(accounts.flatMap(({ email }) => email ?? [])),
    numbers: new Set(staff.flatMap(({ staff_no }) => staff_no ?? [])),
    identity: new Set(staff.flatMap(({ identity_no_index: one }) => one?.toString('hex') ?? [])),
  }
}

/** Reports, row by row, identities that are in use or were named by an earlier row. */
function findClashes(taken: TakenIdentities, keys: Keys) {
  const said = {
    phone: firstOccurrence(),
    email: firstOccurrence(),
    number: firstOccurrence(),
    identity: firstOccurrence(),
  }
  return ({ phone, email, staff_no, identity_no }: NamedColleague, number: number): Problem[] => {
    const prints = identity_no
      ? identityIndexes(keys.ring, { place: keys.place, table: 'staff' }, identity_no).map((one) =>
          one.toString('hex'),
        )
      : []
    const print = identity_no && fingerprintOf(keys, 'staff', identity_no)
    const no = staff_no?.toLowerCase()
    const rules = [
      ['phone', taken.phones.has(phone), 'duplicate.user_phone', said.phone(phone, number)],
      [
        'email',
        email !== undefined && taken.emails.has(email),
        'duplicate.user_email',
        said.email(email, number),
      ],
      ['staff_no', no !== undefined && taken.numbers.has(no), 'duplicate.staff_no', said.number(no, number)],
      [
        'identity_no',
        prints.some((one) => taken.identity.has(one)),
        'duplicate.staff',
        said.identity(print, number),
      ],
    ] as const
    return rules.flatMap(([field, isTaken, code, row]) => {
      if (isTaken) return { field, code }
      return row === undefined ? [] : { field, code: coded('import.same_as_row', { row }) }
    })
  }
}
