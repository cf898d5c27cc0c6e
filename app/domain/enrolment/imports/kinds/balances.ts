import { type Kysely, sql, type Transaction } from 'kysely'
import { cancelInvoice, createDraft, issueInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { type InvoiceInput, invoiceForm } from '#app/domain/billing/invoices/invoice.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { familyCode } from '#app/domain/core/fields.ts'
import { longestDays } from '#app/domain/core/invoicing/invoice.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { asAmount, asDate, asNumber, asText } from '#app/domain/core/spreadsheets/cells.ts'
import { type FindStudent, studentsNamed } from '#app/domain/enrolment/imports/kind.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import type { Problem } from '../import.ts'
import { type About, type Blocked, type ImportKind, parsedByForm, reachOf, type Written } from '../kind.ts'

interface Row {
  student: string | undefined
  family: string | undefined
  input: InvoiceInput
}

interface Known {
  student: FindStudent
  /** By family code: whose invoice it becomes, and who pays. */
  families: Map<string, { student_id: string; parent_id: string }>
  /** Students for whom somebody pays. */
  paid: Set<string>
}

/** Days until what was owed before is due, where the file does not say. */
const usualDays = 14

/** Months that a debt may have been due. */
const oldestMonths = 120

/**
 * One row for each sum that a family owes from before. It becomes an issued invoice of one line without a fee type, so
 * that nothing is taxed a second time, due when it was due; nobody is mailed.
 */
export const balances: ImportKind<Row, Known> = {
  name: 'balances',
  tables: ['invoice'],
  fields: [
    {
      ...{ key: 'student_no', label: 'student.student_no', read: asNumber, sample: '260001' },
      words:
        'student,student no,student id,student number,no pelajar,nombor pelajar,id pelajar,pelajar,murid,ic,mykid,no mykid,no kp',
    },
    {
      ...{ key: 'family_code', label: 'invoice.family_code', read: asNumber, sample: '' },
      words: 'family code,family,kod keluarga,keluarga',
    },
    {
      ...{ key: 'amount', label: 'import.owed', read: asAmount, required: true, sample: '350.00' },
      words:
        'amount,balance,outstanding,opening balance,owed,jumlah,baki,baki awal,tunggakan,tertunggak,rm,jumlah rm',
    },
    {
      ...{ key: 'due_on', label: 'invoice.due_on', read: asDate, sample: '' },
      words: 'due,due date,due on,tarikh akhir,tarikh akhir bayaran,bayar sebelum',
    },
    {
      ...{ key: 'description', label: 'invoice.description', read: asText },
      ...{ words: 'description,details,keterangan,perkara,butiran', sample: ['Fees of 2025', 'Yuran 2025'] },
    },
    {
      ...{ key: 'reference', label: 'import.reference', read: asNumber, sample: 'INV-2025-0042' },
      words: 'reference,invoice no,invoice number,old invoice,rujukan,no invois,nombor invois',
    },
  ],

  parse({ student_no, family_code, amount, due_on, description, reference }, { today, words }) {
    const line = {
      description: [description ?? words.balance, reference].filter(Boolean).join(', ').slice(0, 200),
      ...{ quantity: '1', price: amount },
    }
    const form = parsedByForm(
      invoiceForm,
      { due_on: due_on ?? addDays(today, usualDays), items: [line], step: 'issue' },
      (field) => (field === 'items' ? 'amount' : field),
    )
    const problems: Problem[] = 'problems' in form ? [...form.problems] : []
    if (!student_no && !family_code) problems.push({ field: 'student_no', code: 'import.who_needed' })
    if ('problems' in form) return { problems }
    if (form.input.items[0]!.price === 0) problems.push({ field: 'amount', code: 'invoice.total_zero' })
    const due = dueProblem(form.input.due_on, today)
    if (due) problems.push(due)
    if (problems.length > 0) return { problems }
    const family = family_code === undefined ? undefined : familyCode.parse(String(family_code).slice(0, 20))
    return { row: { student: student_no as string | undefined, family, input: form.input } }
  },

  async find(db, { actor, keys }, rows) {
    const scope = reachOf(actor, 'invoice.create')
    const [student, families] = await Promise.all([
      studentsNamed(
        db,
        scope,
        keys,
        rows.flatMap(({ row }) => row.student ?? []),
      ),
      familiesCalled(
        db,
        rows.flatMap(({ row }) => row.family ?? []),
        { actor },
      ),
    ])
    const ids = rows.flatMap(({ row }) => {
      const found = row.student === undefined ? undefined : student(row.student)
      return found && !('problem' in found) ? found.id : []
    })
    return { student, families, paid: await paidOf(db, ids) }
  },

  check(rows, known) {
    return new Map(
      rows.flatMap(({ number, row }) => {
        const who = whose(row, known)
        return 'problem' in who ? [[number, [who.problem]] as const] : []
      }),
    )
  },

  async write(trx, { actor, today }, row, known) {
    const who = whose(row, known)
    if ('problem' in who)
      throw new Refusal(who.problem.code as 'import.family_unknown', who.problem.field ?? undefined)
    const { student_id, parent_id } = who
    const input = {
      ...row.input,
      is_carried_over: true as const,
      ...(parent_id ? { payer_parent_id: parent_id } : {}),
    }
    const id = await createDraft(trx, actor, reachOf(actor, 'invoice.create'), student_id, input, today)
    await issueInvoice(trx, actor, reachOf(actor, 'invoice.issue'), id, { version: 1, send: false, today })
    return [{ type: 'invoice', id }]
  },

  async takeBack(trx, about, written) {
    const blocked = await touched(trx, written)
    if (blocked.length > 0) return blocked
    const scope = reachOf(about.actor, 'invoice.cancel')
    for (const { object_id, object_version } of written)
      await cancelInvoice(trx, about.actor, scope, object_id, object_version, about.words.undone)
    return []
  },
}

/** A debt may be old; one of another decade is a slip of the keyboard. */
function dueProblem(due_on: string, today: string): Problem | undefined {
  if (due_on > addDays(today, longestDays)) return { field: 'due_on', code: 'invoice.due_too_late' }
  if (due_on < addMonths(today, -oldestMonths)) return { field: 'due_on', code: 'import.due_too_old' }
  return undefined
}

/** The student of a row, or the eldest of the family that it names. */
function whose({ student: typed, family }: Row, { student, families, paid }: Known) {
  if (typed !== undefined) {
    const found = student(typed)
    if ('problem' in found) return { problem: { field: 'student_no', code: found.problem } }
    if (!paid.has(found.id)) return { problem: { field: 'student_no', code: 'invoice.no_payer' } }
    return { student_id: found.id, parent_id: undefined }
  }
  const found = families.get(family ?? '')
  return found ?? { problem: { field: 'family_code', code: 'import.family_unknown' } }
}

async function familiesCalled(db: Kysely<DB>, codes: readonly string[], { actor }: Pick<About, 'actor'>) {
  const rows = await studentsIn(db, reachOf(actor, 'invoice.create'))
    .innerJoin('student_parent', 'student_parent.student_id', 'student.id')
    .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
    .select(['student.id as student_id', 'parent.id as parent_id', 'parent.family_code'])
    .where('parent.deleted_at', 'is', null)
    .where(sql<boolean>`parent.family_code = any(${[...new Set(codes)]}::text[])`)
    .orderBy(sql`student.status <> 'active'`)
    .orderBy('student_parent.is_payer', 'desc')
    .orderBy('student.born_on')
    .orderBy('student.id')
    .execute()
  const families: Known['families'] = new Map()
  for (const { family_code, ...row } of rows) if (!families.has(family_code)) families.set(family_code, row)
  return families
}

async function paidOf(db: Kysely<DB>, student_ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('student_parent')
    .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
    .select('student_id')
    .where('is_payer', '=', sql<boolean>`true`)
    .where('parent.deleted_at', 'is', null)
    .where(sql<boolean>`student_id = any(${[...new Set(student_ids)]}::uuid[])`)
    .execute()
  return new Set(rows.map(({ student_id }) => student_id))
}

/** Invoices that were paid on, or changed, since. */
async function touched(trx: Transaction<DB>, written: readonly Written[]): Promise<Blocked[]> {
  const rows = await trx
    .selectFrom('invoice')
    .select(['id', 'status', 'paid_sen', 'version'])
    .where(sql<boolean>`id = any(${written.map(({ object_id }) => object_id)}::uuid[])`)
    .execute()
  const now = new Map(rows.map((row) => [row.id, row]))
  return written.flatMap(({ number, object_id, object_version }) => {
    const row = now.get(object_id)
    if (row && row.paid_sen === 0 && row.status === 'unpaid' && row.version === object_version) return []
    const link = { to: 'invoice' as const, id: object_id }
    return { number, reason: row && row.paid_sen > 0 ? ('used' as const) : ('changed' as const), link }
  })
}
