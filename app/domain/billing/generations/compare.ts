import { type Kysely, sql, type Transaction } from 'kysely'
import { record } from '#app/domain/core/audit.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { settingNow } from './change-generation.ts'
import { userOrSystemActor } from './end-generation.ts'
import { lockedGeneration } from './find-generations.ts'
import type { Change, ChangeKind } from './generation.ts'
import {
  type Compared,
  comparedLines,
  differingStudents,
  type Planning,
  type Reading,
  studentsToPlan,
  type WithTenant,
} from './make-preview.ts'

/** At most this many students are compared line by line, and this many changes are listed. */
const mostStudents = 500
const mostChanges = 50
const compareStep = 1_000
/** An automatic run whose preview is outdated is previewed again up to this many times before it waits for a person. */
const mostAttempts = 10

/**
 * Compares a stored preview with the current data before its first line is billed. True: nothing has changed and the run
 * continues. False: the changes are stored with the preview and nothing was billed.
 */
export async function compareWithNow(
  { withTenant, report, signal }: { withTenant: WithTenant; report: Reading; signal: AbortSignal },
  id: string,
): Promise<boolean> {
  const row = await withTenant((trx) => lockedGeneration(trx, id))
  if (row?.status !== 'running') return false
  if (row.checked_at) return true
  const planning: Planning = { ...row, issued_on: row.issued_on! }
  const retry = row.retry_of_id !== null
  const students = await report((db) => studentsOf(db, id, planning.month, retry))
  const differing: string[] = []
  for (let from = 0; from < students.length; from += compareStep) {
    signal.throwIfAborted()
    const some = students.slice(from, from + compareStep)
    differing.push(...(await report((db) => differingStudents(db, id, planning, some))))
  }
  const lines = await report((db) => comparedLines(db, id, planning, differing.slice(0, mostStudents)))
  return withTenant(async (trx) => {
    const setting = await settingNow(trx)
    const changes = [
      ...(JSON.stringify(setting) === JSON.stringify(orderedAs(setting, row.setting))
        ? []
        : [settingChanged]),
      ...changesOf(lines),
      ...(differing.length > mostStudents ? [furtherStudents(differing.length - mostStudents)] : []),
    ]
    return saveComparison(trx, id, changes)
  })
}

/** Students who may be billed now and students of the preview; for a retry only the latter. */
async function studentsOf(db: Kysely<DB>, id: string, month: string, retry: boolean): Promise<string[]> {
  const kept = await db
    .selectFrom('generation_student')
    .select('student_id')
    .where('generation_id', '=', id)
    .orderBy('position')
    .execute()
  const known = kept.map(({ student_id }) => student_id)
  return retry ? known : [...new Set([...known, ...(await studentsToPlan(db, month))])]
}

/** jsonb does not keep the order of keys, so the stored object is put in the order of the other one before comparing. */
const orderedAs = (like: object, kept: object) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, (kept as Record<string, unknown>)[key]]))

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
function changesOf(lines: readonly Compared[]): Change[] {
  const found = new Map<string, { change: Change; students: Set<string> }>()
  for (const [student_id, own] of Map.groupBy(lines, (line) => line.student_id)) {
    const changes = own.flatMap(changesIn)
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
    .slice(0, mostChanges)
}

/** The line facts that are compared; a line that is not billed may lack them. */
interface ComparedFacts {
  usual_sen?: number
  own?: { sen: number } | null
  discounts?: { code: string; name: string; sen: number }[]
  tax?: unknown
}

function changesIn({ student, subject, fee_type, kept, now }: Compared): Change[] {
  const fee = `${subject}, ${fee_type}`
  const one = (kind: ChangeKind, name: string, was: Change['was'], is: Change['is']): Change[] => [
    { kind, name, was, is, students: 1 },
  ]
  const shown = (line: Compared['kept']) => (line ? (line.skip ?? line.sen) : null)
  if (!kept || !now || kept.skip !== now.skip)
    return one('student', `${student}: ${fee}`, shown(kept), shown(now))
  const [before, after] = [(kept.facts ?? {}) as ComparedFacts, (now.facts ?? {}) as ComparedFacts]
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
    ...(kept.payer_parent_id === now.payer_parent_id ? [] : one('payer', student, null, null)),
    ...(kept.branch_id === now.branch_id ? [] : one('branch', student, null, null)),
    ...(kept.due_on === now.due_on ? [] : one('due', '', kept.due_on, now.due_on)),
    ...(kept.description === now.description ? [] : one('description', now.description, null, null)),
  ]
  if (changes.length > 0 || (kept.sen === now.sen && kept.price_sen === now.price_sen && same(before, after)))
    return changes
  return one('other', `${student}: ${fee}`, kept.sen, now.sen)
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
  const row = await lockedGeneration(trx, id)
  if (row?.status !== 'running') return false
  if (row.checked_at) return true
  if (changes.length === 0) {
    await trx.updateTable('generation').set({ checked_at: sql<Date>`now()` }).where('id', '=', id).execute()
    return true
  }
  // Nobody reviews an automatic run: it is previewed and run again.
  const again = row.runs_itself && row.attempt < mostAttempts
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
