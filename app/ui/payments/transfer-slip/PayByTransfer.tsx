import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { TextLines } from '#app/ui/giving/donation/TextLines.tsx'
import { DuitNow } from './DuitNow.tsx'

interface Waiting {
  amount_sen: number
  paid_on: string
}

interface Terms {
  ways: readonly { id: string; name: string; instructions: string | null; needs_slip: boolean }[]
  qr: { name: string } | null
  family_code: string | null
  shown: number
}

/** A transfer was shown already and waits, so that nobody pays twice. */
export function TransferWaits({ code, waiting }: { code: string; waiting: Waiting | null }) {
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
  /** The QR, where there is one. */
  children: ReactNode
}

/** To which account, with which reference, and whether the organisation wants to see the slip. */
export function PayByTransfer({ code, transfer, children }: PayByTransferProps) {
  const { t } = useTranslation()
  const { ways, qr, family_code, shown } = transfer
  if (ways.length === 0 && !qr) return null
  const needed = ways.some(({ needs_slip }) => needs_slip)
  return (
    <Section title={t('transfer_slip.page.title')}>
      {ways.map(({ id, name, instructions }) => (
        <div key={id}>
          {ways.length > 1 && <h3>{name}</h3>}
          {instructions && <TextLines text={instructions} />}
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
