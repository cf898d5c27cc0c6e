import { z } from 'zod'
import { isPlainDate } from '#app/domain/core/dates.ts'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** queued → ready → expired, or queued → failed. */
export const archiveStatuses = ['queued', 'ready', 'failed', 'expired'] as const
export type ArchiveStatus = (typeof archiveStatuses)[number]

/** Days after which the file is removed; it can be made again. */
export const keptDays = { year: 30, family: 7 } as const

/** The largest ZIP in bytes: beyond it the format needs parts that not every program reads. */
export const largestArchive = 4_000_000_000

/** Documents in one PDF of an archive. */
export const papersInOnePdf = 50

/** Years are offered back to this many; the first payment of an organisation is rarely older. */
export const yearsOffered = 8

/** A year to choose: the calendar's, or the academic one where that begins in another month. `2025`: where it begins. */
export const yearName = z
  .string()
  .regex(/^\d{4}-\d{2}$/)
  .refine((text) => isPlainDate(`${text}-01`))

export const yearForm = z.object({
  /** `2025-01`: the month in which the twelve months begin. */
  begins: yearName,
  papers: z.enum(['yes', 'no']).default('yes'),
  form_key: z.uuid().optional(),
})
export type YearInput = z.output<typeof yearForm>

/** An archive that a job makes. */
export interface ArchiveOrder {
  id: string
  kind: 'year' | 'family'
  starts_on: string | null
  ends_on: string | null
  parent_id: string | null
  for_office: boolean
  papers: boolean
  locale: Locale
  created_by: string
  created_at: Date
}

/** Why there is no archive, as the reader is told. */
export type ArchiveFailure = RefusalCode

/** A finished file, already in storage. */
export interface MadeArchive {
  file_name: string
  storage_key: string
  size_bytes: number
  sha256: Buffer
  equations?: number
  differences?: number
}
