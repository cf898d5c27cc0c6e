import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { SlipStatus } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface ShownSlip {
  id: string
  status: SlipStatus
  amount_sen: number
  paid_on: string
  reference_no: string
  decision_reason: string | null
  payment_code: string | null
}

/** Slips of an invoice with their outcome and buttons. */
export function SlipStates({ code, slips }: { code: string; slips: readonly ShownSlip[] }) {
  const { t } = useTranslation()
  if (slips.length === 0) return null
  return (
    <Section title={t('transfer_slip.plural')}>
      <ul className="facts">
        {slips.map((slip) => (
          <SlipState key={slip.id} code={code} slip={slip} />
        ))}
      </ul>
    </Section>
  )
}

function SlipState({ code, slip }: { code: string; slip: ShownSlip }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { id, status, amount_sen, paid_on, reference_no, decision_reason, payment_code } = slip
  return (
    <li>
      <div>
        <b className="number">{formatRinggit(amount_sen)}</b>
        <p className="quiet small">
          {t('transfer_slip.of', { date: formatDate(paid_on, locale), reference: reference_no })}
        </p>
        {status === 'requested' && <p className="small">{t('transfer_slip.looked_for')}</p>}
        {decision_reason && <p>{t('transfer_slip.why', { reason: decision_reason })}</p>}
        {payment_code && <a href={paths.payment.receipt(payment_code)}>{t('payment.page.receipt')}</a>}
        {status === 'requested' && (
          <PostButton action={paths.payment.slipWithdraw(code)} look="link" fields={{ slip: id }}>
            {t('transfer_slip.withdraw')}
          </PostButton>
        )}
      </div>
      <div className="end">
        <StatusBadge status={status} />
      </div>
    </li>
  )
}
