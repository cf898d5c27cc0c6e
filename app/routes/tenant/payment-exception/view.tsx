import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { staffException } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { paths } from '#app/paths.ts'
import { exceptionId } from '#app/server/payments/exception-desk.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { ExceptionView } from '#app/ui/gateways/payment-exception/ExceptionView.tsx'
import { AttemptMessages } from '#app/ui/payments/payment/Attempts.tsx'

/** One exception of the organisation, with the attempt and the payment that it is about. */
export const handle = { access: 'payment_exception.view', title: 'payment_exception.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('payment_exception.view')
  const row = await staffException(await context.read(), scope, exceptionId(params))
  const { id } = context.actor
  const may = {
    settle: context.can('payment_exception.settle'),
    approve: context.can('payment_exception.approve'),
    isOwner: row.owner_id === id,
    isProposer: row.proposed_by === id,
  }
  return { row, may, today: context.today }
}

export default function ViewException() {
  const { row, may, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { attempt_id, payment, messages } = row
  const attempt = { label: t('payment.view.attempt'), value: row.order_no }
  const facts = [
    { label: t('payment.payer'), value: row.payer },
    { ...attempt, href: attempt_id && paths.attempt.view(attempt_id) },
    {
      label: t('payment_exception.booked_as'),
      value: payment
        ? `${payment.number} · ${formatRinggit(payment.amount_sen)}`
        : t('payment_exception.not_booked'),
      href: payment && paths.payment.view(payment.id),
    },
  ]
  return (
    <ExceptionView row={row} today={today} addresses={paths.exception} may={may} facts={facts}>
      {messages.length > 0 && (
        <Section title={t('payment.view.messages')}>
          <AttemptMessages messages={messages} />
        </Section>
      )}
    </ExceptionView>
  )
}
