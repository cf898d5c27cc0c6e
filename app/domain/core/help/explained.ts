import { defaultLocale } from '#app/i18n/locales.ts'
import { addressOfPaper, papers } from './paper.ts'

/** Where a refusal (`refusal.invoice.in_payment`) or a label (`student.identity_no`) is explained first, by its key. */
export const explanations: ReadonlyMap<string, string> = new Map(
  papers
    .filter(({ locale }) => locale === defaultLocale)
    .flatMap((paper) =>
      paper.explains.map(({ key, heading }) => [key, addressOfPaper(paper, heading)] as const),
    )
    .reverse(),
)

/** The keys of labels among them, by the last part of the key: `identity_no` of `student.identity_no`. */
const labels = Map.groupBy(
  [...explanations.keys()].filter((key) => !key.startsWith('refusal.')),
  lastPart,
)

/** Where a refusal is explained; undefined where no paper does. `error`: its code, values behind it included. */
export const explanationOfRefusal = (error: string): string | undefined =>
  explanations.get(`refusal.${error.split('|')[0]}`)

/**
 * Where a field is explained, by its name and the label that is shown: the same word beside a field of the same name means
 * the same in every form. `says`: the sentence of a key in the reader's language.
 */
export function explanationOfField(
  name: string | undefined,
  label: string,
  says: (key: string) => string,
): string | undefined {
  // A part of a form that is no single field has no name.
  if (!name) return undefined
  const field = lastPart(name.replace(/\[\d+\]$/, ''))
  const keys = labels.get(field) ?? labels.get(field.replace(/_id$/, '')) ?? []
  const key = keys.find((one) => says(one) === label)
  return key && explanations.get(key)
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1)
}
