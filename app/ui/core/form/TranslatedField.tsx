import { useTranslation } from 'react-i18next'
import { type TranslatedLocale, translatedLocales } from '#app/domain/core/translated.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { type FieldOf, textOf } from './control.ts'
import { HiddenField, TextArea, TextField } from './fields.tsx'

interface TranslatedFieldProps<F extends string> {
  of: { readonly [K in `${F}_${TranslatedLocale}`]: FieldOf }
  field: F
  /** The group of its labels, such as `program` for `program.name_my`. */
  words: string
  hint?: string
  lines?: number
}

/**
 * A text in the languages that the organisation does not write first; readers of that language see it. What is there in
 * its own language stays, should the organisation have changed its language since.
 */
export function TranslatedField<F extends string>({
  of,
  field,
  words,
  hint,
  lines,
}: TranslatedFieldProps<F>) {
  const { t } = useTranslation()
  const { organisation } = usePage()
  return translatedLocales.map((locale) => {
    const one = of[`${field}_${locale}`]
    if (locale === organisation.locale) return textOf(one) ? <HiddenField key={locale} of={one} /> : null
    const label = t(`${words}.${field}_${locale}`)
    return lines ? (
      <TextArea key={locale} of={one} label={label} hint={hint} rows={lines} />
    ) : (
      <TextField key={locale} of={one} label={label} hint={hint} autoComplete="off" />
    )
  })
}
