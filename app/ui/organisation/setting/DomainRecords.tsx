import { useTranslation } from 'react-i18next'
import type { DomainChecks } from '#app/domain/organisation/own-domain/own-domain.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

interface Props {
  domain: string
  /** To which it must lead. */
  ours: string[]
  /** The organisation's subdomain, to which a CNAME may point. */
  below: string
  txt: string
  proof: string
  checks: DomainChecks | null
}

/** The records that a domain needs, each with what was found of it the last time, and then whether we are reached by them. */
export function DomainRecords({ domain, ours, below, txt, proof, checks }: Props) {
  const { t } = useTranslation()
  const kinds = [
    { type: 'A', values: ours.filter((address) => !address.includes(':')) },
    { type: 'AAAA', values: ours.filter((address) => address.includes(':')) },
  ].filter(({ values }) => values.length > 0)
  return (
    <>
      <Section title={t('domain.proof')}>
        <p>{t('domain.proof_hint')}</p>
        <Facts
          items={[
            { label: t('domain.record_type'), value: 'TXT' },
            { label: t('domain.record_name'), value: <code>{txt}</code> },
            { label: t('domain.record_value'), value: <code>{proof}</code> },
          ]}
        />
        {checks && <Finding of="txt" finding={checks.txt} />}
      </Section>
      <Section title={t('domain.address')}>
        <p>{t(kinds.length > 0 ? 'domain.address_hint' : 'domain.address_unknown')}</p>
        {kinds.map(({ type, values }) => (
          <Facts
            key={type}
            items={[
              { label: t('domain.record_type'), value: type },
              { label: t('domain.record_name'), value: <code>{domain}</code> },
              { label: t('domain.record_value'), value: <code>{values.join(', ')}</code> },
            ]}
          />
        ))}
        <p className="hint">{t('domain.cname', { below })}</p>
        {checks && <Finding of="address" finding={checks.address} seen={checks.seen.join(', ')} />}
      </Section>
      {checks?.reach && (
        <Section title={t('domain.reach')}>
          <Finding of="reach" finding={checks.reach} />
          {checks.certificate && <Finding of="certificate" finding={checks.certificate} />}
        </Section>
      )}
    </>
  )
}

function Finding({ of, finding, seen = '' }: { of: string; finding: string; seen?: string }) {
  const { t } = useTranslation()
  const key = `domain.found.${of}.${finding}`
  return <Notice tone={finding === 'ok' ? 'success' : 'warning'}>{t(key, { seen })}</Notice>
}
