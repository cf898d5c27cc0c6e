import { useTranslation } from 'react-i18next'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import type { FundReason } from '#app/domain/giving/funds/fund-move.ts'
import { paths } from '#app/paths.ts'
import { Sums } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

interface FundSectionProps {
  kind: GivingKind
  type_id: string
  fund: { items: readonly { reason: FundReason; sen: number }[]; balance_sen: number }
  mayMove: boolean
}

/** What came to the fund of a type, what left it, and what is there. */
export function FundSection({ kind, type_id, fund, mayMove }: FundSectionProps) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('fund.one')}
      actions={
        mayMove && (
          <>
            <a href={paths.fund.list()}>{t('common.as_list')}</a>
            {fund.balance_sen > 0 && <a href={paths.fund_move.new(kind, type_id)}>{t('fund_move.new')}</a>}
          </>
        )
      }
    >
      <Sums
        items={fund.items.map(({ reason, sen }) => ({ label: t(`fund.reasons.${reason}`), sen }))}
        total={{ label: t('fund.balance'), sen: fund.balance_sen }}
      />
    </Section>
  )
}
