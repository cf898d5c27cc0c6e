import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { receiptSizes } from '#app/domain/core/documents/document.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { payment } from '#app/domain/payments/payments/find-payments.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { AmountHeader } from '#app/ui/core/page/Amount.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { FamilySearch } from '#app/ui/people/family/FamilySearch.tsx'

/** What was just taken: the change, the receipt, and whoever is next in the queue. */
export const handle = { access: 'payment.record', title: 'counter.done' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.payment')
  const db = await context.read()
  const [row, { receipt_size }] = await Promise.all([
    payment(db, context.scope('payment.record'), id),
    settings(db, 'counter'),
  ])
  const { number, payer_name, method, amount_sen, rounding_sen, given_sen, credit_sen } = row
  return {
    row: { id, number, payer_name, method, amount_sen, rounding_sen, given_sen, credit_sen },
    invoices: row.allocations.map((one) => one.number).join(', '),
    receipt_size,
    mayPrint: context.can('payment.print'),
    maySee: context.can('payment.view'),
  }
}

export default function DoneAtCounter() {
  const { row, invoices, receipt_size, mayPrint, maySee } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const cash_sen = row.amount_sen + row.rounding_sen
  const change_sen = row.given_sen === null ? 0 : row.given_sen - cash_sen
  const rounded = row.rounding_sen !== 0
  return (
    <>
      <AmountHeader
        about={`${row.number} · ${row.payer_name ?? ''}`}
        label={t(change_sen > 0 ? 'counter.change' : 'counter.taken')}
        sen={change_sen > 0 ? change_sen : cash_sen}
      />
      <div className="actions">
        {mayPrint && (
          <LinkButton href={paths.payment.download(row.id)}>{t('payment.view.receipt')}</LinkButton>
        )}
        {mayPrint &&
          receiptSizes
            .filter((size) => size !== receipt_size)
            .map((size) => (
              <a key={size} href={paths.payment.download(row.id, { size })}>
                {t(`setting.counter.receipt_sizes.${size}`)}
              </a>
            ))}
        {maySee && <a href={paths.payment.view(row.id)}>{t('payment.one')}</a>}
      </div>
      <div className="section">
        <FamilySearch action={paths.counter.find()} label={t('counter.next')} focused />
      </div>
      <Section title={t('payment.view.facts')}>
        <Facts
          columns={2}
          items={[
            { label: t('payment.method'), value: t(`payment.methods.${row.method}`) },
            { label: t('payment.invoices'), value: invoices },
            { label: t('payment.amount'), value: formatRinggit(row.amount_sen) },
            rounded ? { label: t('payment.rounding'), value: formatRinggit(row.rounding_sen) } : null,
            rounded ? { label: t('payment.cash_due'), value: formatRinggit(cash_sen) } : null,
            row.given_sen === null
              ? null
              : { label: t('payment.given'), value: formatRinggit(row.given_sen) },
            row.given_sen === null ? null : { label: t('payment.change'), value: formatRinggit(change_sen) },
            row.credit_sen > 0 ? { label: t('payment.credit'), value: formatRinggit(row.credit_sen) } : null,
          ]}
        />
      </Section>
    </>
  )
}
