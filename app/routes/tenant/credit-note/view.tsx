import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { freeCredit } from '#app/domain/accounting/credits/find-credits.ts'
import { creditNote } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { isOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { einvoicesOf } from '#app/domain/core/invoicing/einvoice-state.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { findSetting, maySubmit } from '#app/domain/einvoice/settings/find-setting.ts'
import { paths } from '#app/paths.ts'
import { QrCode } from '#app/print/qr/QrCode.tsx'
import { einvoicePanel } from '#app/server/einvoices/panel.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { NoteLines } from '#app/ui/billing/credit-note/NoteLines.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { WaitsNotice } from '#app/ui/core/four-eyes/WaitsNotice.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { WayBack } from '#app/ui/core/undo/WayBack.tsx'
import { EInvoicePanel } from '#app/ui/einvoice/document/EInvoicePanel.tsx'

export const handle = { access: 'refund.view', title: 'credit_note.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can, actor } = context
  const scope = context.scope('refund.view')
  const db = await context.read()
  const row = await creditNote(db, scope, idOf(params, 'not_found.credit_note'))
  const { requested_by, ...found } = row
  const { reason, requester, requested_at, decider, decided_at, decision_reason, ...told } = found
  const open = row.status === 'requested'
  const isFamily = await isOwnFamily(db, actor, { type: 'credit_note', ids: [row.id] })
  const isOwn = isOwnRequest(actor, { requested_by })
  const known = (await einvoicesOf(db, 'credit_note', [row.id])).get(row.id)
  const setting = context.can('einvoice.submit') ? await findSetting(db) : undefined
  return {
    einvoice: einvoicePanel(context, known),
    row: told,
    // A family is told what it was given, and not what was said about it.
    office:
      scope.scope === 'own'
        ? null
        : { reason, requester, requested_at, decider, decided_at, decision_reason },
    may: {
      decide: open && !isOwn && !isFamily && can('refund.approve'),
      withdraw: open && isOwn,
      again: row.status === 'approved' && scope.scope !== 'own' && can('invoice.create'),
      print: row.number !== null,
      report: maySubmit(setting) && row.status === 'approved' && row.kind === 'credit_note' && !known,
      // What it made credit, and is not used yet, can go on to the family.
      refund:
        row.credit_sen > 0 && can('credit_refund.request') && (await freeCredit(db, row.payer_parent_id)) > 0,
    },
  }
}

export default function ViewCreditNote() {
  const { row, office, einvoice, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={row.number ?? t(`credit_note.kinds.${row.kind}`)}
      subtitle={row.student}
      back={{ label: t('credit_note.plural'), href: paths.credit_note.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {may.print && (
            <LinkButton href={paths.credit_note.print(row.id)}>{t('credit_note.print')}</LinkButton>
          )}
          {may.report && (
            <LinkButton href={paths.einvoice.new({ credit_note: row.id })}>
              {t('einvoice.new_single')}
            </LinkButton>
          )}
          {may.refund && (
            <LinkButton href={paths.credit_refund.new(row.payer_parent_id)}>
              {t('credit_refund.new_short')}
            </LinkButton>
          )}
        </>
      }
    >
      {row.status === 'requested' && <WaitsNotice noun="credit_note" id={row.id} may={may} />}
      <Facts
        columns={2}
        items={[
          {
            label: t('credit_note.invoice'),
            value: <a href={paths.invoice.view(row.invoice_id)}>{row.invoice}</a>,
          },
          { label: t('credit_note.payer'), value: row.payer },
          { label: t('credit_note.total_sen'), value: formatRinggit(row.total_sen) },
          row.credit_sen > 0 && { label: t('credit_note.credit_sen'), value: formatRinggit(row.credit_sen) },
          row.rule !== null && { label: t('credit_note.rule'), value: row.rule },
          row.issued_on !== null && {
            label: t('credit_note.issued_on'),
            value: formatDate(row.issued_on, locale),
          },
          ...(office
            ? [
                row.rule === null && { label: t('credit_note.reason'), value: office.reason },
                {
                  label: t('credit_note.requester'),
                  value: office.requester ?? t('credit_note.by_itself'),
                },
                { label: t('credit_note.requested_at'), value: formatInstant(office.requested_at, locale) },
                office.decider !== null && { label: t('credit_note.decider'), value: office.decider },
                office.decided_at !== null &&
                  office.decider !== null && {
                    label: t('credit_note.decided_at'),
                    value: formatInstant(office.decided_at, locale),
                  },
                office.decision_reason !== null && {
                  label: t('credit_note.decision_reason'),
                  value: office.decision_reason,
                },
              ]
            : []),
        ]}
      />
      {row.items.length > 0 && <NoteLines note={row} />}
      {einvoice && (
        <EInvoicePanel of={einvoice}>
          {einvoice.qr && <QrCode image={einvoice.qr} label={t('einvoice.qr')} side={160} />}
        </EInvoicePanel>
      )}
      {may.again && <WayBack of="credit_note" href={paths.invoice.new({ student_id: row.student_id })} />}
    </ViewPage>
  )
}
