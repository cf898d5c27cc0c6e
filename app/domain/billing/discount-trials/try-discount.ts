import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import {
  billingPlan,
  disableNestedLoops,
  enableNestedLoops,
  siblingCtes,
} from '#app/domain/billing/plan/plan.ts'
import type { PlanInput } from '#app/domain/billing/plan/plan-input.ts'
import { isGivenOnly } from '#app/domain/catalogue/discounts/discount.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** A family for which the discount makes a difference; in sen, including tax. */
interface TrialFamily {
  id: string
  parent: string
  family_code: string
  /** Names of the children whose fees change. */
  students: string
  branch: string
  before_sen: number
  after_sen: number
  /** What the family pays less. */
  less_sen: number
}

interface TrialBranch {
  id: string
  branch: string
  families: number
  students: number
  /** What the organisation gives up, before tax. */
  cost_sen: number
}

interface Trial {
  families: TrialFamily[]
  branches: TrialBranch[]
  /** Students whose fees change. */
  students: number
  cost_sen: number
  /** What families pay less, including tax. */
  less_sen: number
  /** The total of the month for all possible students without and with the discount, before tax. */
  without_sen: number
  with_sen: number
}

export const trialColumns = columnsOf<TrialFamily>()(
  { key: 'parent', label: 'discount.trial.family', room: 'who' },
  { key: 'family_code', label: 'parent.family_code', kind: 'number', room: 'wide' },
  { key: 'students', label: 'discount.students' },
  { key: 'branch', label: 'discount.trial.branch', room: 'wide' },
  { key: 'before_sen', label: 'discount.trial.without', kind: 'money', room: 'table', total: true },
  { key: 'after_sen', label: 'discount.trial.with', kind: 'money', room: 'table', total: true },
  { key: 'less_sen', label: 'discount.trial.less', kind: 'money', room: 'much', total: true },
)

export const trialBranchColumns = columnsOf<TrialBranch>()(
  { key: 'branch', label: 'discount.trial.branch', room: 'who' },
  { key: 'families', label: 'discount.trial.families', kind: 'count', total: true },
  { key: 'students', label: 'discount.students', kind: 'count', total: true },
  { key: 'cost_sen', label: 'discount.trial.cost', kind: 'money', room: 'much', total: true },
)

/** Months that can be tried: the one before this, and eleven before it. */
export function trialMonths(today: string): string[] {
  return Array.from({ length: 12 }, (_, back) => addMonths(startOfMonth(today), -1 - back))
}

const asked = z.object({
  month: z.string().catch(''),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
  limit: z.coerce.number().int().min(1).max(100).catch(25),
})

/** What an address asks for; without a month that can be tried, the last one. */
export function trialSearch(search: URLSearchParams, today: string) {
  const { month, page, limit } = asked.parse(Object.fromEntries(search))
  const months = trialMonths(today)
  return { month: months.includes(month) ? month : months[0]!, page, limit }
}

export interface Rule {
  id: string
  type: string
  from_subjects: number | null
  by_income: boolean
}

/**
 * What a discount costs in a month: one query over the billing plan without and with it, whatever its status and dates and
 * whatever was billed, using the current fees, classes and families of students in scope. Refuses (action_not_allowed) an
 * early-payment discount, which is given on payment and not part of the plan.
 */
export async function tryDiscount(
  db: Kysely<DB>,
  scope: RowScope,
  rule: Rule,
  month: string,
): Promise<Trial> {
  if (rule.type === 'early') throw new Refusal('action_not_allowed')
  await disableNestedLoops(db)
  const students = await possibleStudents(db, scope, rule, month)
  const changes =
    students.length > 0 ? await changesOf(db, rule.id, { month, issued_on: month, students }) : []
  await enableNestedLoops(db)
  return summarise(changes)
}

/** Students who may get the discount; a superset, which the plan narrows down. */
async function possibleStudents(
  db: Kysely<DB>,
  scope: RowScope,
  rule: Rule,
  month: string,
): Promise<string[]> {
  const reached = sql`student.deleted_at is null and ${
    scope.scope === 'all' ? sql`true` : sql`student.branch_id = any(${[...scope.branch_ids]}::uuid[])`
  }`
  const given = sql`exists (
    select from student_discount as given where given.student_id = student.id and given.discount_id = ${rule.id})`
  const { rows } = await (isGivenOnly(rule)
    ? sql<{ id: string }>`
        select student.id from student where ${reached} and ${given}`
    : rule.by_income
      ? sql<{ id: string }>`
          select student.id from student where ${reached} and (${given} or exists (
            select from student_parent as paying join parent on parent.id = paying.parent_id
            where paying.student_id = student.id and paying.is_payer and not parent.income_above_2500))`
      : rule.type === 'multi_subject'
        ? sql<{ id: string }>`
          select student.id from student where ${reached} and (
            select count(distinct enrolment.subject_id) from enrolment where enrolment.student_id = student.id
          ) >= ${rule.from_subjects}`
        : sql<{ id: string }>`
          with ${siblingCtes({ month, issued_on: month }, 'family_link')}
          select student.id from student where ${reached} and student.id in (
            select family_link.student_id from family_link where family_link.head_id in (
              select head_id from family_link group by head_id having count(distinct student_id) > 1))`
  ).execute(db)
  return rows.map(({ id }) => id)
}

interface Change {
  student_id: string
  student: string
  parent_id: string
  parent: string
  family_code: string
  branch_id: string
  branch: string
  without_sen: number
  with_sen: number
  before_sen: number
  after_sen: number
}

/** What some students are billed without and with a discount, before and after tax; by family, then by name. */
async function changesOf(db: Kysely<DB>, discount_id: string, input: PlanInput): Promise<Change[]> {
  const plan = (on: boolean) => billingPlan({ ...input, trial: { discount_id, on } })
  const { rows } = await sql<Change>`
    with line as (
      select plan.student_id, plan.payer_parent_id, plan.amount_sen as without_sen, 0 as with_sen,
        plan.amount_sen + plan.tax_sen as before_sen, 0 as after_sen
      from (${plan(false)}) as plan where plan.skip is null
      union all
      select plan.student_id, plan.payer_parent_id, 0, plan.amount_sen, 0, plan.amount_sen + plan.tax_sen
      from (${plan(true)}) as plan where plan.skip is null
    ), summed as (
      select student_id, payer_parent_id, sum(without_sen)::bigint as without_sen, sum(with_sen)::bigint as with_sen,
        sum(before_sen)::bigint as before_sen, sum(after_sen)::bigint as after_sen
      from line group by student_id, payer_parent_id
    )
    select summed.*, student.name as student, parent.id as parent_id, parent.name as parent, parent.family_code,
      branch.id as branch_id, branch.name as branch
    from summed
      join student on student.id = summed.student_id
      join branch on branch.id = student.branch_id
      join parent on parent.id = summed.payer_parent_id
    order by parent.name, parent.id, student.born_on, student.name`.execute(db)
  return rows
}

function summarise(all: readonly Change[]): Trial {
  const changes = all.filter((one) => one.before_sen !== one.after_sen || one.without_sen !== one.with_sen)
  const families = [...Map.groupBy(changes, ({ parent_id }) => parent_id).values()].map(familyOf)
  families.sort((a, b) => b.less_sen - a.less_sen)
  const branches = [...Map.groupBy(changes, ({ branch_id }) => branch_id).values()].map(branchOf)
  branches.sort((a, b) => b.cost_sen - a.cost_sen || a.branch.localeCompare(b.branch))
  const [without_sen, with_sen] = [sum(all, 'without_sen'), sum(all, 'with_sen')]
  return {
    ...{ families, branches, students: changes.length, without_sen, with_sen },
    cost_sen: without_sen - with_sen,
    less_sen: sum(families, 'less_sen'),
  }
}

function familyOf(changes: Change[]): TrialFamily {
  const { parent_id, parent, family_code } = changes[0]!
  const [before_sen, after_sen] = [sum(changes, 'before_sen'), sum(changes, 'after_sen')]
  return {
    ...{ id: parent_id, parent, family_code, before_sen, after_sen, less_sen: before_sen - after_sen },
    students: changes.map(({ student }) => student).join(', '),
    branch: [...new Set(changes.map(({ branch }) => branch))].join(', '),
  }
}

function branchOf(changes: Change[]): TrialBranch {
  const { branch_id, branch } = changes[0]!
  return {
    ...{ id: branch_id, branch, students: changes.length },
    families: new Set(changes.map(({ parent_id }) => parent_id)).size,
    cost_sen: sum(changes, 'without_sen') - sum(changes, 'with_sen'),
  }
}

const sum = <Key extends string>(rows: readonly Record<Key, number>[], key: Key) =>
  rows.reduce((total, row) => total + row[key], 0)
