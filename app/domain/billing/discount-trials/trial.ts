import { z } from 'zod'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'

/** A family for which a rule makes a difference. In sen, with its tax. */
export interface TrialFamily {
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

export interface TrialBranch {
  id: string
  branch: string
  families: number
  students: number
  /** What the organisation does without, before tax. */
  cost_sen: number
}

export interface Trial {
  families: TrialFamily[]
  branches: TrialBranch[]
  /** Students whose fees change. */
  students: number
  cost_sen: number
  /** What families pay less: that, and the tax on it. */
  less_sen: number
  /** What the month comes to for everybody who could have the rule, without it and with it, before tax. */
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
