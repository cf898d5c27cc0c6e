import { useTranslation } from 'react-i18next'
import { Sum } from '#app/ui/accounting/reconciliation/Sum.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'

interface Sums {
  gross_sen: number
  fees_sen: number
  reversals_sen: number
  adjustments_sen: number
  net_sen: number
}

/** What is paid, as one adds it up. */
export function PayoutSums({ of }: { of: Sums }) {
  const { t } = useTranslation()
  return (
    <Section title={t('payout.sums')}>
      <Sum
        lines={[
          { label: t('collection.gross'), sen: of.gross_sen },
          { label: t('collection.fees'), sen: -of.fees_sen },
          { label: t('payout.reversals'), sen: -of.reversals_sen },
          { label: t('payout.adjustments'), sen: of.adjustments_sen },
        ]}
        total={{ label: t('payout.net'), sen: of.net_sen }}
      />
    </Section>
  )
}
