import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { indexNames, type KnownName, type Names } from './names.ts'
import { type Codes, digitsOf, indexCodes } from './references.ts'

/** Indexes of all families by what a bank line may contain. */
export interface Directory {
  codes: Codes
  names: Names
  /** Issued invoices and their payers, by the digits of the number. */
  invoices: ReadonlyMap<string, { family: string; number: string }>
  /** Families by a sum that only they owe, in total or on one invoice. */
  sums: ReadonlyMap<number, string>
}

interface Known {
  families: readonly { id: string; family_code: string }[]
  people: readonly Omit<KnownName, 'words'>[]
  invoices: readonly { payer_parent_id: string; number: string; balance_sen: number }[]
}

export function directoryOf({ families, people, invoices }: Known): Directory {
  return {
    codes: indexCodes(families),
    names: indexNames(people),
    invoices: new Map(
      invoices.map(({ number, payer_parent_id }) => [digitsOf(number), { family: payer_parent_id, number }]),
    ),
    sums: onlySums(invoices),
  }
}

function onlySums(invoices: Known['invoices']): Map<number, string> {
  const owed = new Map<string, number>()
  const whose = new Map<number, Set<string>>()
  const note = (sen: number, family: string) => whose.set(sen, (whose.get(sen) ?? new Set()).add(family))
  for (const { payer_parent_id: family, balance_sen } of invoices) {
    if (balance_sen <= 0) continue
    owed.set(family, (owed.get(family) ?? 0) + balance_sen)
    note(balance_sen, family)
  }
  for (const [family, sen] of owed) note(sen, family)
  return new Map(
    [...whose].flatMap(([sen, families]) => (families.size === 1 ? [[sen, [...families][0]!]] : [])),
  )
}

/** Days after which a paid invoice is no longer matched by number. */
const namedFor = 400

/**
 * Indexes of all payers with their family's names and debts, of one branch or of all. Four queries, whatever the number of
 * lines.
 */
export async function findDirectory(db: Kysely<DB>, branch_id: string | null): Promise<Directory> {
  const here = branch_id === null ? sql<boolean>`true` : sql<boolean>`branch_id = ${branch_id}::uuid`
  const families = await db
    .selectFrom('parent')
    .select(['id', 'family_code', 'name'])
    .where('deleted_at', 'is', null)
    .$if(branch_id !== null, (query) =>
      query.where(
        sql<boolean>`exists (select from student_parent join student on student.id = student_parent.student_id
          where student_parent.parent_id = parent.id and student.branch_id = ${branch_id}::uuid)`,
      ),
    )
    .execute()
  const related = await db
    .selectFrom('student_parent as payer')
    .innerJoin('student', 'student.id', 'payer.student_id')
    .innerJoin('student_parent as other', 'other.student_id', 'payer.student_id')
    .innerJoin('parent', 'parent.id', 'other.parent_id')
    .select(['payer.parent_id as family', 'student.name as child', 'parent.name as parent'])
    .where('payer.is_payer', '=', true)
    .execute()
  const before = await db
    .selectFrom('bank_line')
    .innerJoin('bank_line_payment', 'bank_line_payment.line_id', 'bank_line.id')
    .innerJoin('payment', 'payment.id', 'bank_line_payment.payment_id')
    .select(['payment.payer_parent_id as family', 'bank_line.payer_name as name'])
    .distinct()
    .where('bank_line.payer_name', 'is not', null)
    .where('bank_line_payment.released_at', 'is', null)
    .execute()
  const invoices = await db
    .selectFrom('invoice')
    .select(['number', 'payer_parent_id', 'balance_sen', 'status'])
    .where('number', 'is not', null)
    .where(here)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['unpaid', 'pending']),
        eb.and([
          eb('status', '=', 'paid'),
          eb('issued_on', '>', sql<string>`current_date - ${sql.lit(namedFor)}::int`),
        ]),
      ]),
    )
    .execute()
  const known = new Set(families.map(({ id }) => id))
  const people = [
    ...families.map(({ id, name }) => ({ family: id, name, who: 'payer' as const })),
    ...related.flatMap(({ family, child, parent }) => [
      { family, name: child, who: 'child' as const },
      { family, name: parent, who: 'parent' as const },
    ]),
    ...before.map(({ family, name }) => ({ family: family!, name: name!, who: 'paid_before' as const })),
  ].filter(({ family }) => known.has(family))
  return directoryOf({
    families,
    people: [...new Map(people.map((person) => [`${person.family}|${person.name}`, person])).values()],
    invoices: invoices.map(({ number, balance_sen, status, payer_parent_id }) => ({
      ...{ number: number!, payer_parent_id },
      balance_sen: status === 'paid' ? 0 : Number(balance_sen),
    })),
  })
}
