import { useTranslation } from 'react-i18next'
import type { SlipSign, Twin } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { SlipSigns } from './SlipSigns.tsx'

interface SlipWaitsProps {
  row: { id: string; amount_sen: number; balance_sen: number }
  signs: readonly SlipSign[]
  twins: readonly Twin[]
  may: { decide: boolean; withdraw: boolean }
}

/** That a slip waits, what the reader may do about it, and what to look at before. */
export function SlipWaits({ row, signs, twins, may }: SlipWaitsProps) {
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
                <LinkButton href={paths.transferSlip.approve(row.id)} look="primary">
                  {t('transfer_slip.approve')}
                </LinkButton>
              )}
              <LinkButton href={paths.transferSlip.reject(row.id)}>{t('transfer_slip.reject')}</LinkButton>
            </>
          )}
          {may.withdraw && (
            <PostButton action={paths.transferSlip.withdraw(row.id)}>
              {t('transfer_slip.withdraw')}
            </PostButton>
          )}
        </div>
      </Notice>
      <SlipSigns row={row} signs={signs} twins={twins} decide={may.decide} />
    </>
  )
}
