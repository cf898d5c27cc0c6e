import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import type { GenerationPageData } from '#app/server/generations/generation-page.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Of whom, by whom, when, and the sum of everything that went in. */
export function GenerationFacts({ record, filters }: Pick<GenerationPageData, 'record' | 'filters'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const at = (instant: Date | string | null) => instant && formatInstant(instant, locale)
  const by = (name: string | null, instant: Date | string | null) =>
    instant && [name ?? t('generation.by_itself'), at(instant)].join(', ')
  return (
    <Section title={t('generation.details')}>
      <Facts
        columns={2}
        items={[
          {
            label: t('generation.due'),
            value: t(`generation.dues.${record.catch_up ? 'catch_up' : 'month'}`),
          },
          ...filters.map(({ filter, name }) => ({ label: t(`generation.${filter}`), value: name })),
          { label: t('generation.group_by'), value: t(`generation.groups.${record.setting.group_by}`) },
          { label: t('generation.by'), value: by(record.by, record.created_at) },
          record.run_at !== null && {
            label: t('generation.run_by'),
            value: by(record.run_by_name, record.run_at),
          },
          record.issued_on !== null && {
            label: t('generation.issued_on'),
            value: formatDate(record.issued_on, locale),
          },
          record.finished_at !== null && {
            label: t('generation.finished_at'),
            value: at(record.finished_at),
          },
          record.undone_at !== null && {
            label: t('generation.undone_by'),
            value: by(record.undone_by_name, record.undone_at),
          },
          record.undo_reason !== null && { label: t('generation.undo_reason'), value: record.undo_reason },
          record.retry_of_id !== null && {
            label: t('generation.retry_of'),
            value: t('generation.first_run'),
            href: paths.generation.view(record.retry_of_id),
          },
          record.hash !== null && { label: t('generation.hash'), value: <code>{record.hash}</code> },
        ]}
      />
    </Section>
  )
}
