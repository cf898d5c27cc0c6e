import { type Kysely, sql } from 'kysely'
import { daysBetween } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { asDate, asNumber, asText, plainWords } from '#app/domain/core/spreadsheets/cells.ts'
import { type FindStudent, studentsNamed } from '#app/domain/enrolment/imports/kind.ts'
import { enrol } from '#app/domain/people/enrolments/change-enrolment.ts'
import { enrolForm, furthestDays } from '#app/domain/people/enrolments/enrolment.ts'
import { openSubjects } from '#app/domain/people/enrolments/find-enrolments.ts'
import type { DB } from '#db/types.ts'
import type { Problem } from '../import.ts'
import { type About, coded, type ImportKind, type Parsed, parsedByForm, reachOf } from '../kind.ts'

interface Row {
  student: string
  subject: string
  starts_on: string
}

interface OpenSubject {
  id: string
  capacity: number | null
  waitlist: boolean
  seated: number
  starts_on: string | null
  ends_on: string | null
}

interface Known {
  student: FindStudent
  subject(typed: string): OpenSubject | undefined
  /** `student subject` of seats that nobody has left. */
  seats: Set<string>
}

/** One row for each seat. The student and the class must be there already. */
export const enrolments: ImportKind<Row, Known> = {
  name: 'enrolments',
  tables: ['enrolment'],
  fields: [
    {
      ...{ key: 'student_no', label: 'student.student_no', read: asNumber, required: true, sample: '260001' },
      words:
        'student,student no,student id,student number,no pelajar,nombor pelajar,id pelajar,pelajar,murid,no murid,ic,mykid,no mykid,no kp,no kad pengenalan,birth certificate,no sijil lahir',
    },
    {
      ...{ key: 'subject_id', label: 'enrolment.subject_id', read: asText, required: true, sample: 'MT3A' },
      words: 'class,class code,subject,subject code,kelas,kod kelas,subjek,kod subjek,mata pelajaran',
    },
    {
      ...{ key: 'starts_on', label: 'enrolment.starts_on', read: asDate, sample: '2026-01-05' },
      words: 'start,start date,from,starts on,first day,tarikh mula,mula,tarikh masuk',
    },
  ],

  parse({ student_no, subject_id, starts_on }, { today, branch_id }) {
    // The class is known by its code here, and by its id only when it is looked for.
    const seat = parsedByForm(enrolForm, { subject_id: branch_id, starts_on: starts_on ?? today })
    const problems: Problem[] = 'problems' in seat ? seat.problems : []
    if (!student_no) problems.push({ field: 'student_no', code: 'input.required' })
    if (!subject_id) problems.push({ field: 'subject_id', code: 'input.required' })
    if (problems.length > 0 || 'problems' in seat) return { problems }
    return {
      row: { student: String(student_no), subject: String(subject_id), starts_on: seat.input.starts_on },
    }
  },

  async find(db, about, rows) {
    const scope = reachOf(about.actor, 'enrolment.create')
    const [student, subject] = await Promise.all([
      studentsNamed(
        db,
        scope,
        about.keys,
        rows.map(({ row }) => row.student),
      ),
      openClasses(db, about),
    ])
    return { student, subject, seats: await seatsOf(db, rows, student) }
  },

  check(rows, { student, subject, seats }, { today }) {
    const found = new Map<number, Problem[]>()
    const taken = new Map<string, number>()
    const given = new Map<string, number>()
    for (const { number, row } of rows) {
      const [child, open] = [student(row.student), subject(row.subject)]
      const problems: Problem[] = []
      if ('problem' in child) problems.push({ field: 'student_no', code: child.problem })
      else if (child.status !== 'active') problems.push({ field: 'student_no', code: 'enrolment.not_active' })
      if (!open) problems.push({ field: 'subject_id', code: 'import.subject_unknown' })
      else if (isOutside(row.starts_on, open, today))
        problems.push({ field: 'starts_on', code: 'enrolment.starts_on' })
      if (!('problem' in child) && open && problems.length === 0) {
        const seat = `${child.id} ${open.id}`
        const earlier = taken.get(seat)
        const seated = open.seated + (given.get(open.id) ?? 0)
        if (seats.has(seat)) problems.push({ field: 'subject_id', code: 'duplicate.enrolment' })
        else if (earlier)
          problems.push({ field: 'subject_id', code: coded('import.same_as_row', { row: earlier }) })
        else if (open.capacity !== null && !open.waitlist && seated >= open.capacity)
          problems.push({ field: 'subject_id', code: coded('enrolment.full', { capacity: open.capacity }) })
        else {
          taken.set(seat, number)
          given.set(open.id, (given.get(open.id) ?? 0) + 1)
        }
      }
      if (problems.length > 0) found.set(number, problems)
    }
    return found
  },

  async write(trx, { actor, today }, row, { student, subject }) {
    const [child, open] = [student(row.student), subject(row.subject)]
    if ('problem' in child) throw new Refusal(child.problem, 'student_no')
    if (!open) throw new Refusal('import.subject_unknown', 'subject_id')
    const scope = reachOf(actor, 'enrolment.create')
    const { starts_on } = row
    const { id } = await enrol(trx, actor, scope, child.id, { subject_id: open.id, starts_on }, today, {
      source: 'import',
    })
    return [{ type: 'enrolment', id }]
  },
}

function isOutside(on: string, { starts_on, ends_on }: OpenSubject, today: string): boolean {
  return on < (starts_on ?? on) || on > (ends_on ?? on) || Math.abs(daysBetween(today, on)) > furthestDays
}

/** Classes that are open, by code or name, with how many seats of each are taken today or later. */
async function openClasses(db: Kysely<DB>, { actor, today }: About): Promise<Known['subject']> {
  const rows = await openSubjects(db, reachOf(actor, 'enrolment.create'))
    .select(['subject.id', 'subject.name', 'subject.capacity', 'subject.waitlist'])
    .select(['subject.starts_on', 'subject.ends_on', sql<string>`lower(subject.code)`.as('code')])
    .select(
      sql<number>`(select count(*) from enrolment where enrolment.subject_id = subject.id
        and enrolment.status in ('active', 'paused') and coalesce(enrolment.ends_on, ${today}::date) >= ${today}::date)`.as(
        'seated',
      ),
    )
    .execute()
  const codes = new Map(rows.map((row) => [row.code, row]))
  const names = Map.groupBy(rows, ({ name }) => plainWords(name))
  return (typed) => {
    const called = names.get(plainWords(typed)) ?? []
    return codes.get(typed.trim().toLowerCase()) ?? (called.length === 1 ? called[0] : undefined)
  }
}

async function seatsOf(
  db: Kysely<DB>,
  rows: readonly Parsed<Row>[],
  student: FindStudent,
): Promise<Set<string>> {
  const ids = rows.flatMap(({ row }) => {
    const child = student(row.student)
    return 'problem' in child ? [] : child.id
  })
  const there = await db
    .selectFrom('enrolment')
    .select(['student_id', 'subject_id'])
    .where('student_id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .where('status', '<>', 'ended')
    .execute()
  return new Set(there.map(({ student_id, subject_id }) => `${student_id} ${subject_id}`))
}
