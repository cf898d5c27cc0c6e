import { useTranslation } from 'react-i18next'
import type { Fee } from '#app/domain/core/invoicing/payment-rules.ts'
import type { TitleFacts } from '#app/domain/core/invoicing/title.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Sums } from '#app/ui/core/page/Facts.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'

interface BasketSumsProps {
  lines: readonly { number: string | null; title: TitleFacts; balance_sen: number }[]
  credit_sen: number
  /** Null where credit pays it all. */
  fee: Fee | null
  /** What is left for another day. */
  later_sen: number
}

/** What the amount in the heading is made of: each invoice, less credit, and the fee as far as the payer bears it. */
export function BasketSums({ lines, credit_sen, later_sen, fee }: BasketSumsProps) {
  const { t } = useTranslation()
  const { titleOf } = useTitles()
  const payer_fee_sen = fee?.payer_fee_sen ?? 0
  // One invoice has its title in the heading of the page.
  const isOne = lines.length === 1
  const items = [
    ...lines.map(({ number, title, balance_sen }) => ({
      ...(isOne
        ? { label: t('payment.invoice_page.number', { number }) }
        : { label: titleOf(title), note: number }),
      sen: balance_sen,
    })),
    ...(credit_sen > 0 ? [{ label: t('payment.choose.credit'), sen: -credit_sen }] : []),
    ...(later_sen > 0 ? [{ label: t('payment.choose.part_line'), sen: -later_sen }] : []),
    ...(payer_fee_sen > 0 ? [{ label: t('payment.choose.fee'), sen: payer_fee_sen }] : []),
  ]
  return <Sums items={items} />
}

/** That the organisation bears the fee or a part of it; the payer's own fee is among the sums. */
export function FeeBearer({ fee: { payer_fee_sen, tenant_fee_sen } }: { fee: Fee }) {
  const { t } = useTranslation()
  if (tenant_fee_sen === 0) return null
  const bearer = payer_fee_sen === 0 ? 'organisation' : 'shared'
  return (
    <p className="quiet small">
      {t(`payment.choose.bears.${bearer}`, {
        fee: formatRinggit(payer_fee_sen + tenant_fee_sen),
        payer: formatRinggit(payer_fee_sen),
        organisation: formatRinggit(tenant_fee_sen),
      })}
    </p>
  )
}

/** Invoices that were to be paid too, and why they are not. */
export function GoneLines({
  rows,
}: {
  rows: readonly { number: string | null; title: TitleFacts; status: string }[]
}) {
  const { t } = useTranslation()
  const { titleOf } = useTitles()
  if (rows.length === 0) return null
  return (
    <Notice tone="warning" title={t('payment.choose.gone_title')}>
      {rows.map(({ number, title, status }) => (
        <p key={number}>{t(`payment.choose.gone.${wordOf(status)}`, { number, title: titleOf(title) })}</p>
      ))}
    </Notice>
  )
}

const wordOf = (status: string) =>
  status === 'pending' || status === 'cancelled' ? status : ('paid' as const)
