import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { MatchingPayment, SlipWarning } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface OpenSlipProps {
  row: { id: string; amount_sen: number; balance_sen: number }
  signs: readonly SlipWarning[]
  twins: readonly MatchingPayment[]
  may: { decide: boolean; withdraw: boolean }
}

/** An open slip: buttons, and warnings to check first. */
export function OpenSlip({ row, signs, twins, may }: OpenSlipProps) {
  const { t } = useTranslation()
  const certain = twins.some((twin) => twin.certain)
  return (
    <>
      <Notice title={t('transfer_slip.waits')}>
        <p>{t(may.decide ? 'transfer_slip.waits_decide' : 'transfer_slip.looked_for')}</p>
        <div className="actions">
          {may.decide && (
            <>
              {!certain && (
                <LinkButton href={paths.transfer_slip.approve(row.id)} look="primary">
                  {t('transfer_slip.approve')}
                </LinkButton>
              )}
              <LinkButton href={paths.transfer_slip.reject(row.id)}>{t('transfer_slip.reject')}</LinkButton>
            </>
          )}
          {may.withdraw && (
            <PostButton action={paths.transfer_slip.withdraw(row.id)}>
              {t('transfer_slip.withdraw')}
            </PostButton>
          )}
        </div>
      </Notice>
      <SlipWarnings row={row} signs={signs} twins={twins} decide={may.decide} />
    </>
  )
}

interface SlipWarningsProps {
  row: { id: string; amount_sen: number; balance_sen: number }
  signs: readonly SlipWarning[]
  twins: readonly MatchingPayment[]
  /** Whether the reader may link the slip to a payment. */
  decide: boolean
}

/** Warnings before recording a slip, and payments that may already be its transfer. */
export function SlipWarnings({ row, signs, twins, decide }: SlipWarningsProps) {
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
                  <a href={kind === 'paid' ? paths.payment.view(id) : paths.transfer_slip.view(id)}>
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

function PostedAlready({ slip, twin, decide }: { slip: string; twin: MatchingPayment; decide: boolean }) {
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
          <PostButton action={paths.transfer_slip.settle(slip)} fields={{ payment_id: twin.id }}>
            {t('transfer_slip.settle')}
          </PostButton>
        </div>
      )}
    </Notice>
  )
}

/** The file of a slip: a picture is shown, a PDF is linked. `type` is null after the file was removed. */
export function SlipPaper({ id, type }: { id: string; type: string | null }) {
  const { t } = useTranslation()
  if (type === null) return <p className="quiet">{t('transfer_slip.paper_gone')}</p>
  if (type === 'application/pdf') {
    return (
      <p>
        <a href={paths.transfer_slip.file(id)}>{t('transfer_slip.fetch')}</a>
      </p>
    )
  }
  return (
    <a href={paths.transfer_slip.picture(id)}>
      <img src={paths.transfer_slip.picture(id)} alt={t('transfer_slip.picture_of')} loading="lazy" />
    </a>
  )
}
