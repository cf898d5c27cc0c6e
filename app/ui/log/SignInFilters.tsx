import { useTranslation } from 'react-i18next'
import { type SignInSearch, signInOutcomes } from '#app/domain/log/login.ts'
import { FilterPeriod, FilterSelect } from '#app/ui/table/Filters.tsx'

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
      <FilterPeriod search={search} noun="audit" />
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
