import { useTranslation } from 'react-i18next'
import { isPlainDate } from '#app/domain/core/dates.ts'
import { type Option, Options } from '#app/ui/core/form/SelectField.tsx'

/** A filter as the form draws it: with its words, what it stands at, and what is wrong with that. */
export type FilterField = { name: string; value: string | undefined; error?: string | undefined } & (
  | { kind: 'choice'; label: string; options: readonly Option[]; all?: string | undefined }
  | { kind: 'day'; label: string; until?: string | undefined }
  | { kind: 'kept' }
)

/** The filters of a list in their order. */
export function FilterFields({ fields }: { fields: readonly FilterField[] }) {
  return fields.map((field) => <FilterControl key={field.name} field={field} />)
}

function FilterControl({ field }: { field: FilterField }) {
  switch (field.kind) {
    case 'choice':
      return <FilterSelect {...field} />
    case 'day':
      return <FilterDate {...field} />
    case 'kept':
      return field.value && <input type="hidden" name={field.name} value={field.value} />
  }
}

interface FilterProps {
  /** Key of the query. */
  name: string
  label: string
  value?: string | undefined
}

/** One of several, or all of them. */
export function FilterSelect({
  name,
  label,
  value,
  options,
  all,
}: FilterProps & { options: readonly Option[]; all?: string | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="field">
      <label htmlFor={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} name={name} defaultValue={value ?? ''}>
        <option value="">{all ?? t('common.all')}</option>
        <Options options={options} />
      </select>
    </div>
  )
}

/** A plain date, usually the first or the last of a span. What is none stays as it was typed, to be mended. */
function FilterDate({ name, label, value = '', error }: FilterProps & { error?: string | undefined }) {
  const { t } = useTranslation()
  const id = `filter-${name}`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {error && (
        <p className="error" id={`${id}-error`}>
          <span className="hidden">{t('common.error_prefix')}: </span>
          {error}
        </p>
      )}
      <input
        type={value === '' || isPlainDate(value) ? 'date' : 'text'}
        id={id}
        name={name}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      />
    </div>
  )
}
