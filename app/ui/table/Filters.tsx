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

interface FilterPeriodProps {
  search: { from?: string | undefined; to?: string | undefined }
  /** Group of the language files with `from` and `to`. */
  noun: string
}

/** The first and the last day of what is listed. */
export function FilterPeriod({ search, noun }: FilterPeriodProps) {
  const { t } = useTranslation()
  return (
    <>
      <FilterDate name="from" label={t(`${noun}.from`)} value={search.from} />
      <FilterDate name="to" label={t(`${noun}.to`)} value={search.to} />
    </>
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
