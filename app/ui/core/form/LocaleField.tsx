import { localeName, locales } from '#app/i18n/locales.ts'
import type { FieldProps } from './control.ts'
import { SelectField } from './SelectField.tsx'

/** The language that somebody reads: each by its own name. */
export function LocaleField(props: FieldProps) {
  const options = locales.map((value) => ({ value, label: localeName(value) }))
  return <SelectField {...props} blank={false} width="medium" options={options} />
}
