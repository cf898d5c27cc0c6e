import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditSearch, actionGroups, actorTypes, objectTypes } from '#app/domain/log/entry.ts'
import { FilterPeriod, FilterSelect } from '#app/ui/table/Filters.tsx'

interface AuditFiltersProps {
  search: AuditSearch
  people: readonly { id: string; name: string }[]
  children?: ReactNode
}

/** By what an audit log is narrowed. */
export function AuditFilters({ search, people, children }: AuditFiltersProps) {
  const { t } = useTranslation()
  return (
    <>
      <FilterPeriod search={search} noun="audit" />
      <FilterSelect
        name="person"
        label={t('audit.person')}
        value={search.person}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FilterSelect
        name="group"
        label={t('audit.group')}
        value={search.group}
        options={actionGroups
          .map((value) => ({ value, label: t(`audit.groups.${value}`) }))
          .sort((one, other) => one.label.localeCompare(other.label))}
      />
      <FilterSelect
        name="object"
        label={t('audit.object_type')}
        value={search.object}
        options={objectTypes
          .map((value) => ({ value, label: t(`audit.objects.${value}`) }))
          .sort((one, other) => one.label.localeCompare(other.label))}
      />
      <FilterSelect
        name="actor_type"
        label={t('audit.actor_type')}
        value={search.actor_type}
        options={actorTypes.map((value) => ({ value, label: t(`audit.actor_types.${value}`) }))}
      />
      {children}
      {search.object_id && <input type="hidden" name="object_id" value={search.object_id} />}
    </>
  )
}
