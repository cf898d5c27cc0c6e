import { type Kysely, sql, type Transaction } from 'kysely'
import { createSubjectFee } from '#app/domain/catalogue/subject-fees/change-subject-fee.ts'
import { type SubjectFeeInput, subjectFeeForm } from '#app/domain/catalogue/subject-fees/subject-fee.ts'
import { subjects as verbs } from '#app/domain/catalogue/subjects/change-subject.ts'
import { type SubjectInput, subjectForm } from '#app/domain/catalogue/subjects/subject.ts'
import { startOfMonth } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  asAmount,
  asChoice,
  asCount,
  asDate,
  asNumber,
  asText,
  plainWords,
  type Reader,
} from '#app/domain/core/spreadsheets/cells.ts'
import { fieldsNamed, type Named, namedOf, needed } from '#app/domain/enrolment/imports/kind.ts'
import type { DB } from '#db/types.ts'
import type { Problem } from '../import.ts'
import {
  type About,
  coded,
  type ImportField,
  type ImportKind,
  parsedByForm,
  type Values,
  type Wrote,
} from '../kind.ts'

/** What of a class, or of its fee, is named in the file and found in the database. */
const choices = {
  program_id: 'program',
  module_id: 'module',
  category_id: 'category',
  branch_id: 'branch',
} as const
type Choice = keyof typeof choices

interface Row {
  input: SubjectInput
  named: Partial<Record<Choice, string>>
  fee: { input: SubjectFeeInput; type: string } | undefined
}

interface Known {
  named: Record<Choice | 'fee_type_id', Named>
  /** By code in small letters: those that are there, and those that this import has made. */
  subjects: Map<string, { id: string; name: string }>
  /** `subject fee-type` of fees that everybody pays at present. */
  fees: Set<string>
}

const frequency = asChoice({
  one_off: 'sekali,sekali sahaja,once,one off,one time',
  monthly: 'bulanan,setiap bulan,sebulan,month',
  quarterly: 'suku tahun,setiap suku tahun,every quarter',
  session: 'per session,each session,setiap sesi,sesi,kelas',
  half_yearly: 'setengah tahun,separuh tahun,semester,every half year',
  yearly: 'tahunan,setiap tahun,annual,annually,year',
})

const field = fieldsNamed((key) => ({ label: `subject.${key}`, of: 'subject.one' }))

const fee = (key: string, read: Reader, words: string, sample: ImportField['sample'] = '') =>
  field(`fee_${key}`, read, words, sample, { label: `subject_fee.${key}`, of: 'import.fee' })

const subjectFields: readonly ImportField[] = [
  field('code', asNumber, 'code,kod,class code,subject code,kod kelas,kod subjek', 'MT3A', {
    ...needed,
    label: 'subject.code',
  }),
  field(
    'name',
    asText,
    'name,nama,class,class name,subject,subject name,kelas,nama kelas,subjek,nama subjek',
    ['Mathematics 3A', 'Matematik 3A'],
    { ...needed, label: 'subject.name' },
  ),
  field('name_en', asText, 'name in english,english name,nama dalam bahasa inggeris,nama inggeris'),
  field('name_my', asText, 'name in malay,malay name,nama dalam bahasa melayu,nama melayu'),
  field('program_id', asText, 'program,programme,program code,kod program', 'UPSR', needed),
  field('module_id', asText, 'module,modul,module code,kod modul'),
  field('category_id', asText, 'category,kategori,level,tahap,category code,kod kategori'),
  field('branch_id', asText, 'branch,cawangan,branch code,kod cawangan'),
  field('capacity', asCount, 'capacity,places,seats,kapasiti,tempat,bilangan tempat', '20'),
  field('session_minutes', asCount, 'minutes,duration,session minutes,minit,tempoh', '90'),
  field('sessions_per_month', asCount, 'sessions,sessions per month,sesi sebulan,bilangan sesi', '4'),
  field('starts_on', asDate, 'start date,first day,starts,tarikh mula,mula'),
  field('ends_on', asDate, 'end date,last day,ends,tarikh tamat,tamat'),
  field('min_age', asCount, 'lowest age,min age,umur minimum'),
  field('max_age', asCount, 'highest age,max age,umur maksimum'),
  fee('fee_type_id', asText, 'fee type,jenis yuran,fee,yuran,fee code,kod yuran', ''),
  fee(
    'amount_sen',
    asAmount,
    'amount,fee amount,price,harga,jumlah,kadar,rm,yuran rm,jumlah yuran',
    '120.00',
  ),
  fee('frequency', frequency, 'frequency,how often,kekerapan', ['Monthly', 'Bulanan']),
  fee('due_day', asCount, 'due day,hari akhir bayaran', '7'),
  fee('starts_on', asDate, 'fee from,yuran dari,yuran mula'),
]

/** One row for each fee; rows of one class have one code. A class that is there already gets the fee. */
export const subjects: ImportKind<Row, Known> = {
  name: 'subjects',
  tables: ['subject_fee', 'subject'],
  fields: subjectFields,

  parse(values, about) {
    const own = Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith('fee_')))
    const named = Object.fromEntries(
      Object.keys(choices).flatMap((key) => (own[key] === undefined ? [] : [[key, String(own[key])]])),
    )
    // What is named is known by its id only when it is looked for.
    const ids = Object.fromEntries(Object.keys(named).map((key) => [key, about.branch_id]))
    const usual = { session_minutes: 60, sessions_per_month: 4, branch_id: about.branch_id }
    const subject = parsedByForm(subjectForm, { ...usual, ...own, ...ids })
    const fee = feeOf(values, about)
    const problems = [
      ...('problems' in subject ? subject.problems : []),
      ...('problems' in fee ? fee.problems : []),
    ]
    if (problems.length > 0 || 'problems' in subject || 'problems' in fee) return { problems }
    return { row: { input: subject.input, named, fee: fee.fee } }
  },

  async find(db, _about, rows) {
    const [program_id, module_id, category_id, branch_id, fee_type_id, there] = await Promise.all([
      ...(['program', 'module', 'category', 'branch', 'fee_type'] as const).map((of) => namedOf(db, of)),
      subjectsCalled(
        db,
        rows.map(({ row }) => row.input.code.toLowerCase()),
      ),
    ] as const)
    const named = { program_id, module_id, category_id, branch_id, fee_type_id } as Known['named']
    const subjects = there as Known['subjects']
    return {
      named,
      subjects,
      fees: await feesOf(
        db,
        [...subjects.values()].map(({ id }) => id),
      ),
    }
  },

  check(rows, { named, subjects, fees }) {
    const found = new Map<number, Problem[]>()
    const said = new Map<string, { name: string; number: number }>()
    const charged = new Map<string, number>()
    for (const { number, row } of rows) {
      const code = row.input.code.toLowerCase()
      const there = subjects.get(code)
      const earlier = said.get(code)
      const problems = unknownIn(row, named)
      const say = (field: string, text: string) => void problems.push({ field, code: text })
      if (there && !isNamed(there, row)) say('code', 'import.subject_other')
      else if (there && !row.fee) say('code', 'duplicate.subject_code')
      else if (earlier && !isNamed(earlier, row))
        say('code', coded('import.subject_other_row', { row: earlier.number }))
      else if (earlier && !row.fee) say('code', coded('import.same_as_row', { row: earlier.number }))
      if (!earlier) said.set(code, { name: row.input.name, number })
      const type = row.fee && named.fee_type_id(row.fee.type)
      if (type) {
        const same = charged.get(`${code} ${type}`)
        if (same) say('fee_fee_type_id', coded('import.same_as_row', { row: same }))
        else if (there && fees.has(`${there.id} ${type}`)) say('fee_starts_on', 'subject_fee.overlap')
        charged.set(`${code} ${type}`, number)
      }
      if (problems.length > 0) found.set(number, problems)
    }
    return found
  },

  async write(trx, { actor }, row, known) {
    const unknown = unknownIn(row, known.named)[0]
    if (unknown) throw new Refusal(unknown.code as 'not_found.program', unknown.field ?? undefined)
    const wrote: Wrote[] = []
    const code = row.input.code.toLowerCase()
    // A row of this import that came before has made it.
    const there = known.subjects.get(code) ?? (await subjectsCalled(trx, [code])).get(code)
    if (there && !isNamed(there, row)) throw new Refusal('import.subject_other', 'code')
    if (there && !row.fee) throw new Refusal('duplicate.subject_code', 'code')
    const subject_id =
      there?.id ?? (await verbs.create(trx, actor, { ...row.input, ...idsOf(row, known.named) }))
    if (!there) wrote.push({ type: 'subject', id: subject_id })
    known.subjects.set(code, { id: subject_id, name: row.input.name })
    if (row.fee) {
      const fee_type_id = known.named.fee_type_id(row.fee.type)!
      const id = await createSubjectFee(trx, actor, { ...row.fee.input, subject_id, fee_type_id })
      wrote.push({ type: 'subject_fee', id })
    }
    return wrote
  },
}

const isNamed = ({ name }: { name: string }, { input }: Row) => plainWords(name) === plainWords(input.name)

/** A fee needs type, amount and frequency, or none of them. */
function feeOf(values: Values, { today, branch_id }: About): { fee: Row['fee'] } | { problems: Problem[] } {
  const { fee_fee_type_id: type, fee_amount_sen: amount, fee_frequency: frequency } = values
  const given = [type, amount, frequency].filter((one) => one !== undefined)
  if (given.length === 0) return { fee: undefined }
  if (given.length < 3) return { problems: [{ field: 'fee_fee_type_id', code: 'import.fee_half' }] }
  const usual = { quantity: 1, due_day: 7, proration: 'none', apply_to: 'all' }
  const form = parsedByForm(
    subjectFeeForm,
    {
      ...{ ...usual, subject_id: branch_id, fee_type_id: branch_id, amount_sen: amount, frequency },
      due_day: values.fee_due_day ?? usual.due_day,
      starts_on: values.fee_starts_on ?? values.starts_on ?? startOfMonth(today),
    },
    (field) => (field === 'starts_on' && values.fee_starts_on === undefined ? 'starts_on' : `fee_${field}`),
  )
  return 'problems' in form ? form : { fee: { input: form.input, type: String(type) } }
}

function unknownIn({ named, fee }: Row, known: Known['named']): Problem[] {
  const missing = (Object.keys(named) as Choice[]).filter((key) => !known[key](named[key]))
  const problems: Problem[] = missing.map((field) => ({ field, code: `not_found.${choices[field]}` }))
  if (fee && !known.fee_type_id(fee.type))
    problems.push({ field: 'fee_fee_type_id', code: 'not_found.fee_type' })
  return problems
}

const idsOf = ({ named }: Row, known: Known['named']) =>
  Object.fromEntries((Object.keys(named) as Choice[]).map((key) => [key, known[key](named[key])]))

async function subjectsCalled(
  db: Kysely<DB> | Transaction<DB>,
  codes: readonly string[],
): Promise<Known['subjects']> {
  const rows = await db
    .selectFrom('subject')
    .select(['id', 'name', sql<string>`lower(code)`.as('code')])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`lower(code) = any(${[...new Set(codes)]}::text[])`)
    .execute()
  return new Map(rows.map(({ code, id, name }) => [code, { id, name }]))
}

async function feesOf(db: Kysely<DB>, subject_ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('subject_fee')
    .select(['subject_id', 'fee_type_id'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .where('apply_to', '=', 'all')
    .where(sql<boolean>`ends_on is null`)
    .where(sql<boolean>`subject_id = any(${subject_ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ subject_id, fee_type_id }) => `${subject_id} ${fee_type_id}`))
}
