import { useTranslation } from 'react-i18next'
import { type Option, Options } from '#app/ui/form/SelectField.tsx'

/** A filter as the form draws it: with its words, and what it stands at. */
export type FilterField = { name: string; value: string | undefined } & (
  | { kind: 'choice'; label: string; options: readonly Option[]; all?: string | undefined }
  | { kind: 'day'; label: string }
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

/** A plain date, usually the first or the last of a span. */
function FilterDate({ name, label, value }: FilterProps) {
  return (
    <div className="field">
      <label htmlFor={`filter-${name}`}>{label}</label>
      <input type="date" id={`filter-${name}`} name={name} defaultValue={value} />
    </div>
  )
}
