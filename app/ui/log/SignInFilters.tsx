import { useTranslation } from 'react-i18next'
import { type SignInSearch, signInOutcomes } from '#app/domain/log/login.ts'
import { FilterDate, FilterSelect } from '#app/ui/table/Filters.tsx'

interface SignInFiltersProps {
  search: SignInSearch
  /** The ways in that the log tells apart. */
  methods: readonly string[]
}

/** What every log of sign-ins is narrowed by. */
export function SignInFilters({ search, methods }: SignInFiltersProps) {
  const { t } = useTranslation()
  return (
    <>
      <FilterDate name="from" label={t('audit.from')} value={search.from} />
      <FilterDate name="to" label={t('audit.to')} value={search.to} />
      <FilterSelect
        name="outcome"
        label={t('audit.login.outcome')}
        value={search.outcome}
        options={signInOutcomes.map((value) => ({ value, label: t(`audit.login.outcomes.${value}`) }))}
      />
      <FilterSelect
        name="method"
        label={t('audit.login.method')}
        value={search.method}
        options={methods.map((value) => ({ value, label: t(`profile.methods.${value}`) }))}
      />
    </>
  )
}
