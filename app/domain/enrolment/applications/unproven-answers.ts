import { type Kysely, sql } from 'kysely'
import type { DiscountType } from '#app/domain/catalogue/discounts/discount.ts'
import type { appliesTo } from '#app/domain/catalogue/subject-fees/subject-fee.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { type Settings, settings } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'
import { openedAnswers } from './answers.ts'
import { knownParent } from './family.ts'

/** Answers of a family on which its fees can depend. */
type DecidingAnswer = 'nationality' | 'income_above_2500' | 'born_on'

/**
 * By each kind of condition that a price can have: the answer that meets it, or why no answer does. A new kind does not
 * compile until somebody says which it is.
 */
export const answersOfConditions = {
  apply_to: { all: 'no answer', new: 'the way of enrolment', foreign: 'nationality' },
  tax: { all: 'no answer', non_citizens: 'nationality' },
  discount: {
    sibling: 'born_on',
    multi_subject: 'classes that are paid for',
    early: 'the day of payment',
    staff_child: 'given by a person',
    scholarship: 'given by a person',
    subsidy: 'income_above_2500',
    manual: 'given by a person',
  },
} as const satisfies {
  apply_to: Record<(typeof appliesTo)[number], string>
  tax: Record<Settings['tax']['scope'], string>
  discount: Record<DiscountType, string>
}

/** An answer that nobody has checked, and what it lowers. */
export interface UnprovenAnswer {
  answer: DecidingAnswer
  /** The children whom it is about; none for an answer about the household. */
  children: string[]
  /** The names of the fees that it spares, or of the discounts that it gives. */
  names: string[]
  /** Whether it spares the service tax. */
  tax: boolean
}

/**
 * The answers of an application's family that make its fees lower than without them, and that only the family itself has given.
 * Such an application waits for a person who has seen the proof.
 */
export async function unprovenAnswers(
  db: Kysely<DB>,
  keys: Keys,
  application_id: string,
  today: string,
): Promise<UnprovenAnswer[]> {
  const found = [
    await unprovenNationality(db, keys, application_id, today),
    await unprovenIncome(db, keys, application_id, today),
    await unprovenBirths(db, keys, application_id, today),
  ]
  return found.filter((one) => one !== undefined)
}

/** Citizens are spared the fees of foreigners, and the service tax where only foreigners are charged it. */
async function unprovenNationality(
  db: Kysely<DB>,
  keys: Keys,
  application_id: string,
  today: string,
): Promise<UnprovenAnswer | undefined> {
  const children = await db
    .selectFrom('application_student')
    .select(['id', 'name', 'answers_sealed'])
    .where('application_id', '=', application_id)
    .where('status', '=', 'pending')
    // Of a child on file a person has decided.
    .where('student_id', 'is', null)
    .orderBy('place')
    .execute()
  const citizens = children.filter(
    (child) => openedAnswers(keys, 'application_student', child)?.nationality === 'MY',
  )
  if (citizens.length === 0) return undefined
  const taxes = await taxesForeigners(db)
  const fees = await db
    .selectFrom('application_subject as wish')
    .innerJoin('subject_fee as fee', 'fee.subject_id', 'wish.subject_id')
    .innerJoin('fee_type', 'fee_type.id', 'fee.fee_type_id')
    .select(['wish.application_student_id as child', 'fee_type.name'])
    .select(sql<boolean>`fee.apply_to = 'foreign'`.as('is_foreign'))
    .select(sql<boolean>`fee_type.taxable`.as('taxable'))
    .where(
      'wish.application_student_id',
      'in',
      citizens.map(({ id }) => id),
    )
    .where('fee.status', '=', 'active')
    .where('fee.deleted_at', 'is', null)
    .where(sql<boolean>`coalesce(fee.ends_on, 'infinity'::date) >= ${today}::date`)
    .orderBy('fee_type.name')
    .execute()
  const spared = fees.filter(({ is_foreign, taxable }) => is_foreign || (taxes && taxable))
  if (spared.length === 0) return undefined
  return {
    answer: 'nationality',
    children: citizens.filter(({ id }) => spared.some(({ child }) => child === id)).map(({ name }) => name),
    names: [...new Set(spared.filter(({ is_foreign }) => is_foreign).map(({ name }) => name))],
    tax: taxes && spared.some(({ taxable }) => taxable),
  }
}

/**
 * Of children who register together the eldest pays in full: where their fees differ, other days of birth would move the
 * discount for siblings to the higher ones. Where siblings are ranked by their fees, nobody's answer ranks them.
 */
async function unprovenBirths(
  db: Kysely<DB>,
  keys: Keys,
  application_id: string,
  today: string,
): Promise<UnprovenAnswer | undefined> {
  const { child_order } = await settings(db, 'generation')
  if (child_order === 'highest_fee_first') return undefined
  const rules = await activeDiscounts(db, today).where('type', '=', 'sibling').execute()
  if (rules.length === 0) return undefined
  const children = await db
    .selectFrom('application_student')
    .select(['id', 'name', 'answers_sealed'])
    .select(
      sql<string>`(select string_agg(subject_id::text, ' ' order by subject_id) from application_subject as wish
        where wish.application_student_id = application_student.id)`.as('subjects'),
    )
    .where('application_id', '=', application_id)
    .where('status', '=', 'pending')
    .where('student_id', 'is', null)
    .orderBy('place')
    .execute()
  const charged = children.map(
    (child) => `${openedAnswers(keys, 'application_student', child)?.nationality} ${child.subjects}`,
  )
  if (new Set(charged).size < 2) return undefined
  return {
    ...{ answer: 'born_on', children: children.map(({ name }) => name) },
    ...{ names: rules.map(({ name }) => name), tax: false },
  }
}

const activeDiscounts = (db: Kysely<DB>, today: string) =>
  db
    .selectFrom('discount')
    .select('name')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`coalesce(valid_to, 'infinity'::date) >= ${today}::date`)
    .orderBy('name')

/** Whether service tax is charged to foreigners alone. */
async function taxesForeigners(db: Kysely<DB>): Promise<boolean> {
  const { rate_bp, scope } = await settings(db, 'tax')
  if (rate_bp === 0 || answersOfConditions.tax[scope] !== 'nationality') return false
  const { tax_registered } = await db
    .selectFrom('platform.entity')
    .select(sql<boolean>`tax_registered`.as('tax_registered'))
    .where('role_name', '=', sql<string>`current_user`)
    .executeTakeFirstOrThrow()
  return tax_registered
}

/** The subsidies that would follow a low income; nobody who may see the income has put it on file yet. */
async function unprovenIncome(
  db: Kysely<DB>,
  keys: Keys,
  application_id: string,
  today: string,
): Promise<UnprovenAnswer | undefined> {
  const rules = await activeDiscounts(db, today).where('by_income', '=', sql<boolean>`true`).execute()
  if (rules.length === 0) return undefined
  const rows = await db
    .selectFrom('application_parent')
    .innerJoin('application', 'application.id', 'application_parent.application_id')
    .select(['application_parent.id', 'place', 'application_parent.answers_sealed'])
    .select(['application_parent.parent_id', 'application.parent_id as self'])
    .select(['same_parent_id', 'other_parent_ids'])
    .where('application_id', '=', application_id)
    .execute()
  for (const row of rows) {
    const answers = openedAnswers(keys, 'application_parent', row)
    if (answers?.income_above_2500 !== 'no') continue
    const settled = row.parent_id ?? row.same_parent_id ?? (row.place === 1 ? row.self : null)
    const known = await knownParent(db, keys, answers, settled, row.other_parent_ids)
    const { onFile } = known
      ? await db
          .selectFrom('parent')
          .select(sql<boolean>`income_above_2500 is not null`.as('onFile'))
          .where('id', '=', known.id)
          .executeTakeFirstOrThrow()
      : { onFile: false }
    if (!onFile)
      return { answer: 'income_above_2500', children: [], names: rules.map(({ name }) => name), tax: false }
  }
  return undefined
}
