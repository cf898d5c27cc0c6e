import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { models } from '#app/domain/payments/payments/payment.ts'
import { payBillForm } from '#app/domain/platform/platform-invoices/online-payment.ts'
import { paths } from '#app/paths.ts'
import { openBill, payBillAction } from '#app/server/payments/bill.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { AmountHeader } from '#app/ui/core/page/Amount.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { BankField, FpxTerms } from '#app/ui/payments/payment/Fpx.tsx'
import { PayerFields } from '#app/ui/payments/payment/PayerFields.tsx'
import { Ways } from '#app/ui/payments/payment/Ways.tsx'

/** An invoice of the platform, for whoever has its code: the choice of account and bank, or how it was paid. */
export const handle = { access: 'guest', title: 'billing.title', look: 'public', pays: true } satisfies Handle

export const headers = unlisted

export const loader = (args: LoaderFunctionArgs) => openBill(args)

export const action = (args: ActionFunctionArgs) => payBillAction(args)

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function PayBill() {
  const { bill, offer, way } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { status } = bill
  return (
    <NarrowFrame>
      <AmountHeader
        about={t('billing.about', { number: bill.number, debtor: bill.debtor })}
        label={status === 'unpaid' ? t('payment.choose.label') : undefined}
        sen={bill.total_sen}
        settled={status === 'paid'}
        status={status === 'unpaid' ? undefined : <StatusBadge status={status} />}
      />
      {status === 'paid' ? (
        <Facts
          items={[
            { label: t('platform_invoice.paid_on'), value: formatDate(bill.paid_on!, locale) },
            {
              label: t('platform_invoice.method'),
              value: t(`platform_invoice.methods.${bill.method as 'fpx'}`),
            },
            bill.bank_name !== null && { label: t('platform_invoice.bank_name'), value: bill.bank_name },
            bill.reference !== null && {
              label: t(`platform_invoice.${bill.method === 'fpx' ? 'fpx_id' : 'reference'}`),
              value: bill.reference,
            },
          ]}
        />
      ) : (
        status === 'unpaid' && (
          <p className="quiet small">{t('billing.due', { date: formatDate(bill.due_on, locale) })}</p>
        )
      )}
      {status === 'pending' && (
        <Notice tone="warning">
          <p>{t('billing.in_payment')}</p>
        </Notice>
      )}
      {bill.held_by && (
        <div className="actions">
          <LinkButton href={paths.billing.status(bill.held_by)} look="primary">
            {t('billing.see_payment')}
          </LinkButton>
        </div>
      )}
      {offer ? (
        <>
          <Ways
            way={offer.model}
            ways={[...models]}
            hrefOf={(model) => paths.billing.pay(bill.public_code, { model })}
          />
          {offer.refusal ? (
            <Notice tone="warning">
              <p>{t(`refusal.${offer.refusal}`)}</p>
            </Notice>
          ) : (
            <BankForm bill={bill} offer={offer} />
          )}
        </>
      ) : (
        status === 'unpaid' && <p>{t('billing.not_online')}</p>
      )}
      {way && (
        <p>
          <a href={way}>{t(bill.kind === 'credit_topup' ? 'message_credit.back' : 'billing.back')}</a>
        </p>
      )}
    </NarrowFrame>
  )
}

type Offer = NonNullable<Data['offer']>

function BankForm({ bill, offer }: { bill: Data['bill']; offer: Offer }) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(payBillForm, useActionData<typeof action>(), {
    buyer_name: bill.debtor,
    buyer_email: bill.contact ?? '',
  })
  if (offer.bank.choices.length === 0)
    return (
      <Notice tone="error">
        <p>{t('fpx.bank.none')}</p>
      </Notice>
    )
  return (
    <form method="post" id={form.id} className="fields" noValidate>
      <ErrorSummary form={form} noun="payment" />
      <BankField of={fields.bank} banks={offer.bank} />
      <PayerFields name={fields.buyer_name} email={fields.buyer_email} receipt={false} />
      <input type="hidden" name="model" value={offer.model} />
      <SubmitButton>{t('payment.choose.submit', { amount: formatRinggit(bill.total_sen) })}</SubmitButton>
      <FpxTerms url={offer.terms} />
      <p className="quiet small">{t('fpx.hours')}</p>
    </form>
  )
}
