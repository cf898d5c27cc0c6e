import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { receiptSizes } from '#app/domain/core/documents/document.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { payment } from '#app/domain/payments/payments/find-payments.ts'
import { paths } from '#app/paths.ts'
import { readerCorrectsUntil } from '#app/server/payments/correcting.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Facts, Sums } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'
import { CorrectLink } from '#app/ui/payments/counter/CorrectLink.tsx'
import { Received } from '#app/ui/payments/counter/Received.tsx'
import { FamilySearch } from '#app/ui/people/family/FamilySearch.tsx'

/** What was just taken: the amount, the change, the receipt, and the search for the next family. */
export const handle = { access: 'payment.record', title: 'counter.done' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.payment')
  const db = await context.read()
  const scope = context.scope('payment.record')
  const [row, { receipt_size }, until] = await Promise.all([
    payment(db, scope, id),
    settings(db, 'counter'),
    readerCorrectsUntil(context, id),
  ])
  const { number, payer_name, method, amount_sen, rounding_sen, given_sen, credit_sen, status } = row
  return {
    row: { id, number, payer_name, method, amount_sen, rounding_sen, given_sen, credit_sen, status },
    replaces: row.replaces,
    replaced_by: row.replaced_by,
    paid: row.allocations.map(({ title, number, amount_sen }) => ({ title, number, amount_sen })),
    receipt_size,
    until,
    mayPrint: context.can('payment.print'),
    maySee: context.can('payment.view'),
  }
}

export default function DoneAtCounter() {
  const { row, replaces, replaced_by, paid, receipt_size, until, mayPrint, maySee } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { titleOf } = useTitles()
  const cash_sen = row.amount_sen + row.rounding_sen
  const change_sen = row.given_sen === null ? null : row.given_sen - cash_sen
  const rounded = row.rounding_sen !== 0
  const sizes = receiptSizes.filter((size) => size !== receipt_size)
  return (
    <>
      {row.status === 'cancelled' ? (
        <Notice
          tone="warning"
          title={t(replaced_by ? 'payment.correct.cancelled' : 'refusal.payment.already_cancelled', {
            number: replaced_by?.number,
          })}
        >
          {replaced_by && (
            <p>
              <a href={paths.counter.done(replaced_by.id)}>{replaced_by.number}</a>
            </p>
          )}
        </Notice>
      ) : (
        <Received
          sen={cash_sen}
          change_sen={change_sen}
          about={[row.number, row.payer_name].filter(Boolean).join(' · ')}
        />
      )}
      <div className="section">
        <FamilySearch action={paths.counter.find()} label={t('counter.next')} focused />
      </div>
      <div className="actions">
        {mayPrint && (
          <>
            <a
              className="button primary"
              href={paths.payment.download(row.id, { size: receipt_size })}
              target="_blank"
              rel="noreferrer"
            >
              {t('counter.print', { size: t(`setting.counter.receipt_sizes.${receipt_size}`) })}
            </a>
            {sizes.map((size) => (
              <a key={size} href={paths.payment.download(row.id, { size })} target="_blank" rel="noreferrer">
                {t(`setting.counter.receipt_sizes.${size}`)}
              </a>
            ))}
          </>
        )}
        <CorrectLink id={row.id} until={until} />
        {maySee && <a href={paths.payment.view(row.id)}>{t('counter.details')}</a>}
      </div>
      {mayPrint && <p className="quiet small">{t('counter.print_hint')}</p>}
      <Section title={t('payment.view.allocations')}>
        <Sums
          items={[
            ...paid.map(({ title, number, amount_sen }) => ({
              ...{ label: titleOf(title), note: number, sen: amount_sen },
            })),
            ...(row.credit_sen > 0 ? [{ label: t('payment.credit'), sen: row.credit_sen }] : []),
          ]}
          total={{ label: t('payment.amount'), sen: row.amount_sen }}
        />
      </Section>
      <Section title={t('payment.view.facts')}>
        <Facts
          columns={2}
          items={[
            { label: t('payment.method'), value: t(`payment.methods.${row.method}`) },
            rounded ? { label: t('payment.rounding'), value: formatRinggit(row.rounding_sen) } : null,
            rounded ? { label: t('payment.cash_due'), value: formatRinggit(cash_sen) } : null,
            row.given_sen === null
              ? null
              : { label: t('payment.given'), value: formatRinggit(row.given_sen) },
            change_sen === null ? null : { label: t('counter.change'), value: formatRinggit(change_sen) },
            replaces && {
              label: t('payment.correct.replaces'),
              value: replaces.number,
              href: paths.payment.view(replaces.id),
            },
          ]}
        />
      </Section>
    </>
  )
}
