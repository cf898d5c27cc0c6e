import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Warns that an invoice has an open slip, before the office records the same money in another way. */
export function SlipNotice({
  slips,
  mayConfirm = false,
}: {
  slips: readonly { id: string; amount_sen: number; paid_on: string; invoice: string | null }[]
  /** Offers to record the slip’s money instead. */
  mayConfirm?: boolean
}) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (slips.length === 0) return null
  return (
    <Notice tone="warning" title={t('transfer_slip.open_title')}>
      <ul>
        {slips.map(({ id, amount_sen, paid_on, invoice }) => (
          <li key={id}>
            <a href={paths.transfer_slip.view(id)}>
              {t('transfer_slip.open', {
                amount: formatRinggit(amount_sen),
                date: formatDate(paid_on, locale),
                number: invoice,
              })}
            </a>
            {mayConfirm && (
              <>
                {' · '}
                <a href={paths.transfer_slip.approve(id)}>{t('transfer_slip.confirm_instead')}</a>
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
