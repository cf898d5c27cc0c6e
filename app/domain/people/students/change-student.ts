import { type Kysely, sql, type Transaction } from 'kysely'
import type { AtVersion } from '#app/domain/catalogue/crud/crud.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changeAt, changed, refuseStale } from '#app/domain/core/changed.ts'
import { nameKey, nameKeyOf } from '#app/domain/core/contact/name-key.ts'
import { refuseBeyondLimit } from '#app/domain/core/features/limits.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { owed } from '#app/domain/core/invoicing/invoice.ts'
import { refuseUnoffered } from '#app/domain/core/lists/references.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import {
  identityChange,
  identityColumns,
  identityIndexes,
  revealIdentity,
} from '#app/domain/identity/accounts/identity.ts'
import { classesOf, openInvoicesOf } from '#app/domain/people/blockers.ts'
import {
  endAllEnrolments,
  openEnrolments,
  updateEnrolmentStatuses,
} from '#app/domain/people/enrolments/change-enrolment.ts'
import { parentsIn } from '#app/domain/people/parents/find-parents.ts'
import { isOwnWord } from '#app/domain/people/parents/own-word.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { healthOf } from './find-students.ts'
import { isRestorable, reachedStudents, studentsIn } from './scope.ts'
import {
  type HealthInput,
  type NewStudentInput,
  nextStatuses,
  type StudentInput,
  type StudentStatus,
  type StudentStatusInput,
} from './student.ts'

/**
 * Registers a student in a branch in scope with a parent in scope as primary contact and payer. Without a typed student number
 * they get the next of their year. Refuses a birth in the future, a student without identity and birth certificate number, more
 * students than the package allows, and what refuseSimilarStudents refuses. Returns the id.
 * @param name_confirmed false for a name that only the family has written: bank transfers are not matched by it
 */
export async function createStudent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  parent_id: string,
  input: NewStudentInput,
  today: string,
  name_confirmed = true,
): Promise<string> {
  if (!input.identity_no && !input.birth_cert_no) throw new Refusal('student.number_needed', 'birth_cert_no')
  refuseUnborn(input, today)
  await refuseBranch(trx, scope, input)
  await refuseBeyondLimit(trx, 'student')
  await lockedNewParent(trx, scope, parent_id)
  const twins = await refuseSimilarStudents(trx, scope, keys, input, null)
  const id = newId()
  const student_no = input.student_no ?? (await nextStudentNo(trx, input.registered_on))
  const values = { ...valuesOf(input), student_no }
  await trx
    .insertInto('student')
    .values({
      ...{ id, ...values, birth_cert_no: input.birth_cert_no ?? null },
      name_confirmed: name_confirmed && !(await isOwnWord(trx, [actor.id], keys, parent_id)),
      ...identityColumns(keys, 'student', id, input),
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const { relationship } = input
  await trx
    .insertInto('student_parent')
    .values({ student_id: id, parent_id, relationship, is_primary: true, is_payer: true })
    .execute()
  const numbers = { has_identity_no: !!input.identity_no, has_birth_cert_no: !!input.birth_cert_no }
  const after = { ...values, ...numbers, parent_id, relationship, ...namesake(twins, input) }
  await record(trx, actor, 'student.created', { type: 'student', id }, { after })
  return id
}

/** Changes a student in scope; the name is then confirmed by the office, unless the child is of the colleague's own family. Refuses what {@link createStudent} refuses, and version_conflict. */
export async function editStudent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  { id, version }: AtVersion,
  input: StudentInput,
  today: string,
): Promise<void> {
  const before = await lockedStudent(trx, scope, { id, version })
  const { identity_no, identity_clear, identity_type } = input
  const keepsNumber = before.identity_no_sealed !== null && !identity_no && !identity_clear
  const birth_cert_no = input.birth_cert_no ?? before.birth_cert_no
  if (keepsNumber && identity_type !== before.identity_type)
    throw new Refusal('identity.number_again', 'identity_no')
  if (!keepsNumber && !identity_no && !birth_cert_no)
    throw new Refusal('student.number_needed', 'birth_cert_no')
  refuseUnborn(input, today)
  await refuseBranch(trx, scope, input, before)
  const isSameChild = input.name === before.name && input.born_on === before.born_on
  const details = { ...input, twin_reason: isSameChild ? 'unchanged' : input.twin_reason }
  const twins = await refuseSimilarStudents(trx, scope, keys, details, id)
  const values = { ...valuesOf(input), student_no: input.student_no ?? before.student_no, birth_cert_no }
  const identity = identityColumns(keys, 'student', id, input)
  // Names of a colleague's own family are only confirmed by others.
  const isOwn = await isOwnFamily(trx, actor, { type: 'student', ids: [id] })
  const name_confirmed = isOwn ? before.name_confirmed && input.name === before.name : true
  await changeAt(trx, actor, 'student', { id, version }, { ...values, ...identity, name_confirmed })
  const after = {
    ...values,
    identity_no: identityChange(input),
    ...(isSameChild ? {} : namesake(twins, input)),
  }
  const change = named(before.name, difference({ ...before, identity_no: 'kept' }, after))
  await record(trx, actor, 'student.edited', { type: 'student', id }, change)
}

/** A student in scope, locked. Refuses not_found.student and version_conflict. */
export async function lockedStudent(trx: Transaction<DB>, scope: RowScope, { id, version }: AtVersion) {
  const row = await studentsIn(trx, scope)
    .selectAll('student')
    .where('student.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.student')
  refuseStale(row, version)
  return row
}

/** An active parent to link a student to, locked so that nobody removes them meanwhile. Refuses not_found.parent. */
export async function lockedNewParent(trx: Transaction<DB>, scope: RowScope, parent_id: string) {
  const row = await parentsIn(trx, scope)
    .select(['parent.id', 'parent.name'])
    .where('parent.id', '=', parent_id)
    .where('parent.status', '=', 'active')
    .forShare()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  return row
}

/** Refuses a branch that is not in use or out of scope; the student's current branch may stay. */
async function refuseBranch(
  trx: Transaction<DB>,
  { scope, branch_ids }: RowScope,
  { branch_id }: { branch_id: string },
  before?: { branch_id: string },
) {
  if (before?.branch_id === branch_id) return
  if (scope !== 'all' && !branch_ids.includes(branch_id)) throw new Refusal('not_found.branch', 'branch_id')
  await refuseUnoffered(trx, { branch_id: 'branch' }, { branch_id })
}

function refuseUnborn({ born_on }: { born_on: string }, today: string) {
  if (born_on > today) throw new Refusal('student.born_on', 'born_on')
}

/** Students with the same name and birthday, and the reason why this is another one, for the audit log. */
function namesake(ids: readonly string[], { twin_reason }: { twin_reason?: string | undefined }) {
  return ids.length > 0 ? { same_as: ids, twin_reason } : {}
}

function valuesOf(input: StudentInput | NewStudentInput) {
  return {
    name: input.name,
    born_on: input.born_on,
    gender: input.gender,
    nationality: input.nationality,
    identity_type: input.identity_type,
    phone: input.phone ?? null,
    email: input.email ?? null,
    branch_id: input.branch_id,
    registered_on: input.registered_on,
    highest_education: input.highest_education ?? null,
    previous_school: input.previous_school ?? null,
    transport_type: input.transport_type ?? null,
    daycare: input.daycare,
    number_of_siblings: input.number_of_siblings ?? null,
    position_in_family: input.position_in_family ?? null,
    tags: input.tags ?? [],
  }
}

const actions: Record<StudentStatus, string> = {
  active: 'student.activated',
  inactive: 'student.deactivated',
  graduated: 'student.graduated',
  withdrawn: 'student.withdrawn',
}

/**
 * Changes the status of a student from a day that is not in the future. Graduating needs all enrolments to have ended
 * (student.classes_open); withdrawing ends them on that day. Refuses changes not in nextStatuses, a day before the
 * registration, and to reactivate more students than the package allows. Returns the name.
 */
export async function setStudentStatus(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { status, on, reason, version }: StudentStatusInput,
  today: string,
): Promise<string> {
  const before = await lockedStudent(trx, scope, { id, version })
  const from = before.status as StudentStatus
  if (!nextStatuses[from].includes(status)) throw new Refusal('action_not_allowed')
  if (on > today || on < before.registered_on) throw new Refusal('student.status_on', 'on')
  await updateEnrolmentStatuses(trx, today, id)
  if (status === 'active') await refuseBeyondLimit(trx, 'student')
  if (status === 'graduated' && (await openEnrolments(trx, id)) > 0)
    throw new Refusal('student.classes_open').blockedBy(...(await classesOf(trx, id)))
  const ended = status === 'withdrawn' ? await endAllEnrolments(trx, actor, id, on) : 0
  const set = { status, status_on: on, graduated_on: status === 'graduated' ? on : null }
  await changeAt(trx, actor, 'student', { id, version }, set, { status: from })
  const after = {
    status,
    status_on: on,
    ...(reason ? { reason } : {}),
    ...(ended ? { classes_ended: ended } : {}),
  }
  const change = named(before.name, { before: { status: from }, after })
  await record(trx, actor, actions[status], { type: 'student', id }, change)
  return before.name
}

/**
 * Removes a student without open enrolments (else student.has_active_classes) and without open invoices (else
 * student.has_open_invoices); the row stays and can be restored for 90 days. Returns the name.
 */
export async function removeStudent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  at: AtVersion,
  today: string,
): Promise<string> {
  const { id } = at
  const { name, student_no, status } = await lockedStudent(trx, scope, at)
  await updateEnrolmentStatuses(trx, today, id)
  if ((await openEnrolments(trx, id)) > 0)
    throw new Refusal('student.has_active_classes').blockedBy(...(await classesOf(trx, id)))
  const { open } = await trx
    .selectNoFrom(
      sql<number>`(select count(*) from invoice where student_id = ${id} and (status = 'draft' or ${owed} > 0))`.as(
        'open',
      ),
    )
    .executeTakeFirstOrThrow()
  if (open > 0)
    throw new Refusal('student.has_open_invoices', undefined, { count: open }).blockedBy(
      ...(await openInvoicesOf(trx, { student_id: id })),
    )
  await changeAt(trx, actor, 'student', at, { deleted_at: sql<Date>`now()` }, { removed: false })
  await record(
    trx,
    actor,
    'student.removed',
    { type: 'student', id },
    { before: { name, student_no, status } },
  )
  return name
}

/**
 * Restores a removed student. Refuses one who cannot be restored, one whose student, identity or birth certificate number
 * another student has by now (duplicate.student), and more students than the package allows. Returns the name.
 */
export async function restoreStudent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version }: AtVersion,
): Promise<string> {
  const row = await reachedStudents(trx, scope)
    .select(['student.name', 'student.student_no', 'student.status'])
    .where('student.id', '=', id)
    .where(isRestorable('student'))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.student')
  const { name, student_no, status } = row
  if (status === 'active') await refuseBeyondLimit(trx, 'student')
  await changeAt(trx, actor, 'student', { id, version }, { deleted_at: null }, { removed: true })
  await record(trx, actor, 'student.restored', { type: 'student', id }, { after: { name, student_no } })
  return name
}

/** An existing student with the same details, shown beside what was typed. */
export interface SimilarStudent {
  /** Null when out of the reader's scope, who then only learns the branch. */
  id: string | null
  name: string | null
  student_no: string | null
  born_on: string | null
  gender: string | null
  parents: string | null
  branch: string
  status: string
  same: 'identity_no' | 'birth_cert_no' | 'twin'
}

interface Details {
  name: string
  born_on: string
  identity_no?: string | undefined
  birth_cert_no?: string | undefined
  twin_reason?: string | undefined
}

/**
 * Refuses (duplicate.student, at the number) when another student has this identity number or birth certificate, and, unless
 * a reason is given, (student.twin, at `twin_reason`) when one has the same name and day of birth. The refusal contains them as
 * SimilarStudent. Returns the ids of the students to whom the reason applies.
 */
async function refuseSimilarStudents(
  db: Kysely<DB>,
  scope: RowScope,
  keys: Keys,
  details: Details,
  except: string | null,
): Promise<string[]> {
  const others = await similarStudents(db, keys, details, except)
  const number = others.find(({ same }) => same !== 'twin')
  if (!number && (others.length === 0 || details.twin_reason)) return others.map(({ id }) => id)
  const ids = others.map(({ id }) => id)
  const reached = await studentsIn(db, scope).where('student.id', 'in', ids).select('student.id').execute()
  const found = others.map((one): SimilarStudent => {
    if (reached.some(({ id }) => id === one.id)) return one
    const unknown = { id: null, name: null, student_no: null, born_on: null, gender: null, parents: null }
    return { ...one, ...unknown }
  })
  if (number) throw new Refusal('duplicate.student', number.same, {}, found)
  throw new Refusal('student.twin', 'twin_reason', {}, found)
}

/** Students with the same number, or the same name and birthday; at most five. */
export async function similarStudents(
  db: Kysely<DB>,
  keys: Keys,
  { name, born_on, identity_no, birth_cert_no }: Omit<Details, 'twin_reason'>,
  except: string | null,
) {
  const place = { place: keys.place, table: 'student' } as const
  const indexes = identity_no ? identityIndexes(keys.ring, place, identity_no) : []
  return db
    .selectFrom('student')
    .innerJoin('branch', 'branch.id', 'student.branch_id')
    .select(['student.id', 'student.name', 'student.student_no', 'student.born_on', 'student.gender'])
    .select(['student.status', 'branch.name as branch', parentNames.as('parents')])
    .select(
      sql<
        SimilarStudent['same']
      >`case when student.identity_no_index = any(${indexes}::bytea[]) then 'identity_no'
        when lower(student.birth_cert_no) = lower(${birth_cert_no ?? null}) then 'birth_cert_no' else 'twin' end`.as(
        'same',
      ),
    )
    .where('student.deleted_at', 'is', null)
    .where(sql<boolean>`student.id is distinct from ${except}::uuid`)
    .where(
      sql<boolean>`(student.identity_no_index = any(${indexes}::bytea[])
        or lower(student.birth_cert_no) = lower(${birth_cert_no ?? null})
        or (student.born_on = ${born_on} and ${nameKeyOf(sql.ref('student.name'))} = ${nameKey(name)}))`,
    )
    .orderBy('student.id')
    .limit(5)
    .execute()
}

const parentNames = sql<
  string | null
>`(select string_agg(parent.name, ', ' order by is_primary desc, parent.name)
  from student_parent join parent on parent.id = student_parent.parent_id where student_parent.student_id = student.id)`

/**
 * Such as `260001`: the year of registration and a number within it, continuing after the highest ever used, typed ones
 * included; the row of the number series is locked until the transaction ends.
 */
async function nextStudentNo(trx: Transaction<DB>, registered_on: string): Promise<string> {
  const year = registered_on.slice(2, 4)
  const highest = sql<number>`(select coalesce(max(substring(student_no from 3)::integer), 0)
    from student where student_no ~ ${`^${year}\\d{4,5}$`})`
  const { last_no } = await trx
    .insertInto('number_series')
    .values({ kind: 'student', period: registered_on.slice(0, 4), last_no: sql`${highest} + 1` })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'period']).doUpdateSet({
        last_no: sql`greatest(number_series.last_no, ${highest}) + 1`,
      }),
    )
    .returning('last_no')
    .executeTakeFirstOrThrow()
  return year + String(last_no).padStart(4, '0')
}

/** The full numbers of a student, with an audit entry about who has seen them. Refuses with not_found.student. */
export async function revealStudent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
): Promise<{ identity_no: string | null; birth_cert_no: string | null }> {
  const row = await studentsIn(trx, scope)
    .select(['student.id', 'student.identity_type', 'student.identity_no_sealed', 'student.birth_cert_no'])
    .where('student.id', '=', id)
    .executeTakeFirst()
  const { identity_no } = await revealIdentity(trx, actor, keys, 'student', row, 'not_found.student')
  return { identity_no, birth_cert_no: row?.birth_cert_no ?? null }
}

/** The same with an audit entry, for readers whose access is logged. */
export async function openHealth(trx: Transaction<DB>, actor: Actor, scope: RowScope, id: string) {
  const row = await healthOf(trx, scope, id)
  await record(trx, actor, 'student.health_viewed', { type: 'student', id }, { after: { name: row.name } })
  return row
}

/** Changes the health details; the audit entry only names the fields. Refuses version_conflict. Returns the name. */
export async function setHealth(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  at: AtVersion,
  { health_conditions, allergies }: Omit<HealthInput, 'version'>,
): Promise<string> {
  const { id } = at
  const before = await lockedStudent(trx, scope, at)
  const values = { health_conditions: health_conditions || null, allergies: allergies || null }
  await changeAt(trx, actor, 'student', at, values)
  const fields = (['health_conditions', 'allergies'] as const).filter(
    (field) => before[field] !== values[field],
  )
  const change = named(before.name, { after: { changed: fields } })
  await record(trx, actor, 'student.health_edited', { type: 'student', id }, change)
  return before.name
}

/**
 * Sets a student's photo, null for none; returns the storage key of the previous one, for the caller to remove. Refuses with
 * not_found.student.
 */
export async function setPhoto(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  file: string | null,
): Promise<string | null> {
  const before = await studentsIn(trx, scope)
    .select(['student.name', 'student.photo_file'])
    .where('student.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not_found.student')
  if (file === null && before.photo_file === null) return null
  await trx
    .updateTable('student')
    .set({ photo_file: file, ...changed(actor) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  const action = file ? 'student.photo_set' : 'student.photo_removed'
  await record(trx, actor, action, { type: 'student', id }, named(before.name, {}))
  return before.photo_file
}
