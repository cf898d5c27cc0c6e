/** What a sentence is asked for with: a value for each placeholder, `count` for its plural, what to say without one. */
export type Values = Record<string, unknown>

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

/** A sentence with its placeholders filled in. What is filled in is text and not looked at again. */
export function filled(sentence: string, values: Values): string {
  if (!sentence.includes('{{')) return sentence
  return sentence.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name] ?? '') : whole,
  )
}

/** Whether a sentence is asked for with something that only i18next understands. */
export function asksMore(values: Values | undefined): boolean {
  for (const name in values) if (options.has(name)) return true
  return false
}

/** Its options, without those that we heed ourselves. */
const options: ReadonlySet<string> = new Set([
  'context',
  'ordinal',
  'replace',
  'interpolation',
  'skipInterpolation',
  'postProcess',
  'returnObjects',
  'returnDetails',
  'joinArrays',
  'lng',
  'lngs',
  'fallbackLng',
  'ns',
  'keyPrefix',
  'keySeparator',
  'nsSeparator',
])
