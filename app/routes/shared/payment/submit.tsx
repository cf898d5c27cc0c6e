import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { payByCreditForm, startForm, startPurchaseForm } from '#app/domain/payments/baskets/basket.ts'
import { paths } from '#app/paths.ts'
import { chooseAction, openChoice } from '#app/server/payments/choose.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary, type FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { AmountHeader } from '#app/ui/core/page/Amount.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'
import { BasketSums, FeeBearer, GoneLines } from '#app/ui/payments/payment/BasketSums.tsx'
import { BankField, FpxTerms } from '#app/ui/payments/payment/Fpx.tsx'
import { PartForm } from '#app/ui/payments/payment/PartForm.tsx'
import { PayerFields } from '#app/ui/payments/payment/PayerFields.tsx'
import { useWayName, Ways } from '#app/ui/payments/payment/Ways.tsx'
import { OpenSlipNotice } from '#app/ui/payments/transfer-slip/PayByTransfer.tsx'

/** What is to be paid, the choice of account and bank, and the start of an online payment. */
export const handle = {
  access: 'guest',
  titled: true,
  look: 'public',
  statuses: false,
  pays: true,
} satisfies Handle

export const headers = unlisted

export const loader = (args: LoaderFunctionArgs) => openChoice(args)

export const action = (args: ActionFunctionArgs) => chooseAction(args)

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function ChooseBank() {
  const data = useLoaderData<typeof loader>()
  const { lines, gone, offer, credit_sen, later_sen, total_sen, refusal, part, waiting } = data
  const { t } = useTranslation()
  const { titleOfSeveral } = useTitles()
  const codes = lines.map(({ public_code }) => public_code)
  const [first, ...others] = lines
  // What the amount is made of is listed where it is more than one invoice alone.
  const isSplit = others.length > 0 || total_sen !== first!.balance_sen
  return (
    <NarrowFrame>
      <AmountHeader
        about={titleOfSeveral(lines.map(({ title }) => title))}
        number={isSplit ? null : t('payment.invoice_page.number', { number: first!.number })}
        label={t('payment.choose.label')}
        sen={total_sen}
      />
      {waiting && <OpenSlipNotice code={waiting.public_code} waiting={waiting} />}
      <GoneLines rows={gone} />
      {isSplit && <BasketSums {...{ lines, credit_sen, later_sen }} fee={offer?.fee ?? null} />}
      {part && offer && <PartForm codes={codes} way={offer.way} part={part} />}
      {offer && (
        <>
          <FeeBearer fee={offer.fee} />
          <Ways
            way={offer.way}
            ways={offer.ways}
            hrefOf={(way) => paths.payment.submit(codes, way, part?.typed)}
          />
        </>
      )}
      {offer?.trial && (
        <Notice tone="warning">
          <p>{t('chip.trial')}</p>
        </Notice>
      )}
      {refusal ? (
        <Notice tone="warning">
          <p>{t(`refusal.${refusal.code}`, refusal.values)}</p>
          <OtherWays data={data} codes={codes} />
        </Notice>
      ) : !offer ? (
        <CreditForm data={data} />
      ) : offer.bank ? (
        <BankForm data={data} way={offer.way} bank={offer.bank} />
      ) : (
        <ChipForm data={data} way={offer.way} />
      )}
      <Elsewhere data={data} />
    </NarrowFrame>
  )
}

/** Of what this way does not take: the ways that do, or the office. */
function OtherWays({ data: { instead, part }, codes }: { data: Data; codes: readonly string[] }) {
  const { t } = useTranslation()
  const nameOf = useWayName()
  if (instead.length === 0) return <p>{t('payment.instead.office')}</p>
  return (
    <>
      <p>{t('payment.instead.ways')}</p>
      <ul>
        {instead.map((way) => (
          <li key={way}>
            <a href={paths.payment.submit([...codes], way, part?.typed)}>{nameOf(way)}</a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Back, and to what else the family may pay: who has only the code of an invoice sees no other. */
function Elsewhere({ data: { lines, guest, may_choose } }: { data: Data }) {
  const { t } = useTranslation()
  const [first, ...others] = lines
  return (
    <>
      <p>
        {others.length > 0 && !guest ? (
          <a href={paths.basket()}>{t('payment.choose.again')}</a>
        ) : (
          <a href={paths.invoice.status(first!.public_code)}>{t('payment.choose.back')}</a>
        )}
      </p>
      {others.length === 0 && may_choose && (
        <p className="small">
          <a href={guest ? paths.loginPhone({ to: paths.basket() }) : paths.basket()}>
            {t(guest ? 'payment.choose.others_by_phone' : 'payment.choose.others')}
          </a>
        </p>
      )}
    </>
  )
}

/** What travels with each of the forms: what is paid and what the payer was told, always as the page says it now. */
function Told({ data: { lines, seen, part, form_key }, way }: { data: Data; way: string }) {
  return (
    <>
      {lines.map(({ public_code }) => (
        <input key={public_code} type="hidden" name="invoice" value={public_code} />
      ))}
      <input type="hidden" name="model" value={way} />
      <input type="hidden" name="seen" value={seen} />
      {part?.sen && <input type="hidden" name="part" value={plainRinggit(part.sen)} />}
      <input type="hidden" name="form_key" value={form_key} />
    </>
  )
}

function Summary({ form }: { form: FormOf }) {
  return <ErrorSummary form={form} noun="payment" />
}

/** The family has as much as it is about to pay. */
function CreditForm({ data }: { data: Data }) {
  const { t } = useTranslation()
  const [form] = useFormOf(payByCreditForm, useActionData<typeof action>(), {})
  return (
    <form method="post" id={form.id} className="fields" noValidate>
      <Summary form={form} />
      <p>{t('payment.choose.credit_covers')}</p>
      <Told data={data} way="credit" />
      <SubmitButton>
        {t('payment.choose.submit_credit', { amount: formatRinggit(data.credit_sen) })}
      </SubmitButton>
    </form>
  )
}

/** Who pays; everything else is chosen at CHIP. */
function ChipForm({ data, way }: { data: Data; way: string }) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(startPurchaseForm, useActionData<typeof action>(), { ...data.payer })
  return (
    <form method="post" id={form.id} className="fields" noValidate>
      <Summary form={form} />
      <PayerFields name={fields.buyer_name} email={fields.buyer_email} known={data.payer} />
      <Told data={data} way={way} />
      <SubmitButton>{t('payment.choose.submit', { amount: formatRinggit(data.total_sen) })}</SubmitButton>
    </form>
  )
}

type Bank = NonNullable<NonNullable<Data['offer']>['bank']>

function BankForm({ data, way, bank }: { data: Data; way: string; bank: Bank }) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(startForm, useActionData<typeof action>(), { ...data.payer })
  if (bank.choices.length === 0) {
    return (
      <Notice tone="error">
        <p>{t('fpx.bank.none')}</p>
      </Notice>
    )
  }
  return (
    <form method="post" id={form.id} className="fields" noValidate>
      <Summary form={form} />
      <BankField of={fields.bank} banks={bank} />
      <PayerFields name={fields.buyer_name} email={fields.buyer_email} known={data.payer} />
      <Told data={data} way={way} />
      <SubmitButton>{t('payment.choose.submit', { amount: formatRinggit(data.total_sen) })}</SubmitButton>
      <FpxTerms url={bank.terms_url} />
      <p className="quiet small">
        {t('fpx.hours')}{' '}
        <a href="https://paynet.my/personal-fpx.html" target="_blank" rel="noopener noreferrer">
          {t('payment.choose.consumer')}
        </a>
      </p>
    </form>
  )
}
