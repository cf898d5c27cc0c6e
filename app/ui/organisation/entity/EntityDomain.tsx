import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { entityForOperator } from '#app/domain/platform/entities/operator-view.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Props {
  row: Awaited<ReturnType<typeof entityForOperator>>
  mayEdit: boolean
}

/** The domain of an organisation's own, how far it is proven, and the button by which it is served no longer. */
export function EntityDomain({ row, mayEdit }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { custom_domain: domain, custom_domain_checked_at: checked, custom_domain_off_at: off } = row
  const to = paths.admin.entity.domain(row.id)
  return (
    <Section title={t('entity.custom_domain')}>
      {domain === null && !off ? (
        <p>{t('domain.none')}</p>
      ) : (
        <Facts
          columns={2}
          items={[
            { label: t('domain.domain'), value: domain },
            {
              label: t('entity.custom_domain_status'),
              value: <StatusBadge status={row.custom_domain_status} />,
            },
            { label: t('domain.checked_at'), value: checked && formatInstant(checked, locale) },
            { label: t('domain.off_since'), value: off && formatInstant(off, locale) },
            { label: t('domain.off_reason'), value: row.custom_domain_off_reason, wide: true },
          ]}
        />
      )}
      {mayEdit && domain !== null && !off && (
        <LinkButton href={to} look="danger">
          {t('domain.switch_off')}
        </LinkButton>
      )}
      {mayEdit && off && (
        <PostButton action={paths.admin.entity.domainAllow(row.id)} fields={{ version: String(row.version) }}>
          {t('domain.allow')}
        </PostButton>
      )}
    </Section>
  )
}
