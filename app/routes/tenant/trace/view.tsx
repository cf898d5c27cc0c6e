import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { currentTime, databaseTime } from '#app/domain/core/clock.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { shortPurpose } from '#app/domain/core/invoicing/title.ts'
import { openTraceToken, tracedPayment } from '#app/domain/payments/payments/payer-lookup.ts'
import { paths } from '#app/paths.ts'
import { askForPayer } from '#app/server/payments/ask-gateway.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { AmountHeader } from '#app/ui/core/page/Amount.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { outcomeTones, SecondDebits } from '#app/ui/payments/payment/Attempts.tsx'
import { PaymentMoments } from '#app/ui/payments/payment/PaymentMoments.tsx'
import { PaymentWords } from '#app/ui/payments/payment/PaymentWords.tsx'

/** How a payment stands that somebody has found by its number and amount; names nobody and leads to no receipt. */
export const handle = {
  access: 'guest',
  title: 'payment.outcome.title',
  look: 'public',
  timeline: true,
} satisfies Handle

export const headers = unlisted

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = openTraceToken(keysOf(context), params.token ?? '', currentTime())
  const db = await context.read()
  const payment = { ...(await tracedPayment(db, id, await databaseTime(db))), token: params.token! }
  return data(payment, payment.refresh ? { headers: { refresh: String(payment.refresh) } } : {})
}

/** The bank is asked now. */
export async function action({ params, context }: ActionFunctionArgs) {
  await askForPayer(context, openTraceToken(keysOf(context), params.token ?? '', currentTime()))
  return redirect(paths.trace.view(params.token!), 303)
}

export default function TracedPayment() {
  const payment = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { outcome, method, order_no, fpx_id, bank_name, requested_at, receipt } = payment
  const tone = outcome === 'cancelled' ? 'off' : outcomeTones[outcome]
  return (
    <NarrowFrame>
      <AmountHeader
        about={shortPurpose(payment.months, { t, locale }) ?? bank_name ?? t(`payment.methods.${method}`)}
        sen={payment.amount_sen}
        settled={outcome === 'paid'}
        status={<StatusBadge status={outcome} label={t(`payment.outcome.${outcome}`)} tone={tone} />}
      />
      <PaymentWords payment={payment} />
      <SecondDebits of={payment.second} />
      <div className="actions">
        {payment.may_check && (
          <PostButton action={paths.trace.view(payment.token)}>{t('payment.page.check')}</PostButton>
        )}
        <a href={paths.trace.find()}>{t('payment.trace.again')}</a>
      </div>
      <Section title={t('payment.page.history')}>
        <PaymentMoments of={payment} />
      </Section>
      <Section title={t('payment.page.details')}>
        <Facts
          items={[
            bank_name && { label: t('payment.bank'), value: bank_name },
            receipt && { label: t('payment.number'), value: receipt.number },
            { label: t(method === 'chip' ? 'chip.purchase_id' : 'payment.fpx_id'), value: fpx_id },
            { label: t('payment.order_no'), value: order_no },
            requested_at && { label: t('payment.requested_at'), value: formatInstant(requested_at, locale) },
          ]}
        />
        <p className="quiet small">{t('payment.trace.kept')}</p>
      </Section>
    </NarrowFrame>
  )
}
