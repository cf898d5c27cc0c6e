import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { isOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { parseFailure } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import { creditRefund, maskedRefundAccount } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { paths } from '#app/paths.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { WayBack } from '#app/ui/core/undo/WayBack.tsx'
import { RefundSteps } from '#app/ui/payments/credit-refund/RefundSteps.tsx'

export const handle = { access: 'credit_refund.view', title: 'credit_refund.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { can, actor } = context
  const scope = context.scope('credit_refund.view')
  const id = idOf(params, 'not_found.credit_refund')
  const db = await context.read()
  const found = await creditRefund(db, scope, id)
  const { requested_by, account_number_sealed, requester, reason, before_sen: _, failure, ...row } = found
  const { decider, decided_at, decision_reason, canceller, cancelled_at, cancel_reason, paymaster, ...own } =
    row
  const isOwn = isOwnRequest(actor, { requested_by })
  const isFamily = await isOwnFamily(db, actor, { type: 'credit_refund', ids: [id] })
  const [asked, approved] = [row.status === 'requested', row.status === 'approved']
  const decides = !isFamily && can('credit_refund.approve')
  return {
    row: own,
    account: maskedRefundAccount(keysOf(context), id, account_number_sealed),
    // A family reads what became of its money; who in the office did what, and why, is the office's.
    office:
      scope.scope === 'own'
        ? null
        : {
            ...{ requester, reason, decider, decided_at, decision_reason },
            ...{ canceller, cancelled_at, cancel_reason, paymaster, failure: parseFailure(failure) },
          },
    may: {
      decide: asked && !isOwn && decides,
      withdraw: asked && isOwn && can('credit_refund.request'),
      pay: approved && row.method !== 'chip' && !isFamily && can('credit_refund.pay'),
      cancel: approved && decides,
      reveal: account_number_sealed !== null && can('credit_refund.pay'),
      print: (approved || row.status === 'paid') && can('credit_refund.print'),
      open: can('family.view'),
      returned: row.status === 'paid' && scope.scope !== 'own' && can('payment.record'),
      payment: can('payment.view'),
    },
  }
}

export default function ViewCreditRefund() {
  const { row, account, office, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const told = (label: string, value: string | null | undefined) =>
    value !== null && value !== undefined && { label: t(label), value }
  const instant = (at: string | Date | null | undefined) => at && formatInstant(at, locale)
  return (
    <ViewPage
      title={t('credit_refund.one')}
      subtitle={
        row.number ? `${row.number} · ${formatRinggit(row.amount_sen)}` : formatRinggit(row.amount_sen)
      }
      back={{ label: t('credit_refund.plural'), href: paths.credit_refund.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        may.print ? (
          <LinkButton href={paths.credit_refund.print(row.id)}>{t('credit_refund.voucher')}</LinkButton>
        ) : null
      }
    >
      <RefundSteps row={row} failure={office?.failure ?? null} isOffice={office !== null} may={may} />
      <Facts
        columns={2}
        items={[
          {
            label: t('credit_refund.parent'),
            value: may.open ? <a href={paths.family.view(row.parent_id)}>{row.parent}</a> : row.parent,
          },
          { label: t('credit_refund.amount_sen'), value: formatRinggit(row.amount_sen) },
          row.rounding_sen !== 0 && {
            label: t('payment.rounding'),
            value: formatRinggit(row.rounding_sen),
          },
          row.rounding_sen !== 0 && {
            label: t('credit_refund.in_cash'),
            value: formatRinggit(row.amount_sen + row.rounding_sen),
          },
          { label: t('credit_refund.method'), value: t(`payment.methods.${row.method}`) },
          { label: t('credit_refund.payee_name'), value: row.payee_name },
          told('credit_refund.bank_name', row.bank_name),
          row.payment_id !== null && {
            label: t('credit_refund.payment'),
            value: may.payment ? <a href={paths.payment.view(row.payment_id)}>{row.payment}</a> : row.payment,
          },
          account !== null && {
            label: t('credit_refund.account_number'),
            value: may.reveal ? (
              <>
                {account} <a href={paths.credit_refund.reveal(row.id)}>{t('credit_refund.reveal')}</a>
              </>
            ) : (
              account
            ),
          },
          { label: t('credit_refund.requested_at'), value: formatInstant(row.requested_at, locale) },
          told('credit_refund.sent_at', instant(row.sent_at)),
          told('credit_refund.paid_on', row.paid_on && formatDate(row.paid_on, locale)),
          told('credit_refund.bank_reference', row.bank_reference),
          told('credit_refund.requester', office?.requester),
          told('credit_refund.reason', office?.reason),
          told('credit_refund.decider', office?.decider),
          told('credit_refund.decided_at', instant(office?.decided_at)),
          told('credit_refund.decision_reason', office?.decision_reason),
          told('credit_refund.canceller', office?.canceller),
          told('credit_refund.cancelled_at', instant(office?.cancelled_at)),
          told('credit_refund.cancel_reason', office?.cancel_reason),
          told('credit_refund.paymaster', office?.paymaster),
        ]}
      />
      {may.returned && <WayBack of="credit_refund" href={paths.counter.take(row.parent_id)} />}
    </ViewPage>
  )
}
