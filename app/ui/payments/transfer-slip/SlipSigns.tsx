import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { SlipSign, Twin } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface SlipSignsProps {
  row: { id: string; amount_sen: number; balance_sen: number }
  signs: readonly SlipSign[]
  twins: readonly Twin[]
  /** Whether the reader may say which payment it is. */
  decide: boolean
}

/** What speaks against booking a slip, and the payments that it may be already. */
export function SlipSigns({ row, signs, twins, decide }: SlipSignsProps) {
  const { t } = useTranslation()
  const differs = row.amount_sen !== row.balance_sen
  return (
    <>
      {twins.map((twin) => (
        <PostedAlready key={twin.id} slip={row.id} twin={twin} decide={decide} />
      ))}
      {(signs.length > 0 || differs) && (
        <Notice tone="warning" title={t('transfer_slip.look_closely')}>
          <ul>
            {differs && (
              <li>
                {t(row.amount_sen > row.balance_sen ? 'transfer_slip.above' : 'transfer_slip.below', {
                  balance: formatRinggit(row.balance_sen),
                })}
              </li>
            )}
            {signs.map(({ kind, id, number }) => (
              <li key={`${kind}${id}`}>
                {t(`transfer_slip.seen.${kind}`)}{' '}
                {id === null ? (
                  t('transfer_slip.elsewhere')
                ) : (
                  <a href={kind === 'paid' ? paths.payment.view(id) : paths.transferSlip.view(id)}>
                    {number}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function PostedAlready({ slip, twin, decide }: { slip: string; twin: Twin; decide: boolean }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const values = {
    amount: formatRinggit(twin.amount_sen),
    date: formatDate(twin.paid_on, locale),
    reference: twin.reference_no ?? '–',
  }
  return (
    <Notice tone="warning" title={t(twin.certain ? 'transfer_slip.posted' : 'transfer_slip.alike')}>
      <p>
        <a href={paths.payment.view(twin.id)}>{twin.number}</a> · {t('transfer_slip.twin', values)}
      </p>
      {decide && (
        <div className="actions">
          <PostButton action={paths.transferSlip.settle(slip)} fields={{ payment_id: twin.id }}>
            {t('transfer_slip.settle')}
          </PostButton>
        </div>
      )}
    </Notice>
  )
}
