import { z } from 'zod'
import { settingVersion, text } from '#app/domain/core/fields.ts'
import { locales } from '#app/i18n/locales.ts'
import { type LabelKey, type Labels, labelKeys, longestLabel } from './label.ts'

/** Characters that mean something to a page, to our sentences or to the direction of a line; no word needs them. */
const plain = /^[^<>{}[\]\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*$/

/** A word of the organisation's own: plain text with a letter in it, which is shown as it is and never evaluated. */
export const word = text({ max: longestLabel })
  .regex(plain, 'label.plain')
  .refine((value) => !/\$t\(|&#?\w+;/.test(value), 'label.plain')
  .refine((value) => /\p{L}/u.test(value), 'label.letter')

export const localeField = z.enum(locales)

/** Own words of one language as a call sends them; what is left out is said in the product's words. */
export const labelsInput = z.strictObject(
  Object.fromEntries(
    labelKeys.map((key) => [key, z.strictObject({ one: word, other: word.optional() }).optional()]),
  ) as Record<LabelKey, z.ZodOptional<z.ZodObject<{ one: typeof word; other: z.ZodOptional<typeof word> }>>>,
)

const fieldNames = labelKeys.flatMap((key) => [`${key}_one`, `${key}_other`] as const)
export type LabelField = `${LabelKey}_${'one' | 'other'}`

/** The page's form: two fields for each noun, empty ones for the product's own words. */
export const labelForm = z
  .object({
    locale: localeField,
    version: settingVersion,
    intent: z.enum(['preview', 'save']),
    ...(Object.fromEntries(fieldNames.map((name) => [name, word.optional()])) as Record<
      LabelField,
      z.ZodOptional<typeof word>
    >),
  })
  .superRefine((input, context) => {
    for (const key of labelKeys)
      if (input[`${key}_other`] && !input[`${key}_one`])
        context.addIssue({ code: 'custom', path: [`${key}_one`], message: 'label.singular_missing' })
  })

/** What the fields of the form say, as own words. */
export function labelsOfForm(input: Partial<Record<LabelField, string | undefined>>): Labels {
  return Object.fromEntries(
    labelKeys.flatMap((key) => {
      const one = input[`${key}_one`]
      const other = input[`${key}_other`]
      return one ? [[key, other ? { one, other } : { one }]] : []
    }),
  )
}

/** The fields of the form for own words. */
export function fieldsOfLabels(labels: Labels): Partial<Record<LabelField, string>> {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([key, { one, other }]) => [
      [`${key}_one`, one],
      ...(other ? [[`${key}_other`, other]] : []),
    ]),
  )
}

/** Back to the product's words: one noun's, or all of a language. */
export const labelResetForm = z.object({
  locale: localeField,
  version: settingVersion,
  key: z.enum(labelKeys).optional(),
})
