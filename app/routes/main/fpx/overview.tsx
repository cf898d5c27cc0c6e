import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { lastMessages } from '#app/domain/platform/fpx/fpx-watch.ts'
import { paths } from '#app/paths.ts'
import { type FpxSetUp, fpxSetUp } from '#app/server/payments/fpx-set-up.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { FpxNotices } from '#app/ui/payments/fpx/FpxNotices.tsx'
import { codeWord } from '#app/ui/payments/payment/Attempts.tsx'

/** How we are known to FPX and FPX to us. Nothing here is a secret. */
export const handle = { access: 'admin.fpx.view', title: 'fpx.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { last, clock } = await lastMessages(await context.read(), context.services.ring)
  const setUp = await fpxSetUp(context, last?.certificate_fingerprint ?? null)
  const { origin } = context.site
  const addresses = { direct: origin + paths.fpx.direct(), indirect: origin + paths.fpx.indirect() }
  return { ...setUp, last, clock, addresses }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function FpxOverview() {
  const data = useLoaderData<typeof loader>()
  const { addresses, known, certificates, own, key_fingerprint } = data
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('fpx.title')} subtitle={t('admin.fpx.hint')} />
      <FpxNotices {...data} />
      <Section title={t('admin.fpx.addresses')}>
        <p>{t('admin.fpx.addresses_hint')}</p>
        <Facts
          items={(['direct', 'indirect'] as const).map((kind) => ({
            label: t(`admin.fpx.${kind}`),
            value: <code className="key">{addresses[kind]}</code>,
            wide: true as const,
          }))}
        />
      </Section>
      {known && (
        <Section title={t('admin.fpx.known')}>
          <Facts
            items={[
              { label: t('admin.fpx.environment'), value: t(`admin.fpx.environments.${known.environment}`) },
              { label: t('admin.fpx.exchange_id'), value: known.exchange_id },
              { label: t('admin.fpx.seller_bank'), value: known.seller_bank_code },
              { label: t('admin.fpx.address'), value: known.url },
            ]}
          />
        </Section>
      )}
      <Messages {...data} />
      {key_fingerprint && (
        <Section title={t('admin.fpx.own')}>
          <Facts items={[{ label: t('admin.fpx.key'), value: <small>{key_fingerprint}</small> }]} />
          {!own && <p className="quiet">{t('admin.fpx.no_own')}</p>}
        </Section>
      )}
      {own && <CertificateSection of={own} title={t('admin.fpx.own_certificate')} />}
      {certificates.map((one) => (
        <CertificateSection key={one.fingerprint} of={one} title={t('admin.fpx.certificate')} />
      ))}
      {certificates.length > 0 && <p className="quiet small">{t('admin.fpx.certificates_hint')}</p>}
    </>
  )
}

function Messages({ last, clock }: Data) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Section title={t('admin.fpx.last')}>
      {last ? (
        <Facts
          items={[
            { label: t('admin.fpx.received_at'), value: formatInstant(last.received_at, locale) },
            { label: t('admin.fpx.channel'), value: t(`admin.fpx.channels.${last.kind}`) },
            { label: t('admin.job.entity'), value: last.entity ?? t('admin.job.platform') },
            {
              label: t('admin.fpx.answer'),
              value: last.response_code && `${last.response_code} · ${codeWord(last.response_code, t)}`,
            },
            clock && {
              label: t('admin.fpx.clock'),
              value: t(clock.ahead < 0 ? 'admin.fpx.behind' : 'admin.fpx.ahead', {
                count: Math.abs(clock.ahead),
                sent: formatInstant(clock.sent_at, locale),
                received: formatInstant(clock.received_at, locale),
              }),
            },
          ]}
        />
      ) : (
        <p className="quiet">{t('admin.fpx.no_message')}</p>
      )}
    </Section>
  )
}

type Certificate = FpxSetUp['certificates'][number]

const tones: Record<Certificate['state'], Tone> = {
  in_use: 'good',
  next: 'open',
  former: 'off',
  expired: 'bad',
}

/** A certificate under its own heading, with how it stands. */
function CertificateSection({ of: one, title }: { of: Certificate; title: string }) {
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
