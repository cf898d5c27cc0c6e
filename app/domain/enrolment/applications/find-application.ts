import { type Kysely, sql } from 'kysely'
import type { SessionRole } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { columnIn } from '#app/domain/core/translated.ts'
import type { Words } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { identityDetail } from '#app/domain/identity/accounts/identity.ts'
import { seesBalance } from '#app/domain/people/parents/parent.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { maskedNumber, openedAnswers, ownAnswersOf } from './answers.ts'
import type { ApplicationStatus } from './application.ts'
import { type KnownBy, knownParent } from './family.ts'
import { applicationsIn, linesIn, shownStatus, wishesOf } from './find-applications.ts'
import { linesLike } from './similar.ts'

/**
 * One application as the reader may see it, with the people on file who match, and the children they may decide about.
 * Identity numbers are masked and health answers left out. Refuses not_found.application.
 */
export async function applicationRow(
  db: Kysely<DB>,
  scope: RowScope,
  keys: Keys,
  roles: readonly SessionRole[],
  id: string,
) {
  const row = await applicationsIn(db, scope)
    .leftJoin('user_account as decider', 'decider.id', 'application.decided_by')
    .select(['application.id', 'application.number', 'application.public_code', 'application.channel'])
    .select(['application.locale', 'application.submitted_at', 'application.decided_at'])
    .select(['application.reason', 'application.phone_verified', 'application.consent_version'])
    .select(['application.answers_sealed', 'application.estimate_sen', 'application.parent_id'])
    .select(['application.anonymised_at', 'application.version', 'decider.name as decider'])
    .select(shownStatus.as('status'))
    .where('application.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.application')
  const own = scope.scope === 'own'
  const [parents, students, documents] = await Promise.all([
    parentsOf(db, keys, roles, row, own),
    studentsOf(db, scope, keys, id, own),
    documentsOf(db, id),
  ])
  const { answers_sealed, estimate_sen, parent_id: _, ...known } = row
  return {
    ...known,
    ...(own || seesBalance(roles) ? { estimate_sen } : {}),
    answers: ownAnswersOf(keys, { id, answers_sealed }).map(({ student_place, ...said }) => ({
      ...said,
      child: students.find(({ place }) => place === student_place)?.name ?? null,
    })),
    ...{ parents, students, documents },
  }
}

export type ApplicationRow = Awaited<ReturnType<typeof applicationRow>>

async function parentsOf(
  db: Kysely<DB>,
  keys: Keys,
  roles: readonly SessionRole[],
  application: { id: string; parent_id: string | null; phone_verified: boolean },
  own: boolean,
) {
  const rows = await db
    .selectFrom('application_parent')
    .selectAll()
    .where('application_id', '=', application.id)
    .orderBy('place')
    .execute()
  const sees = identityDetail(roles, 'application.view')
  return Promise.all(
    rows.map(async (row) => {
      const answers = openedAnswers(keys, 'application_parent', row)
      const self = row.place === 1 ? application.parent_id : null
      const known =
        own || row.parent_id
          ? undefined
          : answers &&
            (await knownParent(db, keys, answers, row.same_parent_id ?? self, row.other_parent_ids))
      const on_file: { id: string; name: string; by: KnownBy | null } | null = known
        ? { id: known.id, name: known.name, by: row.same_parent_id === known.id ? null : known.by }
        : row.parent_id && !own
          ? { id: row.parent_id, name: row.name, by: null }
          : null
      const { id, place, name, relationship, phone, email } = row
      return {
        ...{ id, place, name, relationship, phone, email, on_file },
        // The office has to say first whether it is the same family.
        asks: known?.differs ? known.by : null,
        is_phone_proven: place === 1 && application.phone_verified,
        occupation: answers?.occupation ?? null,
        identity:
          sees && answers
            ? { identity_type: answers.identity_type, identity_no: maskedNumber(answers) }
            : null,
      }
    }),
  )
}

async function studentsOf(db: Kysely<DB>, scope: RowScope, keys: Keys, application_id: string, own: boolean) {
  const rows = await db
    .selectFrom('application_student as child')
    .innerJoin('branch', 'branch.id', 'child.branch_id')
    .leftJoin('student', 'student.id', 'child.student_id')
    .leftJoin('user_account as decider', 'decider.id', 'child.decided_by')
    .select(['child.id', 'child.place', 'child.name', 'child.born_on', 'child.gender', 'child.status'])
    .select([
      'child.reason',
      'child.student_id',
      'child.is_existing',
      'child.twin_reason',
      'child.invoice_id',
    ])
    .select(['branch.name as branch', 'student.student_no', 'decider.name as decider', 'child.decided_at'])
    .where('child.application_id', '=', application_id)
    .orderBy('child.place')
    .execute()
  const reached = new Set(
    (await linesIn(db, scope).select('id').where('application_id', '=', application_id).execute()).map(
      ({ id }) => id,
    ),
  )
  const alike = own ? new Set<string>() : await linesLike(db, keys, application_id)
  const wishes = await wishesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    is_reached: reached.has(row.id),
    is_alike: alike.has(row.id),
    subjects: wishes.filter(({ application_student_id }) => application_student_id === row.id),
  }))
}

async function documentsOf(db: Kysely<DB>, application_id: string) {
  const rows = await db
    .selectFrom('application_document as paper')
    .innerJoin('stored_file', 'stored_file.id', 'paper.file_id')
    .leftJoin('application_student as child', 'child.id', 'paper.application_student_id')
    .select(['paper.id', 'paper.kind', 'paper.question', 'stored_file.name', 'stored_file.size_bytes'])
    .select('child.name as child')
    .where('paper.application_id', '=', application_id)
    .orderBy('child.place')
    .orderBy('paper.kind')
    .execute()
  return rows.map((row) => ({ ...row, question: row.question as Words | null }))
}

/** The code of an application that the scope reaches; refuses not_found.application. */
export async function applicationCode(db: Kysely<DB>, scope: RowScope, id: string): Promise<string> {
  const row = await applicationsIn(db, scope)
    .select('application.public_code')
    .where('application.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.application')
  return row.public_code
}

/** The stored file of a document of an application within the scope; refuses not_found.document. */
export async function applicationFile(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await db
    .selectFrom('application_document')
    .innerJoin('stored_file', 'stored_file.id', 'application_document.file_id')
    .select(['stored_file.name', 'stored_file.content_type', 'stored_file.storage_key'])
    .select('stored_file.size_bytes')
    .where('application_document.id', '=', id)
    .where('application_document.application_id', 'in', applicationsIn(db, scope).select('application.id'))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.document')
  return row
}

/** The application as the family sees it through its secret link; the only amounts are those of its invoices. */
interface FamilyApplication {
  id: string
  number: string
  status: ApplicationStatus
  locale: Locale
  submitted_at: Date
  decided_at: Date | null
  withdrawn_at: Date | null
  reason: string | null
  /** Issued invoices, by child; empty before the approval. */
  invoices: { child: string; number: string; public_code: string; balance_sen: number; due_on: string }[]
  students: {
    place: number
    name: string
    status: ApplicationStatus
    reason: string | null
    /** Each with the class's own branch, which may differ from the child's. */
    subjects: { name: string; branch: string; starts_on: string | null; is_waiting: boolean }[]
  }[]
}

/**
 * The application of a link's code. Undefined if there is none, or it is anonymised.
 * @param reader the language of the names of its classes; default: that of who applied
 */
export async function applicationByCode(
  db: Kysely<DB>,
  public_code: string,
  reader?: Locale,
): Promise<FamilyApplication | undefined> {
  const row = await db
    .selectFrom('application')
    .select(['id', 'number', 'status', 'locale', 'submitted_at', 'decided_at', 'withdrawn_at', 'reason'])
    .where('public_code', '=', public_code)
    .where('anonymised_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const locale = knownLocale(row.locale)
  const [students, invoices] = await Promise.all([
    childrenOf(db, row.id, reader ?? locale),
    invoicesOf(db, row.id),
  ])
  return { ...row, status: row.status as ApplicationStatus, locale, invoices, students }
}

/** Invoices issued on approval. */
async function invoicesOf(db: Kysely<DB>, application_id: string) {
  const rows = await db
    .selectFrom('application_student')
    .innerJoin('invoice', 'invoice.id', 'application_student.invoice_id')
    .select(['application_student.name as child', 'invoice.number', 'invoice.public_code'])
    .select(['invoice.balance_sen', 'invoice.due_on'])
    .where('application_student.application_id', '=', application_id)
    .where('invoice.status', 'not in', ['draft', 'cancelled'])
    .orderBy('application_student.place')
    .execute()
  return rows.map(({ number, balance_sen, ...row }) => ({
    ...row,
    number: number ?? '',
    balance_sen: balance_sen ?? 0,
  }))
}

async function childrenOf(db: Kysely<DB>, application_id: string, locale: Locale) {
  const rows = await db
    .selectFrom('application_student as child')
    .innerJoin('application_subject as wish', 'wish.application_student_id', 'child.id')
    .innerJoin('subject', 'subject.id', 'wish.subject_id')
    .innerJoin('branch', 'branch.id', 'subject.branch_id')
    .leftJoin('enrolment', 'enrolment.id', 'wish.enrolment_id')
    .select(['child.place', 'child.name', 'child.status', 'child.reason'])
    .select([columnIn('subject.name', locale).as('subject'), 'branch.name as branch'])
    .select(sql<string | null>`coalesce(enrolment.starts_on, wish.starts_on)`.as('starts_on'))
    // After the decision the enrolment holds the status.
    .select(sql<boolean>`coalesce(enrolment.status = 'waitlisted', wish.is_waiting)`.as('is_waiting'))
    .where('child.application_id', '=', application_id)
    .orderBy('child.place')
    .orderBy('subject.name')
    .execute()
  const children = new Map<number, FamilyApplication['students'][number]>()
  for (const { place, name, branch, status, reason, subject, starts_on, is_waiting } of rows) {
    const known = children.get(place)
    const child = known ?? { place, name, status: status as ApplicationStatus, reason, subjects: [] }
    if (!known) children.set(place, child)
    child.subjects.push({ name: subject, branch, starts_on, is_waiting })
  }
  return [...children.values()]
}
