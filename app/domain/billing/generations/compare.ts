import { type Kysely, sql, type Transaction } from 'kysely'
import { disableNestedLoops } from '#app/domain/billing/plan/plan.ts'
import { userOrSystemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import type { Report, Write } from '#app/domain/core/transactions.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { currentSetting } from './change-generation.ts'
import { lockGeneration } from './find-generations.ts'
import type { Change, ChangeKind } from './generation.ts'
import { type Planning, plannedLines, studentsToPlan } from './preview-lines.ts'

/** At most this many students are compared line by line, and this many changes are listed. */
const maxComparedStudents = 500
const maxListedChanges = 50
const compareStep = 1_000
/** An automatic run whose preview is outdated is previewed again up to this many times before it waits for a person. */
const maxAutoAttempts = 10

/**
 * Compares a stored preview with the current data before its first line is billed. True: nothing has changed and the run
 * continues. False: the changes are stored with the preview and nothing was billed.
 */
export async function compareWithCurrent(
  { withTenant, report, signal }: { withTenant: Write; report: Report; signal: AbortSignal },
  id: string,
): Promise<boolean> {
  const row = await withTenant((trx) => lockGeneration(trx, id))
  if (row?.status !== 'running') return false
  if (row.checked_at) return true
  const planning: Planning = { ...row, issued_on: row.issued_on! }
  const retry = row.retry_of_id !== null
  const students = await report((db) => studentsToCompare(db, id, planning.month, retry))
  const differing: string[] = []
  for (let from = 0; from < students.length; from += compareStep) {
    signal.throwIfAborted()
    const some = students.slice(from, from + compareStep)
    differing.push(...(await report((db) => differingStudents(db, id, planning, some))))
  }
  const lines = await report((db) => comparedLines(db, id, planning, differing.slice(0, maxComparedStudents)))
  return withTenant(async (trx) => {
    const setting = await currentSetting(trx)
    const changes = [
      ...(JSON.stringify(setting) === JSON.stringify(inOrderOf(setting, row.setting))
        ? []
        : [settingChanged]),
      ...changesOf(lines),
      ...(differing.length > maxComparedStudents
        ? [furtherStudents(differing.length - maxComparedStudents)]
        : []),
    ]
    return saveComparison(trx, id, changes)
  })
}

/** Students who may be billed now and students of the preview; for a retry only the latter. */
async function studentsToCompare(
  db: Kysely<DB>,
  id: string,
  month: string,
  retry: boolean,
): Promise<string[]> {
  const previewed = await db
    .selectFrom('generation_student')
    .select('student_id')
    .where('generation_id', '=', id)
    .orderBy('position')
    .execute()
  const known = previewed.map(({ student_id }) => student_id)
  return retry ? known : [...new Set([...known, ...(await studentsToPlan(db, month))])]
}

/** The students whose current lines differ from the stored preview, including those who are not in it. */
export async function differingStudents(
  db: Kysely<DB>,
  generation_id: string,
  planning: Planning,
  students: readonly string[],
): Promise<string[]> {
  await disableNestedLoops(db)
  const { rows } = await sql<{ id: string }>`
    ${plannedLines(planning, students)}
    select given.id from unnest(${students}::uuid[]) as given (id)
    left join summed on summed.student_id = given.id
    left join generation_student as stored on stored.student_id = given.id and stored.generation_id = ${generation_id}
    where coalesce(stored.digest, md5('')) <> coalesce(summed.digest, md5(''))`.execute(db)
  return rows.map(({ id }) => id)
}

/** A line as stored in the preview and as it would be now; null on the side that does not have it. */
export interface ComparedLine {
  student_id: string
  student: string
  subject: string
  fee_type: string
  stored: StatedLine | null
  current: StatedLine | null
}

interface StatedLine {
  skip: string | null
  sen: number
  price_sen: number
  due_on: string | null
  description: string
  payer_parent_id: string | null
  branch_id: string | null
  facts: unknown
}

/** The stored and the current lines of students, paired. */
export async function comparedLines(
  db: Kysely<DB>,
  generation_id: string,
  planning: Planning,
  students: readonly string[],
): Promise<ComparedLine[]> {
  await disableNestedLoops(db)
  const side = (name: string) => sql`
    case when ${sql.ref(`${name}.student_id`)} is not null then jsonb_build_object('skip', ${sql.ref(`${name}.skip`)},
      'sen', ${sql.ref(`${name}.amount_sen`)} + ${sql.ref(`${name}.tax_sen`)},
      'price_sen', ${sql.ref(`${name}.price_sen`)}, 'due_on', ${sql.ref(`${name}.due_on`)},
      'description', ${sql.ref(`${name}.description`)}, 'branch_id', ${sql.ref(`${name}.branch_id`)},
      'payer_parent_id', ${sql.ref(`${name}.payer_parent_id`)},
      'facts', ${sql.ref(`${name}.facts`)}) end`
  const { rows } = await sql<ComparedLine>`
    ${plannedLines(planning, students)}
    select student.id as student_id, student.name as student, subject.name as subject, fee_type.name as fee_type,
      ${side('stored')} as stored, ${side('line')} as current
    from (select * from line where skip is distinct from 'gone') as line
    full join (
      select item.*, entry.payer_parent_id, entry.branch_id
      from generation_item as item
        join generation_student as entry on entry.generation_id = item.generation_id and entry.student_id = item.student_id
      where item.generation_id = ${generation_id} and item.student_id = any(${students}::uuid[])
        and item.skip is distinct from 'gone'
    ) as stored on stored.student_id = line.student_id and stored.subject_id = line.subject_id
      and stored.fee_type_id = line.fee_type_id and stored.apply_to = line.apply_to and stored.period_key = line.period_key
    join student on student.id = coalesce(stored.student_id, line.student_id)
    join subject on subject.id = coalesce(stored.subject_id, line.subject_id)
    join fee_type on fee_type.id = coalesce(stored.fee_type_id, line.fee_type_id)
    order by student.name, student.id, subject.name`.execute(db)
  return rows
}

/** jsonb does not keep the order of keys, so the stored object is put in the order of the other one before comparing. */
const inOrderOf = (like: object, stored: object) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, (stored as Record<string, unknown>)[key]]))

const settingChanged: Change = { kind: 'setting', name: '', was: null, is: null, students: 0 }
const furtherStudents = (students: number): Change => ({
  kind: 'other',
  name: '',
  was: null,
  is: null,
  students,
})

const changeOrder: readonly ChangeKind[] = [
  ...(['tax', 'fee', 'discount', 'own_fee', 'student', 'payer', 'branch'] as const),
  ...(['due', 'description', 'other'] as const),
]

const otherChange = (name: string): Change => ({ kind: 'other', name, was: null, is: null, students: 1 })

/** What differs for the given students: each change once with the number of students it affects, the most important first. */
function changesOf(lines: readonly ComparedLine[]): Change[] {
  const found = new Map<string, { change: Change; students: Set<string> }>()
  for (const [student_id, own] of Map.groupBy(lines, (line) => line.student_id)) {
    const changes = own.flatMap(lineChanges)
    // The digests differ, so something has changed even where none of the kinds above explains it.
    for (const change of changes.length > 0 ? changes : [otherChange(own[0]!.student)]) {
      const key = JSON.stringify([change.kind, change.name, change.was, change.is])
      const one = found.get(key) ?? { change, students: new Set<string>() }
      one.students.add(student_id)
      found.set(key, one)
    }
  }
  return [...found.values()]
    .map(({ change, students }) => ({ ...change, students: students.size }))
    .sort((a, b) => changeOrder.indexOf(a.kind) - changeOrder.indexOf(b.kind) || b.students - a.students)
    .slice(0, maxListedChanges)
}

/** The line facts that are compared; a line that is not billed may lack them. */
interface ComparedFacts {
  usual_sen?: number
  own?: { sen: number } | null
  discounts?: { code: string; name: string; sen: number }[]
  tax?: unknown
}

function lineChanges({ student, subject, fee_type, stored, current }: ComparedLine): Change[] {
  const fee = `${subject}, ${fee_type}`
  const one = (kind: ChangeKind, name: string, was: Change['was'], is: Change['is']): Change[] => [
    { kind, name, was, is, students: 1 },
  ]
  const shown = (line: ComparedLine['stored']) => (line ? (line.skip ?? line.sen) : null)
  if (!stored || !current || stored.skip !== current.skip)
    return one('student', `${student}: ${fee}`, shown(stored), shown(current))
  const [before, after] = [(stored.facts ?? {}) as ComparedFacts, (current.facts ?? {}) as ComparedFacts]
  const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
  const changes = [
    ...(same(before.usual_sen, after.usual_sen)
      ? []
      : one('fee', fee, before.usual_sen ?? null, after.usual_sen ?? null)),
    ...(same(before.own, after.own)
      ? []
      : one('own_fee', `${student}: ${fee}`, before.own?.sen ?? null, after.own?.sen ?? null)),
    ...discountChanges(
      before.discounts ?? [],
      after.discounts ?? [],
      same(before.usual_sen, after.usual_sen),
    ),
    ...(same(before.tax, after.tax) ? [] : one('tax', '', null, null)),
    ...(stored.payer_parent_id === current.payer_parent_id ? [] : one('payer', student, null, null)),
    ...(stored.branch_id === current.branch_id ? [] : one('branch', student, null, null)),
    ...(stored.due_on === current.due_on ? [] : one('due', '', stored.due_on, current.due_on)),
    ...(stored.description === current.description
      ? []
      : one('description', current.description, null, null)),
  ]
  if (
    changes.length > 0 ||
    (stored.sen === current.sen && stored.price_sen === current.price_sen && same(before, after))
  )
    return changes
  return one('other', `${student}: ${fee}`, stored.sen, current.sen)
}

/** Discounts that were added, removed or give another amount. Where the fee itself differs, another amount is only its consequence. */
function discountChanges(
  before: NonNullable<ComparedFacts['discounts']>,
  after: NonNullable<ComparedFacts['discounts']>,
  sameFee: boolean,
): Change[] {
  const sen = (of: typeof before, code: string) =>
    of.filter((rule) => rule.code === code).reduce<number | null>((sum, rule) => (sum ?? 0) + rule.sen, null)
  const names = new Map([...before, ...after].map(({ code, name }) => [code, name]))
  return [...names].flatMap(([code, name]) => {
    const [was, is] = [sen(before, code), sen(after, code)]
    const differs = sameFee ? was !== is : (was === null) !== (is === null)
    return differs ? [{ kind: 'discount' as const, name, was, is, students: 1 }] : []
  })
}

/** Lets the run continue, or returns it to the preview with the changes. */
async function saveComparison(
  trx: Transaction<DB>,
  id: string,
  changes: readonly Change[],
): Promise<boolean> {
  const row = await lockGeneration(trx, id)
  if (row?.status !== 'running') return false
  if (row.checked_at) return true
  if (changes.length === 0) {
    await trx.updateTable('generation').set({ checked_at: sql<Date>`now()` }).where('id', '=', id).execute()
    return true
  }
  // Nobody reviews an automatic run: it is previewed and run again.
  const again = row.runs_itself && row.attempt < maxAutoAttempts
  await trx
    .updateTable('generation')
    .set({
      status: again ? 'previewing' : 'previewed',
      changes: again ? null : JSON.stringify(changes),
      run_by: again ? row.run_by : null,
      ...{ run_at: null, issued_on: null },
      ...{ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` },
    })
    .where('id', '=', id)
    .execute()
  if (again) await enqueue(trx, 'generation.preview', { generation_id: id })
  const after = { month: row.month.slice(0, 7), changes: changes.length }
  const actor = await userOrSystemActor(trx, row.run_by)
  await record(trx, actor, 'generation.refused', { type: 'generation', id }, { after })
  return false
}
