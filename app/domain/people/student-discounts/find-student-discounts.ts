import { type Kysely, sql } from 'kysely'
import { discountTypes, givenTypes, valueWords } from '#app/domain/catalogue/discounts/discount.ts'
import { givenEndsSoon } from '#app/domain/catalogue/discounts/ending.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import { familyStatuses, studentDiscountStatuses } from './student-discount.ts'

type Raw = Selected<typeof found>

const ofTheOffice = ({ scope }: Reader) => scope.scope !== 'own'

/** Discounts of students and requests for them; a family sees approved and ended ones of its children. */
export const studentDiscountList = tenantList<Raw & { value: string }, Raw>()({
  name: 'student-discount',
  title: 'student_discount.plural',
  access: { view: 'student_discount.view', print: 'student_discount.print' },
  columns: [
    { key: 'student', label: 'student_discount.student_id', room: 'who', sort: true },
    { key: 'student_no', label: 'student.student_no', kind: 'number', only: 'file', sort: true },
    { key: 'discount', label: 'student_discount.discount_id', room: 'who', sort: true },
    { key: 'value', label: 'student_discount.value', room: 'much' },
    { key: 'starts_on', label: 'student_discount.starts_on', kind: 'date', room: 'wide', sort: true },
    { key: 'ends_on', label: 'student_discount.ends_on', kind: 'date', room: 'wide', sort: true },
    { key: 'requester', label: 'student_discount.requester', room: 'table', when: ofTheOffice },
    {
      key: 'requested_at',
      label: 'student_discount.requested_at',
      kind: 'instant',
      room: 'widest',
      sort: true,
      when: ofTheOffice,
    },
    { key: 'reason', label: 'student_discount.reason', only: 'file', when: ofTheOffice },
    { key: 'document', label: 'student_discount.document', only: 'file', when: ofTheOffice },
    { key: 'status', label: 'student_discount.status', kind: 'status', sort: true },
  ],
  filters: {
    type: oneOf('discount.type', discountTypes, 'discount.types'),
    status: oneOf('student_discount.status', studentDiscountStatuses, 'common.status'),
    ends: oneOf('student_discount.ends', ['soon'], 'student_discount.ends_words', { when: ofTheOffice }),
  },
  tabs: byStatus,
  defaultSort: '-requested_at',
  query(db, { scope, today }, { q, type, status, ends }) {
    let query = found(db, scope)
    if (ends) query = query.where(givenEndsSoon(today))
    if (type) query = query.where('discount.type', '=', type)
    if (status) query = query.where('student_discount.status', '=', status)
    if (q)
      query = query.where((eb) =>
        contains(eb, q, ['student.name', 'student.student_no', 'discount.name', 'discount.code']),
      )
    return query
  },
  row: (raw) => ({ ...raw, value: valueWords(raw) }),
})

/** Discounts of students in scope. */
export function studentDiscountsIn(db: Kysely<DB>, scope: RowScope) {
  const query = db
    .selectFrom('student_discount')
    .where('student_discount.student_id', 'in', studentsIn(db, scope).select('student.id'))
  return scope.scope === 'own' ? query.where('student_discount.status', 'in', familyStatuses) : query
}

function found(db: Kysely<DB>, scope: RowScope) {
  return studentDiscountsIn(db, scope)
    .innerJoin('student', 'student.id', 'student_discount.student_id')
    .innerJoin('discount', 'discount.id', 'student_discount.discount_id')
    .leftJoin('user_account as requester', 'requester.id', 'student_discount.requested_by')
    .select(['student_discount.id', 'student_discount.student_id', 'student_discount.discount_id'])
    .select(['student_discount.starts_on', 'student_discount.ends_on', 'student_discount.reason'])
    .select(['student_discount.document', 'student_discount.requested_at', 'student_discount.status'])
    .select(['student_discount.version', 'student.name as student', 'student.student_no'])
    .select(['discount.name as discount', 'discount.code', 'discount.type', 'requester.name as requester'])
    .select(['discount.percent_bp', 'discount.amount_sen', 'discount.second_child_bp'])
    .select(['discount.third_child_bp', 'discount.fourth_child_bp'])
}

/** One of them with who decided; refuses with not_found.student_discount. */
export async function studentDiscount(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await found(db, scope)
    .leftJoin('student_discount as next', (join) =>
      join
        .onRef('next.renews_id', '=', 'student_discount.id')
        .on('next.status', 'in', ['requested', 'approved']),
    )
    .leftJoin('user_account as decider', 'decider.id', 'student_discount.decided_by')
    .select(['student_discount.requested_by', 'student_discount.decided_by', 'student_discount.decided_at'])
    .select(['student_discount.decision_reason', 'decider.name as decider'])
    .select(['student_discount.renews_id', 'next.id as renewed_by_id'])
    .where('student_discount.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.student_discount')
  return { ...row, value: valueWords(row) }
}

/** The discounts of one student, open ones first. */
export async function discountsOf(db: Kysely<DB>, scope: RowScope, student_id: string) {
  const rows = await found(db, scope)
    .where('student_discount.student_id', '=', student_id)
    .orderBy(sql`student_discount.status not in ('requested', 'approved')`)
    .orderBy('student_discount.starts_on', 'desc')
    .orderBy('student_discount.id')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, value: valueWords(row) }))
}

/** Discounts a student can be given: active, manually given ones that the student does not have or request already. */
export async function discountsFor(db: Kysely<DB>, student_id: string, today: string) {
  const rows = await db
    .selectFrom('discount')
    .select(['id', 'code', 'name', 'needs_approval', 'needs_document', 'percent_bp', 'amount_sen'])
    .select(['second_child_bp', 'third_child_bp', 'fourth_child_bp', 'type'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .where('type', 'in', givenTypes)
    .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', today)]))
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('student_discount')
        .where('student_id', '=', student_id)
        .where('status', 'in', ['requested', 'approved'])
        .select('discount_id'),
    )
    .orderBy('name')
    .limit(500)
    .execute()
  return rows.map(({ id, name, needs_approval, needs_document, ...value }) => ({
    ...{ id, name, needs_approval, needs_document },
    value: valueWords(value),
  }))
}
