import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { instructionsIn } from '#app/domain/catalogue/payment-options/payment-option.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { textIn } from '#app/domain/core/translated.ts'
import type { transferWays } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { TextLines } from '#app/ui/core/text/unbroken.tsx'

interface Waiting {
  amount_sen: number
  paid_on: string
}

interface Terms {
  ways: Awaited<ReturnType<typeof transferWays>>
  qr: { name: string } | null
  family_code: string | null
  shown: number
}

/** Says that a slip is open already, so that nobody pays twice. */
export function OpenSlipNotice({ code, waiting }: { code: string; waiting: Waiting | null }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (!waiting) return null
  const values = { amount: formatRinggit(waiting.amount_sen), date: formatDate(waiting.paid_on, locale) }
  return (
    <Notice tone="warning" title={t('transfer_slip.page.waiting_title')}>
      <p>
        {t('transfer_slip.page.waiting', values)}{' '}
        <a href={paths.payment.slip(code)}>{t('transfer_slip.page.see')}</a>
      </p>
    </Notice>
  )
}

interface PayByTransferProps {
  code: string
  transfer: Terms
  /** The QR code, if there is one. */
  children: ReactNode
}

/** Accounts and reference for a transfer, and a link to upload the slip. */
export function PayByTransfer({ code, transfer, children }: PayByTransferProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { ways, qr, family_code, shown } = transfer
  if (ways.length === 0 && !qr) return null
  const needed = ways.some(({ needs_slip }) => needs_slip)
  return (
    <Section title={t('transfer_slip.page.title')}>
      {ways.map((way) => (
        <div key={way.id}>
          {ways.length > 1 && <h3>{textIn(way, 'name', locale)}</h3>}
          <TextLines text={instructionsIn(way, locale)} />
        </div>
      ))}
      {qr && <DuitNow name={qr.name}>{children}</DuitNow>}
      {family_code && (
        <p>
          <b>{t('transfer_slip.page.reference', { code: family_code })}</b>
        </p>
      )}
      <p className={needed ? undefined : 'quiet small'}>
        {t(`transfer_slip.page.${needed ? 'needs' : 'may'}`)}
      </p>
      {needed ? (
        <p className="actions">
          <LinkButton href={paths.payment.slip(code)}>{t('transfer_slip.page.ask')}</LinkButton>
        </p>
      ) : (
        <p>
          <a href={paths.payment.slip(code)}>{t(`transfer_slip.page.${shown > 0 ? 'see' : 'ask'}`)}</a>
        </p>
      )}
    </Section>
  )
}

/** The organisation's own QR code, and the account holder that the banking app must show. */
function DuitNow({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <h3>{t('duitnow.pay')}</h3>
      <p>{t('duitnow.pay_text', { name })}</p>
      {children}
    </>
  )
}
