import { useTranslation } from 'react-i18next'
import { useSentence } from './control.ts'
import { labelKeys } from './label-keys.ts'

/** What the summary needs of conform's `FormMetadata`. */
export interface FormOf {
  id: string
  /** Codes that concern the whole form. */
  errors?: readonly string[] | undefined
  /** Codes by field name; the form's own stand under the empty name. */
  allErrors?: Record<string, readonly string[]> | undefined
}

interface ErrorSummaryProps {
  form: FormOf
  /** Group of the language files with the labels: the field `due_on` of `invoice` is `invoice.due_on` (`labelKeys`). */
  noun: string
  /** Names a field where the noun's group has no label for it. */
  nameOf?: ((field: string) => string | undefined) | undefined
}

/** All that is wrong with a form, at its top, each line a link to its field. */
export function ErrorSummary({ form, noun, nameOf }: ErrorSummaryProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const fields = Object.entries(form.allErrors ?? {}).filter(([name, codes]) => name && codes.length > 0)
  const own = form.errors ?? []
  const count = own.length + fields.length
  if (count === 0) return null
  return (
    // The page opens on it: without a script, this is how a screen reader hears of the errors first.
    // biome-ignore lint/a11y/noAutofocus: the reason above
    <div className="notice error summary" role="alert" tabIndex={-1} autoFocus>
      <h2>{t('common.error_summary', { count })}</h2>
      {own.map((code) => (
        <p key={code}>{sentence(code)}</p>
      ))}
      {fields.length > 0 && (
        <ul className="errors">
          {fields.map(([name, codes]) => (
            <li key={name}>
              <a href={`#${form.id}-${name}`}>
                {labelOf(name)}
                {codes.map((code) => sentence(code)).join(' ')}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )

  /** A field without a label is named by its sentence alone. */
  function labelOf(name: string) {
    const label = nameOf?.(name) ?? String(t(labelKeys(noun, name), { defaultValue: '' }))
    return label && `${label}: `
  }
}
