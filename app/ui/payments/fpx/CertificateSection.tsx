import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { FpxSetUp } from '#app/server/payments/fpx-set-up.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

type Certificate = FpxSetUp['certificates'][number]

const tones: Record<Certificate['state'], Tone> = {
  in_use: 'good',
  next: 'open',
  former: 'off',
  expired: 'bad',
}

/** A certificate under its own heading, with how it stands. */
export function CertificateSection({ of: one, title }: { of: Certificate; title: string }) {
  return (
    <Section
      title={title}
      actions={<StatusBadge status={one.state} words="admin.fpx.states" tone={tones[one.state]} />}
    >
      <CertificateFacts of={one} />
    </Section>
  )
}

/** By what PayNet's portal shows of it too. */
function CertificateFacts({ of: one }: { of: Certificate }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Facts
      items={[
        { label: t('admin.fpx.subject'), value: one.subject },
        { label: t('admin.fpx.serial'), value: one.serial },
        { label: t('admin.fpx.fingerprint'), value: <small>{one.fingerprint}</small> },
        { label: t('admin.fpx.not_before'), value: formatInstant(one.not_before, locale) },
        { label: t('admin.fpx.not_after'), value: formatInstant(one.not_after, locale) },
      ]}
    />
  )
}
