import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type ChipTerms, type OnlineTerms, onlineTerms } from '#app/domain/attempts/online-terms.server.ts'
import { startAttempt } from '#app/domain/attempts/start.server.ts'
import { startPurchase } from '#app/domain/chip/start-purchase.server.ts'
import { databaseTime } from '#app/domain/clock.server.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { startForm, startPurchaseForm } from '#app/domain/payments/payment-form.ts'
import { payableInvoice, payerOf } from '#app/domain/payments/public.server.ts'
import { countUse, refuseFlood, visitorKey } from '#app/domain/rate-limit.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { chipLimitRefusal } from '#app/integrations/chip/limits.ts'
import { type ChipGroup, chipGroups } from '#app/integrations/chip/methods.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { limitRefusal } from '#app/integrations/fpx/limits.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { submit } from '#app/server/forms/submit.ts'
import { banksOffered } from '#app/server/payments/fpx-banks.ts'
import { byPublicCode, codeOf, tenantOnly, unlisted } from '#app/server/payments/public-page.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/form/Button.tsx'
import { ErrorSummary } from '#app/ui/form/ErrorSummary.tsx'
import { HiddenField } from '#app/ui/form/HiddenField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/layout/frames.tsx'
import { AmountHeader } from '#app/ui/page/AmountHeader.tsx'
import { BankField } from '#app/ui/payment/BankField.tsx'
import { FpxTerms } from '#app/ui/payment/FpxTerms.tsx'
import { PayerFields } from '#app/ui/payment/PayerFields.tsx'
import { newId } from '#db/id.ts'

/** The choice of account and bank, and the start of an online payment. */
export const handle = { access: 'guest', title: 'payment.choose.title', look: 'public' } satisfies Handle

export const headers = unlisted

/** Starts of one address for one invoice in ten minutes. */
const starts = { points: 10, seconds: 600 }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const missing = 'not_found.invoice'
  const code = codeOf({ code: searchParams.get('invoice') ?? undefined }, missing)
  const path = paths.payment.submit(code)
  const { invoice, terms, payer } = await byPublicCode(context, { code, missing, path }, async (db) => {
    const [found, online, known] = await Promise.all([
      payableInvoice(db, code),
      onlineTerms(db),
      payerOf(db, context.actor),
    ])
    return found && { invoice: found, terms: online, payer: known }
  })
  if (invoice.attempt_code) throw redirect(paths.payment.status(invoice.attempt_code))
  const chip = chipFor(context, terms)
  const ways = [...terms.models, ...(chip?.groups ?? [])]
  const way = ways.find((one) => one === searchParams.get('model')) ?? ways[0]
  if (!way || invoice.status !== 'unpaid' || terms.entity_status !== 'active')
    throw redirect(paths.invoice.status(code))

  const about = { invoice, payer, ways, form_key: newId() }
  if (chip && isChipGroup(way)) {
    const total_sen = invoice.balance_sen
    const refusal = chipLimitRefusal(total_sen, chip.limits)
    return { ...about, way, bank: null, fee_sen: 0, total_sen, refusal, trial: chip.mode === 'test' }
  }
  const model = way as Model
  const {
    fault,
    choices,
    fetched_at,
    stale,
    terms: terms_url,
  } = await banksOffered(context, model, terms.hidden_banks)
  const fee_sen = terms.fees[model].payer_fee_sen
  const total_sen = invoice.balance_sen + fee_sen
  return {
    ...about,
    ...{ way, fee_sen, total_sen, trial: false },
    refusal: fault ? ('payment.gateway_paused' as const) : limitRefusal(model, total_sen, terms.limits),
    bank: { choices, fetched_at, stale, terms_url },
  }
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  tenantOnly(context)
  const form = await formOf(request.clone())
  const code = String(form.get('invoice')).slice(0, 26)
  const key = `${visitorKey('payment.start', context.actor.ip)}:${code}`
  const use = await context.write((trx) => countUse(trx, key, starts))
  const terms = await onlineTerms(await context.read())
  if (isChipGroup(form.get('model'))) {
    return submit(args, startPurchaseForm, async ({ trx, actor }, { model: group, invoice, ...payer }) => {
      refuseFlood(use)
      if (!chipFor(context, terms)) throw new Refusal('payment.online_off')
      const { locale } = context
      const buyer = { buyer_name: payer.buyer_name, buyer_email: payer.buyer_email ?? null }
      const at = await databaseTime(trx)
      const started = await startPurchase(trx, actor, { codes: [invoice], group, ...buyer, locale, at })
      return redirect(paths.payment.go(started), 303)
    })
  }
  const { config, fault, choices } = await banksOffered(
    context,
    form.get('model') === 'B2B1' ? 'B2B1' : 'B2C',
    terms.hidden_banks,
  )
  return submit(args, startForm, async ({ trx, actor }, input) => {
    refuseFlood(use)
    if (fault) throw new Refusal('payment.gateway_paused')
    if (!config || choices.length === 0) throw new Refusal('payment.gateway_unavailable')
    const bank = choices.find((choice) => choice.code === input.bank)
    const started = await startAttempt(trx, actor, config, {
      codes: [input.invoice],
      model: input.model,
      bank: bank ?? { code: input.bank, name: input.bank, online: false },
      buyer_name: input.buyer_name,
      buyer_email: input.buyer_email ?? null,
      locale: context.locale,
      at: await databaseTime(trx),
    })
    return redirect(paths.payment.go(started), 303)
  })
}

const isChipGroup = (way: unknown): way is ChipGroup => (chipGroups as readonly unknown[]).includes(way)

/** Test money is nobody's: only who may set CHIP up sees it before it is in earnest. */
function chipFor(context: RequestContext, { chip }: OnlineTerms): ChipTerms | null {
  return chip && (chip.mode === 'live' || (context.site.side === 'tenant' && context.can('gateway.view')))
    ? chip
    : null
}

type Way = Model | ChipGroup
type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function ChooseBank() {
  const data = useLoaderData<typeof loader>()
  const { invoice, way, ways, bank, fee_sen, total_sen, refusal, trial } = data
  const { t } = useTranslation()
  const parts = { invoice: formatRinggit(invoice.balance_sen), fee: formatRinggit(fee_sen) }
  return (
    <NarrowFrame>
      <AmountHeader
        about={t('payment.choose.about', { number: invoice.number, student: invoice.student })}
        label={t('payment.choose.label')}
        sen={total_sen}
        status={fee_sen > 0 && <p className="quiet">{t('payment.choose.parts', parts)}</p>}
      />
      <Ways code={invoice.public_code} way={way} ways={ways} />
      {trial && (
        <Notice tone="warning">
          <p>{t('chip.trial')}</p>
        </Notice>
      )}
      {refusal ? (
        <Notice tone="warning">
          <p>{t(`refusal.${refusal}`)}</p>
        </Notice>
      ) : bank ? (
        <BankForm {...data} {...bank} model={way as Model} />
      ) : (
        <ChipForm {...data} />
      )}
      <p>
        <a href={paths.invoice.status(invoice.public_code)}>{t('payment.choose.back')}</a>
      </p>
    </NarrowFrame>
  )
}

/** Each has its own banks or cards, limits and fee. */
function Ways({ code, way, ways }: { code: string; way: Way; ways: readonly Way[] }) {
  const { t } = useTranslation()
  const hint = isChipGroup(way) ? t(`chip.group.${way}_hint`) : t(`fpx.model.${way}_hint`)
  return (
    <nav aria-label={t('payment.choose.from')}>
      {ways.length > 1 && (
        <p className="tabs">
          {ways.map((one) => (
            <a
              key={one}
              href={paths.payment.submit(code, one)}
              aria-current={one === way ? 'true' : undefined}
            >
              {isChipGroup(one) ? t(`chip.group.${one}`) : t(`fpx.model.${one}`)}
            </a>
          ))}
        </p>
      )}
      <p className="quiet small">{hint}</p>
    </nav>
  )
}

/** Who pays; everything else is chosen at CHIP. */
function ChipForm({ invoice, payer, way, total_sen, form_key }: Data) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(startPurchaseForm, useActionData<typeof action>(), {
    ...{ invoice: invoice.public_code, model: way, form_key, ...payer },
  })
  return (
    <form method="post" id={form.id} className="fields" noValidate>
      <ErrorSummary form={form} noun="payment" />
      <PayerFields name={fields.buyer_name} email={fields.buyer_email} />
      <HiddenField of={fields.invoice} />
      <HiddenField of={fields.model} />
      <HiddenField of={fields.form_key} />
      <SubmitButton>{t('payment.choose.submit', { amount: formatRinggit(total_sen) })}</SubmitButton>
    </form>
  )
}

function BankForm({
  invoice,
  payer,
  model,
  total_sen,
  choices,
  fetched_at,
  stale,
  terms_url,
  form_key,
}: Data & NonNullable<Data['bank']> & { model: Model }) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(startForm, useActionData<typeof action>(), {
    invoice: invoice.public_code,
    model,
    form_key,
    ...payer,
  })
  if (choices.length === 0) {
    return (
      <Notice tone="error">
        <p>{t('fpx.bank.none')}</p>
      </Notice>
    )
  }
  return (
    <form method="post" id={form.id} className="fields" noValidate>
      <ErrorSummary form={form} noun="payment" />
      <BankField of={fields.bank} banks={{ choices, fetched_at, stale }} />
      <PayerFields name={fields.buyer_name} email={fields.buyer_email} />
      <HiddenField of={fields.invoice} />
      <HiddenField of={fields.model} />
      <HiddenField of={fields.form_key} />
      <SubmitButton>{t('payment.choose.submit', { amount: formatRinggit(total_sen) })}</SubmitButton>
      <FpxTerms url={terms_url} />
      <p className="quiet small">
        {t('fpx.hours')}{' '}
        <a href="https://paynet.my/personal-fpx.html" target="_blank" rel="noopener noreferrer">
          {t('payment.choose.consumer')}
        </a>
      </p>
    </form>
  )
}
