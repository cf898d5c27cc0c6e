import { z } from 'zod'
import { currentDay } from '#app/domain/core/clock.ts'
import { lines, plainDate } from '#app/domain/core/fields.ts'
import { defaultLocale } from '#app/i18n/locales.ts'
import { papers } from './paper.ts'

/** Papers of the help centre that people agree to, and that the operator may replace. */
export const legalSlugs = ['terms', 'privacy', 'eula', 'fpx-terms'] as const
export type LegalSlug = (typeof legalSlugs)[number]

export const isLegalSlug = (slug: unknown): slug is LegalSlug => legalSlugs.includes(slug as LegalSlug)

/** Those that an organisation may write for its families. */
export const ownLegalSlugs = ['terms', 'privacy'] as const satisfies readonly LegalSlug[]
export type OwnLegalSlug = (typeof ownLegalSlugs)[number]

export const isOwnLegalSlug = (slug: unknown): slug is OwnLegalSlug =>
  ownLegalSlugs.includes(slug as OwnLegalSlug)

/** Longest text of a version in one language. */
export const longestBody = 60_000

/** A new version: its text in both languages as Markdown, and the day from which it is in force. */
export const legalForm = z.object({
  body_en: lines(longestBody).pipe(z.string().min(1, 'input.required')),
  body_my: lines(longestBody).pipe(z.string().min(1, 'input.required')),
  valid_from: plainDate.refine((day) => day >= currentDay(), 'legal.past'),
  intent: z.enum(['preview', 'publish']),
})

export type LegalInput = z.output<typeof legalForm>

/** `2026-11-30`, and `2026-11-30.2` for the second version of that day. */
export const versionName = (valid_from: string, number: number): string =>
  number === 1 ? valid_from : `${valid_from}.${number}`

/** The version of the paper that is shipped; undefined of one that is not. */
export function shippedVersion(slug: LegalSlug): string | undefined {
  return papers.find((one) => one.section === 'legal' && one.slug === slug && one.locale === defaultLocale)
    ?.version as string | undefined
}
