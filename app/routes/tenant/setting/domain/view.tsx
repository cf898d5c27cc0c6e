import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import {
  mostMisses,
  ownDomain,
  proofName,
  proofValue,
  readableDomain,
} from '#app/domain/organisation/own-domain/own-domain.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { DomainRecords } from '#app/ui/organisation/setting/DomainRecords.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'

/** The organisation's own domain, the records that it needs, and what was found of each. */
export const handle = { access: 'domain.view', title: 'setting.domain.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { id, subdomain } = tenantOf(context)
  const ours = await context.services.domains.ours()
  const { domain, token, since, ...row } = await ownDomain(await context.read(), id)
  const below = `${subdomain}.${context.services.mainHost.split(':')[0]}`
  return {
    row: { ...row, domain },
    readable: domain && readableDomain(domain),
    records:
      domain && token ? { domain, ours, below, txt: proofName(domain), proof: proofValue(token) } : null,
    below,
    mayEdit: context.can('domain.edit'),
    // Taking away needs no package that has it.
    mayRemove: context.can('domain.remove'),
  }
}

export default function DomainSetting() {
  const { row, readable, records, below, mayEdit, mayRemove } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { domain, status, checks, checked_at, misses, off_at, off_reason } = row
  const away = status === 'verified' && misses > 0
  const mayTry = mayEdit && domain !== null && !off_at
  return (
    <SettingPage
      name="domain"
      status={<StatusBadge status={status} />}
      actions={
        mayEdit &&
        !off_at && (
          <>
            {mayTry && (
              <PostButton
                action={paths.setting.domainCheck()}
                look={status === 'verified' ? 'plain' : 'primary'}
              >
                {t('domain.check')}
              </PostButton>
            )}
            <LinkButton href={paths.setting.domainEdit()} look={domain ? 'plain' : 'primary'}>
              {t(domain ? 'domain.other' : 'domain.enter')}
            </LinkButton>
          </>
        )
      }
    >
      {off_at ? (
        <Notice tone="error" title={t('domain.off')}>
          <p>{off_reason}</p>
          <p>{t('domain.off_hint')}</p>
        </Notice>
      ) : away ? (
        <Notice tone="warning" title={t('domain.away')}>
          {t('domain.away_hint', { count: mostMisses - misses, below })}
        </Notice>
      ) : (
        <Notice tone={status === 'verified' ? 'success' : status === 'failed' ? 'warning' : 'info'}>
          {t(`domain.state.${status}`, { domain: readable, below })}
        </Notice>
      )}
      {domain && (
        <Facts
          columns={2}
          items={[
            { label: t('domain.domain'), value: readable },
            ...(readable === domain ? [] : [{ label: t('domain.ascii'), value: domain }]),
            { label: t('domain.subdomain'), value: below },
            { label: t('domain.checked_at'), value: checked_at && formatInstant(checked_at, locale) },
          ]}
        />
      )}
      {records && <DomainRecords {...records} checks={checks} />}
      <p className="hint">{t('domain.links', { below })}</p>
      {domain && mayRemove && (
        <div className="section">
          <ConfirmButton
            label={t('domain.remove')}
            text={t('domain.remove_text', { domain: readable, below })}
            action={paths.setting.domainRemove()}
            confirm={t('domain.remove')}
            fields={{ version: String(row.version) }}
          />
        </div>
      )}
    </SettingPage>
  )
}
