import { type Kysely, sql, type Transaction } from 'kysely'
import { nameKey, nameKeyOf } from '#app/domain/core/contact/name-key.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { type Named, namedOf } from '#app/domain/enrolment/imports/kind.ts'
import { identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import { createParent } from '#app/domain/people/parents/change-parent.ts'
import { type ParentInput, parentForm } from '#app/domain/people/parents/parent.ts'
import { createStudent, setHealth } from '#app/domain/people/students/change-student.ts'
import { setFamily } from '#app/domain/people/students/family.ts'
import { type BroughtStudentInput, broughtStudentForm } from '#app/domain/people/students/student.ts'
import type { DB } from '#db/types.ts'
import type { Problem } from '../import.ts'
import {
  type About,
  coded,
  firstOccurrence,
  type ImportKind,
  type Parsed,
  parsedByForm,
  reachOf,
  type Values,
  type Wrote,
} from '../kind.ts'
import {
  addKnownParent,
  type Conflict,
  type Families,
  familiesOf,
  fingerprintOf,
  matchParent,
  newcomer,
} from '../people.ts'
import { childFields, parentFields, parentKeys } from './family-fields.ts'

interface Row {
  /** Without a branch where the row names one. */
  student: Omit<BroughtStudentInput, 'branch_id'> & { branch: string | undefined }
  parents: { slot: Slot; input: ParentInput }[]
}
const slots = ['parent_1', 'parent_2'] as const
type Slot = (typeof slots)[number]

interface Known {
  branches: Named
  families: Families
  /** Numbers of those who are there: fingerprints, birth certificates and student numbers in small letters. */
  numbers: { identity: Set<string>; birth_cert_no: Set<string>; student_no: Set<string> }
  /** Rows with the name and birthday of somebody who is there. */
  twins: Set<number>
}

/** One row for each child, with up to two parents; those of brothers and sisters are the same people. */
export const students: ImportKind<Row, Known> = {
  name: 'students',
  adds: 'student',
  fields: [...childFields, ...parentFields('parent_1'), ...parentFields('parent_2')],
  tables: ['student', 'parent'],

  parse(values, about) {
    const problems: Problem[] = []
    const parents: Row['parents'] = []
    for (const slot of slots) {
      const given = ofSlot(values, slot)
      if (slot === 'parent_2' && Object.keys(given).every((key) => key === 'relationship')) continue
      const parent = parsedByForm(parentForm, parentOf(given, about), (field) => calledIn(slot, field))
      if ('problems' in parent) problems.push(...parent.problems)
      else parents.push({ slot, input: parent.input })
    }
    const { branch_id, ...typed } = values
    const child = parsedByForm(broughtStudentForm, {
      ...childOf(typed, about),
      relationship: parents[0]?.input.relationship ?? 'father',
    })
    if ('problems' in child) problems.push(...child.problems)
    else if (!child.input.identity_no && !child.input.birth_cert_no)
      problems.push({ field: 'birth_cert_no', code: 'student.number_needed' })
    else if (child.input.born_on > about.today) problems.push({ field: 'born_on', code: 'student.born_on' })
    if (problems.length > 0 || 'problems' in child) return { problems }
    const [one, two] = parents.map(({ input }) => input)
    if (one && two && isSame(one, two))
      return { problems: [{ field: 'parent_2_name', code: 'import.parent_twice' }] }
    return { row: { student: { ...child.input, branch: branch_id as string | undefined }, parents } }
  },

  async find(db, about, rows) {
    const { keys } = about
    const named = rows.flatMap(({ row }) => row.parents.map(({ input }) => input))
    const [branches, families, numbers, twins] = await Promise.all([
      namedOf(db, 'branch'),
      familiesOf(db, keys, named),
      numbersOf(db, keys, rows),
      twinsOf(db, rows),
    ])
    return { branches, families, numbers, twins }
  },

  check(rows, known, about) {
    const found = new Map<number, Problem[]>()
    const earlier = {
      identity: firstOccurrence(),
      birth: firstOccurrence(),
      number: firstOccurrence(),
      twin: firstOccurrence(),
    }
    for (const { number, row } of rows) {
      const { student } = row
      const problems: Problem[] = []
      const say = (field: string, code: string) => void problems.push({ field, code })
      const again = (field: string, other: number | undefined) =>
        other !== undefined && say(field, coded('import.same_as_row', { row: other }))
      const print = student.identity_no && fingerprintOf(about.keys, 'student', student.identity_no)
      const [birth, no] = [student.birth_cert_no?.toLowerCase(), student.student_no?.toLowerCase()]
      if (!branchOf(student, known, about)) say('branch_id', 'not_found.branch')
      if (print && indexesOf(about.keys, student.identity_no!).some((one) => known.numbers.identity.has(one)))
        say('identity_no', 'duplicate.student')
      else again('identity_no', earlier.identity(print, number))
      if (birth && known.numbers.birth_cert_no.has(birth)) say('birth_cert_no', 'duplicate.student')
      else again('birth_cert_no', earlier.birth(birth, number))
      if (no && known.numbers.student_no.has(no)) say('student_no', 'duplicate.student_no')
      else again('student_no', earlier.number(no, number))
      const twin = earlier.twin(`${student.born_on} ${nameKey(student.name)}`, number)
      if (!student.twin_reason && problems.length === 0 && (twin !== undefined || known.twins.has(number)))
        say('twin_reason', twin === undefined ? 'student.twin' : coded('import.twin_of_row', { row: twin }))
      for (const { slot, input } of row.parents) {
        const who = matchParent(known.families, about.keys, input)
        if (who.conflict) problems.push(conflictAt(slot, who.conflict))
        else if (!who.known) addKnownParent(known.families, newcomer(about.keys, input, number))
      }
      if (problems.length > 0) found.set(number, problems)
    }
    return found
  },

  async write(trx, about, { student, parents }, known) {
    const { actor, keys, today } = about
    const wrote: Wrote[] = []
    const family: { parent_id: string; relationship: ParentInput['relationship'] }[] = []
    for (const { slot, input } of parents) {
      const who = matchParent(known.families, keys, input)
      if (who.conflict) throw refused(conflictAt(slot, who.conflict))
      const parent_id =
        who.known?.id ?? (await createParent(trx, actor, reachOf(actor, 'parent.create'), keys, input))
      if (!who.known?.id) {
        wrote.push({ type: 'parent', id: parent_id })
        addKnownParent(known.families, { ...newcomer(keys, input, null), id: parent_id })
      }
      if (!family.some((one) => one.parent_id === parent_id))
        family.push({ parent_id, relationship: input.relationship })
    }
    const { branch: _, health_conditions, allergies, ...input } = student
    const branch_id = branchOf(student, known, about)
    if (!branch_id) throw new Refusal('not_found.branch', 'branch_id')
    const reach = reachOf(actor, 'student.create')
    const payer = family[0]!.parent_id
    const id = await createStudent(trx, actor, reach, keys, payer, { ...input, branch_id }, today)
    if (family.length > 1)
      await setFamily(trx, actor, reach, reachOf(actor, 'parent.create'), id, {
        ...{ parents: family, primary_id: payer, payer_id: payer, version: 1 },
      })
    if (health_conditions || allergies) {
      const version = family.length > 1 ? 2 : 1
      await setHealth(trx, actor, reach, { id, version }, { health_conditions, allergies })
    }
    return [...wrote, { type: 'student', id }]
  },
}

/** What a row says of one parent, called as the fields of a parent's form. */
function ofSlot(values: Values, slot: Slot): Values {
  const said = parentKeys.map((key) => [key, values[`${slot}_${key}`]] as const)
  return Object.fromEntries(said.filter(([, value]) => value !== undefined))
}

const calledIn = (slot: Slot, field: string) =>
  parentKeys.includes(field) ? `${slot}_${field}` : `${slot}_name`

function parentOf({ income_above_2500, ...given }: Values, { locale }: About): Values {
  const income =
    income_above_2500 === undefined ? {} : { income_above_2500: income_above_2500 ? 'yes' : 'no' }
  return { ...given, ...income, ...kindOf(given), preferred_locale: locale, preferred_channel: 'whatsapp' }
}

function childOf(given: Values, { today, branch_id }: About): Values {
  const type = given.identity_no ? kindOf(given) : { identity_type: 'birth_cert' }
  const usual = { nationality: 'MY', daycare: 'none', registered_on: today }
  return { ...usual, ...given, ...type, branch_id }
}

/** Twelve digits are an identity card; anything else is a passport. */
const kindOf = ({ identity_no }: Values) => ({
  identity_type: /^[\d\s-]*$/.test(String(identity_no ?? '')) ? 'nric' : 'passport',
})

const isSame = (one: ParentInput, two: ParentInput) =>
  (one.identity_no !== undefined && one.identity_no === two.identity_no) ||
  (one.phone === two.phone && nameKey(one.name) === nameKey(two.name))

function branchOf(
  { branch }: Row['student'],
  { branches }: Known,
  { branch_id, actor }: About,
): string | undefined {
  const id = branch === undefined ? branch_id : branches(branch)
  const { scope, branch_ids } = reachOf(actor, 'student.create')
  return id && (scope === 'all' || branch_ids.includes(id)) ? id : undefined
}

const indexesOf = (keys: Keys, identity_no: string) =>
  identityIndexes(keys.ring, { place: keys.place, table: 'student' }, identity_no).map((one) =>
    one.toString('hex'),
  )

function conflictAt(slot: Slot, { at, known: { number }, unproven }: Conflict): Problem {
  if (unproven) return { field: `${slot}_${at}`, code: 'import.parent_unconfirmed' }
  const code =
    number === null ? coded(`import.parent_${at}`) : coded(`import.parent_${at}_row`, { row: number })
  return { field: `${slot}_${at}`, code }
}

/** The refusal of a problem that came up since the rows were checked. */
function refused({ field, code }: Problem): Refusal {
  const [name, values] = code.split(/\|(.*)/s)
  return new Refusal(name as 'import.parent_name', field ?? undefined, values ? JSON.parse(values) : {})
}

async function numbersOf(
  db: Kysely<DB>,
  keys: Keys,
  rows: readonly Parsed<Row>[],
): Promise<Known['numbers']> {
  const said = rows.map(({ row }) => row.student)
  const indexes = said.flatMap(({ identity_no }) =>
    identity_no ? identityIndexes(keys.ring, { place: keys.place, table: 'student' }, identity_no) : [],
  )
  const births = said.flatMap(({ birth_cert_no }) => birth_cert_no?.toLowerCase() ?? [])
  const numbers = said.flatMap(({ student_no }) => student_no?.toLowerCase() ?? [])
  const there = await db
    .selectFrom('student')
    .select(['identity_no_index', sql<string | null>`lower(birth_cert_no)`.as('birth_cert_no')])
    .select(sql<string>`lower(student_no)`.as('student_no'))
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(identity_no_index = any(${indexes}::bytea[]) or lower(birth_cert_no) = any(${births}::text[])
        or lower(student_no) = any(${numbers}::text[]))`,
    )
    .execute()
  return {
    identity: new Set(there.flatMap(({ identity_no_index: one }) => (one ? [one.toString('hex')] : []))),
    birth_cert_no: new Set(there.flatMap(({ birth_cert_no }) => birth_cert_no ?? [])),
    student_no: new Set(there.map(({ student_no }) => student_no)),
  }
}

/** By the same spelling as the rule for a single student. */
async function twinsOf(db: Kysely<DB> | Transaction<DB>, rows: readonly Parsed<Row>[]): Promise<Set<number>> {
  const { rows: found } = await sql<{ number: number }>`
    select distinct said.number from unnest(${rows.map(({ number }) => number)}::int[],
      ${rows.map(({ row }) => nameKey(row.student.name))}::text[], ${rows.map(({ row }) => row.student.born_on)}::date[])
      as said (number, name, born_on)
    join student on student.born_on = said.born_on and student.deleted_at is null
      and ${nameKeyOf(sql`student.name`)} = said.name`.execute(db)
  return new Set(found.map(({ number }) => number))
}
