import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { billVerbAction, openBillPayment } from '#app/server/payments/bill.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { AmountHeader } from '#app/ui/core/page/Amount.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { outcomeTones } from '#app/ui/payments/payment/Attempts.tsx'

/** How a payment of an invoice of the platform stands, for whoever has its code. */
export const handle = { access: 'guest', title: 'payment.outcome.title', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader(args: LoaderFunctionArgs) {
  const found = await openBillPayment(args)
  const { refresh } = found.payment
  // Without a script, this is how the page moves on once the bank has answered.
  return data(found, refresh ? { headers: { refresh: String(refresh) } } : {})
}

export const action = (args: ActionFunctionArgs) => billVerbAction(args)

type Shown = ReturnType<typeof useLoaderData<typeof loader>>['payment']

export default function BillPayment() {
  const { payment, way } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { bill, outcome } = payment
  return (
    <NarrowFrame>
      <AmountHeader
        about={t('billing.about', { number: bill.number, debtor: bill.debtor })}
        sen={payment.amount_sen}
        settled={outcome === 'paid'}
        status={
          <StatusBadge
            status={outcome}
            label={t(`payment.outcome.${outcome}`)}
            tone={outcomeTones[outcome]}
          />
        }
      />
      <Words of={payment} />
      <Verbs of={payment} />
      <Section title={t('payment.page.details')}>
        <Details of={payment} />
      </Section>
      {way && (
        <p>
          <a href={way}>{t(bill.kind === 'credit_topup' ? 'message_credit.back' : 'billing.back')}</a>
        </p>
      )}
    </NarrowFrame>
  )
}

function Words({ of: payment }: { of: Shown }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { outcome, reason, kept } = payment
  if (payment.may_continue) return <p>{t('payment.page.ready')}</p>
  if (kept)
    return (
      <Notice tone="warning" title={t('billing.kept_title')}>
        <p>{t('billing.kept', { order_no: payment.order_no })}</p>
      </Notice>
    )
  const date = formatInstant(payment.expires_at, locale)
  const words = (
    <p>
      {reason && `${t(`fpx.reason.${reason}`)} `}
      {t(`billing.said.${outcome}`, { date, number: payment.bill.number })}
    </p>
  )
  const isLost = outcome === 'failed' || outcome === 'expired'
  if (isLost && payment.bill.kind === 'credit_topup')
    return (
      <Notice tone="error" title={t('message_credit.failed')}>
        {words}
      </Notice>
    )
  const waits = outcome === 'waiting_bank' || outcome === 'waiting_approver' || outcome === 'needs_help'
  return waits ? (
    <Notice tone="warning" title={t('payment.page.do_not_pay_again')}>
      {words}
    </Notice>
  ) : (
    words
  )
}

function Verbs({ of: payment }: { of: Shown }) {
  const { t } = useTranslation()
  const action = paths.billing.status(payment.code)
  return (
    <div className="actions">
      {payment.may_continue && (
        <LinkButton href={paths.billing.go(payment.code)} look="primary">
          {t('payment.go.continue', { bank: payment.bank_name })}
        </LinkButton>
      )}
      {payment.may_check && (
        <PostButton action={action} fields={{ verb: 'check' }}>
          {t('payment.page.check')}
        </PostButton>
      )}
      {payment.may_start_over && (
        <PostButton action={action} fields={{ verb: 'start_over' }}>
          {t('payment.page.start_over_confirm')}
        </PostButton>
      )}
      {payment.may_give_up && (
        <ConfirmButton
          label={t('payment.page.give_up')}
          text={t('billing.give_up_text')}
          action={action}
          confirm={t('payment.page.give_up_confirm')}
          fields={{ verb: 'give_up' }}
        />
      )}
      {payment.may_retry && (
        <PostButton action={action} fields={{ verb: 'retry' }} look="primary">
          {t('payment.page.retry')}
        </PostButton>
      )}
    </div>
  )
}

/** What PayNet wants on this page, and banks ask for. */
function Details({ of: payment }: { of: Shown }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Facts
      items={[
        { label: t('payment.status'), value: t(`fpx.status.${payment.status}`) },
        { label: t('payment.amount'), value: formatRinggit(payment.amount_sen) },
        {
          label: t('payment.page.paid_at'),
          value: unbroken(t('payment.page.time_zone', { time: formatInstant(payment.at, locale) })),
        },
        payment.fpx_id !== null && { label: t('payment.fpx_id'), value: payment.fpx_id },
        { label: t('payment.order_no'), value: payment.order_no },
        { label: t('payment.bank'), value: payment.bank_name },
        { label: t('payment.model'), value: t(`fpx.model.${payment.model as 'B2C'}`) },
        payment.bank_reference !== null && {
          label: t('payment.bank_reference'),
          value: payment.bank_reference,
        },
      ]}
    />
  )
}
