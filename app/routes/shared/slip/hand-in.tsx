import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { liveDuitNow } from '#app/domain/billing/duitnow/duitnow.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { paperLimit, paperTypes } from '#app/domain/core/fields.ts'
import { invoiceTitle } from '#app/domain/core/invoicing/title.ts'
import { plainRinggit } from '#app/domain/core/money.ts'
import { basketOf } from '#app/domain/payments/baskets/find-basket.ts'
import { publicSlips, transferWays } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { slipDays, slipForm } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { byPublicCode, codeOf, tenantOnly, unlisted } from '#app/server/payments/public-page.ts'
import { takeSlip } from '#app/server/payments/take-slip.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { DateField, FileField, HiddenField, MoneyField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { AmountHeader } from '#app/ui/core/page/Amount.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { SlipStates } from '#app/ui/payments/transfer-slip/SlipStates.tsx'
import { newId } from '#db/id.ts'

/** Anyone who paid an invoice by transfer uploads the slip here, sees its outcome, and may withdraw it while it is checked. */
export const handle = {
  access: 'guest',
  titled: true,
  look: 'public',
} satisfies Handle

export const headers = unlisted

const missing = 'not_found.invoice'

export function loader({ params, context }: LoaderFunctionArgs) {
  const code = codeOf(params, missing)
  return byPublicCode(context, { code, missing, path: paths.payment.slip(code) }, async (db) => {
    const [found, slips, ways, qr] = await Promise.all([
      basketOf(db, [code], context.actor.parent_id),
      publicSlips(db, code),
      transferWays(db),
      liveDuitNow(db),
    ])
    const [invoice] = found ?? []
    if (!invoice) return undefined
    const { number, balance_sen, status } = invoice
    const called = invoiceTitle(invoice.title, context)
    const owing = status === 'unpaid' || status === 'pending'
    const { site } = context
    const closed = site.side === 'tenant' && site.entity.status !== 'active'
    return {
      title: `${context.t('transfer_slip.hand_in.title')}: ${called}`,
      ...{ code, number, called, balance_sen, slips },
      open: owing && !closed && (ways.length > 0 || qr !== null),
      ...{ owing, closed },
      days: { today: context.today, earliest: addDays(context.today, -slipDays) },
      form_key: newId(),
    }
  })
}

export const action = async (args: ActionFunctionArgs) => {
  tenantOnly(args.context)
  const code = codeOf(args.params, missing)
  return answerForm(args, slipForm, (input) => takeSlip(args, code, input), { secrets: ['file'] })
}

export default function HandInSlip() {
  const data = useLoaderData<typeof loader>()
  const { code, number, called, balance_sen, slips, open, owing, closed } = data
  const { t } = useTranslation()
  const isAnswered = useActionData<typeof action>() !== undefined
  return (
    <NarrowFrame>
      <AmountHeader
        about={called}
        number={t('payment.invoice_page.number', { number })}
        label={t('transfer_slip.hand_in.title')}
        sen={balance_sen}
        settled={!owing}
      />
      <SlipStates code={code} slips={slips} />
      {open && slips.some((slip) => slip.status === 'requested') ? (
        <details className="confirm" open={isAnswered}>
          <summary>{t('transfer_slip.hand_in.another')}</summary>
          <SlipForm {...data} />
        </details>
      ) : open ? (
        <Section title={t('transfer_slip.hand_in.new')}>
          <SlipForm {...data} />
        </Section>
      ) : (
        <Notice>
          <p>
            {closed
              ? t('refusal.auth.entity_inactive')
              : t(owing ? 'refusal.transfer_slip.no_transfer' : 'transfer_slip.hand_in.over')}
          </p>
        </Notice>
      )}
      <p>
        <a href={paths.invoice.status(code)}>{t('payment.choose.back')}</a>
      </p>
    </NarrowFrame>
  )
}

function SlipForm({
  balance_sen,
  days,
  form_key,
}: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'balance_sen' | 'days' | 'form_key'>) {
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(slipForm, answer, { amount: plainRinggit(balance_sen), form_key })
  const most = paperLimit.bytes / 1_000_000
  return (
    <form method="post" id={form.id} encType="multipart/form-data" className="fields" noValidate>
      <ErrorSummary form={form} noun="transfer_slip" />
      <MoneyField of={fields.amount} label={t('transfer_slip.amount')} />
      <DateField
        of={fields.paid_on}
        label={t('transfer_slip.paid_on')}
        min={days.earliest}
        max={days.today}
      />
      <TextField
        of={fields.reference_no}
        label={t('transfer_slip.reference_no')}
        hint={t('transfer_slip.hand_in.reference_hint')}
        autoComplete="off"
      />
      <FileField
        of={fields.file}
        label={t('transfer_slip.file')}
        hint={t(answer ? 'transfer_slip.hand_in.file_again' : 'transfer_slip.hand_in.file_hint', { most })}
        accept={paperTypes}
      />
      <HiddenField of={fields.form_key} />
      <SubmitButton>{t('transfer_slip.hand_in.submit')}</SubmitButton>
    </form>
  )
}
