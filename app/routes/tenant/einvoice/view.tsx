import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { currentTime } from '#app/domain/core/clock.ts'
import { correctionOf, isCancellable, retryStanding } from '#app/domain/einvoice/documents/change-document.ts'
import { attemptsOf, einvoice, eventsOf } from '#app/domain/einvoice/documents/find-documents.ts'
import { portalLink } from '#app/domain/einvoice/documents/portal-link.ts'
import { findSetting, maySubmit } from '#app/domain/einvoice/settings/find-setting.ts'
import { warningsOf } from '#app/domain/einvoice/settings/warnings.ts'
import { paths } from '#app/paths.ts'
import { QrCode } from '#app/print/qr/QrCode.tsx'
import { qrCode } from '#app/print/qr/qr-code.ts'
import { portalOf } from '#app/server/einvoices/portal.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { EInvoiceFacts } from '#app/ui/einvoice/document/EInvoiceFacts.tsx'
import { EInvoiceHistory, EInvoiceMessages } from '#app/ui/einvoice/document/EInvoiceHistory.tsx'
import { EInvoiceStanding, Faults } from '#app/ui/einvoice/document/EInvoiceStanding.tsx'
import { TestSystem } from '#app/ui/einvoice/document/TestSystem.tsx'
import { SettingWarnings } from '#app/ui/einvoice/settings/SettingWarnings.tsx'

/** One e-invoice: where it stands, what is wrong with it, and all that happened to it. */
export const handle = { access: 'einvoice.view', titled: true } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('einvoice.view')
  const db = await context.read()
  const row = await einvoice(db, scope, idOf(params, 'not_found.einvoice'))
  const link = portalLink(row, portalOf)
  const { fingerprint: _, long_id: _long, ...shown } = row
  const isTest = row.environment === 'sandbox'
  const common = { title: row.number, row: shown, link, isTest, qr: link && qrCode(link) }
  if (scope.scope === 'own') return { ...common, office: null }
  const isOpen =
    row.stored_status === 'queued' || row.stored_status === 'invalid' || row.stored_status === 'failed'
  const [events, attempts, setting, standing, correction] = await Promise.all([
    eventsOf(db, row.id),
    attemptsOf(db, row.id),
    findSetting(db),
    isOpen ? retryStanding(db, keysOf(context), row) : null,
    row.bound === 'fixed' ? correctionOf(db, row.id) : undefined,
  ])
  return {
    ...common,
    office: {
      events,
      attempts,
      standing,
      correction: correction ?? null,
      linked: link !== null,
      works: maySubmit(setting),
      warnings: warningsOf(setting, context.today),
      now: currentTime(),
      may: {
        submit: context.can('einvoice.submit'),
        cancel: context.can('einvoice.cancel') && isCancellable(row),
        note: context.can('refund.create') || context.can('refund.request'),
        parent: context.can('parent.edit'),
        setting: context.can('einvoice_setting.edit'),
      },
    },
  }
}

export default function ViewEInvoice() {
  const { row, link, isTest, qr, office } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const isFaulty = row.stored_status === 'invalid' || row.stored_status === 'failed'
  const again = row.status === 'cancelled' && row.invoice_status !== 'cancelled' && row.invoice_id
  return (
    <ViewPage
      title={row.number}
      subtitle={[t(`einvoice.types.${row.type}`), row.buyer_name].filter(Boolean).join(' · ')}
      back={{ label: t('einvoice.plural'), href: paths.einvoice.list() }}
      status={<StatusBadge status={row.status} words="einvoice.statuses" />}
      actions={
        <>
          {link && (
            <LinkButton href={link} look={office ? 'plain' : 'primary'}>
              {t('einvoice.open_portal')}
            </LinkButton>
          )}
          {office?.may.cancel && (
            <LinkButton href={paths.einvoice.cancel(row.id)}>{t('einvoice.cancel')}</LinkButton>
          )}
          {office?.may.submit && again && (
            <LinkButton href={paths.einvoice.new({ invoice: again })} look="primary">
              {t('einvoice.new_single')}
            </LinkButton>
          )}
          {office?.may.submit && isFaulty && office.standing?.may && (
            <PostButton
              action={paths.einvoice.retry(row.id)}
              look="primary"
              fields={{ version: String(row.version) }}
            >
              {t('einvoice.retry')}
            </PostButton>
          )}
        </>
      }
    >
      {office && <SettingWarnings {...office.warnings} mayEdit={office.may.setting} />}
      {isTest && <TestSystem forFamily={!office} />}
      <EInvoiceStanding row={row} office={office} />
      {isFaulty && <Faults row={row} office={office} />}
      {qr && (
        <div className="pay">
          <QrCode image={qr} label={t('einvoice.qr')} side={180} />
        </div>
      )}
      <EInvoiceFacts row={row} office={office} />
      {office && <EInvoiceHistory events={office.events} />}
      {office && office.attempts.length > 0 && <EInvoiceMessages attempts={office.attempts} />}
    </ViewPage>
  )
}
