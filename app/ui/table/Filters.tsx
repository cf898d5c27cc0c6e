import { useTranslation } from 'react-i18next'
import { type Option, Options } from '#app/ui/form/SelectField.tsx'

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
}: FilterProps & { options: readonly Option[]; all?: string }) {
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
export function FilterDate({ name, label, value }: FilterProps) {
  return (
    <div className="field">
      <label htmlFor={`filter-${name}`}>{label}</label>
      <input type="date" id={`filter-${name}`} name={name} defaultValue={value} />
    </div>
  )
}
