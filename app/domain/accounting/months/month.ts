import { z } from 'zod'
import { isPlainDate, startOfMonth } from '#app/domain/core/dates.ts'
import { reason } from '#app/domain/core/fields.ts'

/** `open`: its days may still come to have money; `running`: it is not over; `closed`: nothing is dated into it. */
export const monthStatuses = ['open', 'running', 'closed'] as const
export type MonthStatus = (typeof monthStatuses)[number]

/** A month in addresses: `2026-01`. */
export const monthName = z.string().refine((text) => /^\d{4}-\d{2}$/.test(text) && isPlainDate(`${text}-01`))

export const firstDayOf = (month: string) => `${month}-01`
export const monthOf = (on: string) => on.slice(0, 7)

/** A month can be closed when its last day is over, so that today is never in a closed one. */
export const isOver = (month: string, today: string) => firstDayOf(month) < startOfMonth(today)

export const closeForm = z.object({ form_key: z.uuid().optional() })
export const reopenForm = z.object({ reason, form_key: z.uuid().optional() })
