import { z } from 'zod'
import type { Permission } from '#app/domain/core/access/access.ts'
import { text, version } from '#app/domain/core/fields.ts'
import { groupParameter } from '#app/domain/reporting/reports/grouping.ts'
import {
  type Calendar,
  type PeriodName,
  periodFilters,
  periodNames,
  searchOfPeriod,
} from '#app/domain/reporting/reports/period.ts'
import type { AnyReport } from '#app/domain/reporting/reports/report.ts'

/** The last day of a month on which a report can be mailed, so that every month has it. */
export const lastMailDay = 28

/** As long as the filters of a saved report may be, written as an address. */
const longestQuery = 2_000

const named = {
  name: text({ max: 80 }),
  is_shared: z.boolean().optional(),
  /** Worked out whenever it is opened or sent; without it the chosen days stay. */
  period: z.enum(periodNames).optional(),
}

/** `query` travels with the form: the filters that are saved. */
export const saveForm = z.object({
  ...named,
  query: z.string().max(longestQuery).default(''),
  form_key: z.uuid().optional(),
})
/** With the name of the report. */
export type SaveInput = z.output<typeof saveForm> & { report: string }

export const renameForm = z.object({ ...named, version })
export type RenameInput = z.output<typeof renameForm>

export const mailForm = z.object({
  mail_day: z.coerce.number().int().min(1).max(lastMailDay),
  recipients: z.array(z.uuid()).min(1, 'saved_report.no_recipient').max(50),
  version,
})
export type MailInput = z.output<typeof mailForm>

/** Who reads saved reports, and what they may do at this moment. */
export interface SavedReader {
  user_id: string
  may(permission: Permission): boolean
  /** They may change what colleagues shared, as somebody must when these have left. */
  manages: boolean
}

/** What became of the mail to one person for one month. */
export type MailOutcome = 'queued' | 'sent' | 'no_right' | 'no_address' | 'failed'

/**
 * Of an address the part that a report understands, as it is saved: its filters, order and grouping, without a page, and without
 * the days of a period that is worked out anew.
 */
export function savedQuery(report: AnyReport, query: string, period: PeriodName | undefined): string {
  const given = new URLSearchParams(query)
  const parsed = report.list.search.parse(Object.fromEntries(given)) as unknown as Readonly<
    Record<string, unknown>
  >
  const ofPeriod = period ? periodFilters(report) : []
  const saved = new URLSearchParams()
  for (const name of ['q', 'sort', ...Object.keys(report.list.filters)]) {
    const value = parsed[name]
    if (typeof value === 'string' && value !== '' && !ofPeriod.includes(name)) saved.set(name, value)
  }
  const column = given.get(groupParameter)
  if (column && report.groups?.some((one) => one === column)) saved.set(groupParameter, column)
  return saved.toString()
}

/** The query of a saved report as of a day: its filters, and the days of its period. */
export function openedQuery(
  report: AnyReport,
  { query, period }: { query: string; period: string | null },
  calendar: Calendar,
): URLSearchParams {
  const search = new URLSearchParams(query)
  const name = periodNames.find((one) => one === period)
  const days = name ? searchOfPeriod(report, name, calendar) : undefined
  for (const [filter, value] of Object.entries(days ?? {})) search.set(filter, value)
  return search
}
