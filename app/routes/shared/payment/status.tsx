import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { databaseTime } from '#app/domain/core/clock.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { linesListed } from '#app/domain/core/invoicing/paid-lines.ts'
import { titleOfSeveral } from '#app/domain/core/invoicing/title.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { textIn } from '#app/domain/core/translated.ts'
import { type PaymentPage, paymentPage } from '#app/domain/payments/payments/payment-page.ts'
import { paths } from '#app/paths.ts'
import { byPublicCode, codeOf, unlisted } from '#app/server/payments/public-page.ts'
import { readsInFull } from '#app/server/payments/public-receipt.ts'
import { mayChoose, wayBack } from '#app/server/payments/way-back.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Amount } from '#app/ui/core/page/Amount.tsx'
import { Entries, Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { outcomeTones, SecondDebits } from '#app/ui/payments/payment/Attempts.tsx'
import { PaymentMoments } from '#app/ui/payments/payment/PaymentMoments.tsx'
import { PaymentWords } from '#app/ui/payments/payment/PaymentWords.tsx'

/** The outcome of a payment for anyone with its code: whether it went through, what it was for, and what to do next. */
export const handle = {
  access: 'guest',
  titled: true,
  look: 'public',
  timeline: true,
  pays: true,
} satisfies Handle

export const headers = unlisted

export async function loader({ params, context }: LoaderFunctionArgs) {
  const missing = 'not_found.payment'
  const code = codeOf(params, missing)
  const about = { code, missing, path: paths.payment.status(code) } as const
  const found = await byPublicCode(context, about, async (db) =>
    paymentPage(db, code, await databaseTime(db), context.actor.parent_id),
  )
  const { receipt } = found
  const payment = {
    ...found,
    title: titleOf(found, context),
    way_back: wayBack(found, context.actor),
    may_retry: found.may_retry && (!found.several || mayChoose(context.actor)),
    in_full: receipt !== null && (await readsInFull(context, receipt.payment_id)),
  }
  // Without a script, this is how the page moves on once the bank has answered.
  return data(payment, payment.refresh ? { headers: { refresh: String(payment.refresh) } } : {})
}

/** What happened, and to what: the title of the page in a tab or a bookmark. */
function titleOf({ outcome, invoices, gift }: PaymentPage, context: RequestContext): string {
  const about =
    (gift && textIn(gift, 'type', context.locale)) ??
    titleOfSeveral(
      invoices.map(({ title }) => title),
      context,
    )
  return [context.t(`payment.outcome.${outcome}`), about].filter(Boolean).join(': ')
}

type Payment = ReturnType<typeof useLoaderData<typeof loader>>

const tones: Record<Payment['outcome'], Tone> = { ...outcomeTones, cancelled: 'off' }

export default function PaymentStatus() {
  const payment = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { titleOfSeveral } = useTitles()
  const { outcome, invoices, gift, bank_name, method, receipt } = payment
  const about =
    titleOfSeveral(invoices.map(({ title }) => title)) ||
    ((gift && textIn(gift, 'type', locale)) ?? bank_name ?? t(`payment.methods.${method}`))
  const said = t(`payment.outcome.${outcome}`)
  return (
    <NarrowFrame>
      <header className="lead">
        <h1 className="outcome">
          <StatusBadge status={outcome} label={said} tone={tones[outcome]} />
        </h1>
        <Amount sen={payment.amount_sen} settled={outcome === 'paid'} />
        <p>
          <b>{about}</b>
          {receipt && (
            <>
              <br />
              <small className="quiet">{receipt.number}</small>
            </>
          )}
        </p>
      </header>
      {payment.may_start_over ? <StartOver code={payment.code} /> : <PaymentWords payment={payment} />}
      {receipt?.sent_to && outcome === 'paid' && (
        <p>{t('payment.page.sent_to', { email: receipt.sent_to })}</p>
      )}
      <SecondDebits of={payment.second} />
      <Steps payment={payment} />
      <PaidFor payment={payment} />
      <Section title={t('payment.page.details')}>
        <Details payment={payment} />
      </Section>
      {payment.moments.length > 0 && (
        <Section title={t('payment.page.history')}>
          <PaymentMoments of={payment} />
        </Section>
      )}
    </NarrowFrame>
  )
}

/** What it paid, or is to pay: each invoice by its title, with what it bills; then the fee and what became credit. */
function PaidFor({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const { titleOf, linesOf } = useTitles()
  const { invoices, outcome, payer_fee_sen, credit_sen } = payment
  if (invoices.length === 0) return null
  const most = linesListed(invoices.length)
  const further = [
    { title: t('payment.choose.fee'), sen: payer_fee_sen },
    { title: t('payment.paper.credit'), sen: credit_sen },
  ].filter(({ sen }) => sen > 0)
  return (
    <Section title={t(`payment.page.${outcome === 'paid' ? 'paid_for' : 'asked_for'}`)}>
      <Entries
        items={[
          ...invoices.map(({ number, title, lines, amount_sen }) => ({
            ...{ title: titleOf(title), meta: number ?? undefined, lines: linesOf(lines, most) },
            sen: amount_sen,
          })),
          ...further,
        ]}
      />
    </Section>
  )
}

/** FPX has just said that it knows nothing of the payment: the payer may have lost the way. */
function StartOver({ code }: { code: string }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" title={t('payment.page.not_at_fpx')}>
      <p>{t('payment.page.not_at_fpx_text')}</p>
      <PostButton action={paths.payment.startOver(code)} look="link">
        {t('payment.page.start_over_confirm')}
      </PostButton>
    </Notice>
  )
}

/** The one thing to do now, and what else may be done. */
function Steps({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { code, receipt, bank_name, may_continue, may_check, may_retry, next_enquiry_at } = payment
  const back = payment.way_back
  return (
    <>
      <div className="actions">
        {receipt && (
          <LinkButton href={paths.payment.receipt(code)} look={receipt.reversed_on ? 'plain' : 'primary'}>
            {t(receipt.reversed_on ? 'payment.page.receipt_reversed' : 'payment.page.receipt')}
          </LinkButton>
        )}
        {may_continue && (
          <LinkButton href={paths.payment.go(code)} look="primary">
            {t('payment.go.continue', { bank: bank_name })}
          </LinkButton>
        )}
        {payment.may_cancel && (
          <ConfirmButton
            label={t('chip.cancel')}
            text={t('chip.cancel_text')}
            action={paths.payment.startOver(code)}
            confirm={t('chip.cancel_confirm')}
          />
        )}
        {may_check && <PostButton action={paths.payment.check(code)}>{t('payment.page.check')}</PostButton>}
        {payment.may_give_up && (
          <ConfirmButton
            label={t('payment.page.give_up')}
            text={t('payment.page.give_up_text')}
            action={paths.payment.giveUp(code)}
            confirm={t('payment.page.give_up_confirm')}
          />
        )}
        {may_retry && (
          <PostButton action={paths.payment.retry(code)} look="primary">
            {t('payment.page.retry')}
          </PostButton>
        )}
        {back && <a href={back}>{t(`payment.page.${wordOfBack(payment)}`)}</a>}
        {payment.gift && (
          <a href={paths[payment.gift.kind].open()}>{t(`donation.give.${payment.gift.kind}`)}</a>
        )}
      </div>
      {receipt && payment.gift && <p className="quiet small">{t('donation.receipt_in_full')}</p>}
      {receipt && !payment.in_full && !payment.gift && (
        <p className="quiet small">
          {t('payment.page.shortened')}{' '}
          <a href={paths.loginPhone({ to: paths.payment.status(code) })}>{t('payment.page.by_phone')}</a>
        </p>
      )}
      {next_enquiry_at && (
        <p className="quiet small">
          {t('payment.page.check_hint', { time: formatInstant(next_enquiry_at, locale) })}
        </p>
      )}
    </>
  )
}

/** A parent who has paid goes back to their own first page. */
function wordOfBack({ several, way_back }: Payment) {
  if (way_back === paths.dashboard()) return 'home'
  return several ? 'basket' : 'invoice'
}

/** What PayNet wants on this page, and banks ask for. */
function Details({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { payer_fee_sen, receipt, method } = payment
  const at = payment.paid_at ?? payment.responded_at ?? payment.requested_at
  const online = method === 'fpx' || method === 'chip'
  return (
    <Facts
      items={[
        receipt && { label: t('payment.number'), value: receipt.number },
        online && payment.status && { label: t('payment.status'), value: t(`fpx.status.${payment.status}`) },
        { label: t('payment.amount'), value: formatRinggit(payment.amount_sen) },
        payment.gift && {
          label: t(`donation.type_of.${payment.gift.kind}`),
          value: textIn(payment.gift, 'type', locale),
        },
        payment.gift?.persons && { label: t('donation.persons'), value: String(payment.gift.persons) },
        payer_fee_sen > 0 && { label: t('payment.page.fee_part'), value: formatRinggit(payer_fee_sen) },
        at
          ? {
              label: t('payment.page.paid_at'),
              value: unbroken(t('payment.page.time_zone', { time: formatInstant(at, locale) })),
            }
          : receipt && { label: t('payment.paid_on'), value: formatDate(receipt.paid_on, locale) },
        receipt &&
          receipt.sent_back_sen > 0 && {
            label: t('payment.sent_back'),
            value: formatRinggit(receipt.sent_back_sen),
          },
        receipt?.reversed_on && {
          label: t('payment.page.reversed_on'),
          value: formatDate(receipt.reversed_on, locale),
        },
        online && {
          label: t(method === 'chip' ? 'chip.purchase_id' : 'payment.fpx_id'),
          value: payment.fpx_id,
        },
        online && { label: t('payment.order_no'), value: payment.order_no },
        online && {
          label: t(method === 'chip' ? 'payment.method' : 'payment.bank'),
          value: payment.bank_name,
        },
        online && payment.model && { label: t('payment.model'), value: t(`fpx.model.${payment.model}`) },
        !online && { label: t('payment.method'), value: t(`payment.methods.${method}`) },
        payment.reference_no && {
          label: t(online ? 'payment.bank_reference' : 'payment.reference_no'),
          value: payment.reference_no,
        },
      ]}
    />
  )
}
