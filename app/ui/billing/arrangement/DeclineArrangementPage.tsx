import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { ArrangementToDecline } from '#app/server/arrangements/decision.ts'
import { DeclinePage, type DeclinePageProps } from '#app/ui/core/four-eyes/DeclinePage.tsx'

interface DeclineArrangementPageProps extends Pick<DeclinePageProps, 'title' | 'submit' | 'text' | 'answer'> {
  row: ArrangementToDecline
}

/** Turns an arrangement down, or ends it, with a reason. */
export function DeclineArrangementPage({ row, ...page }: DeclineArrangementPageProps) {
  const { t } = useTranslation()
  return (
    <DeclinePage
      {...page}
      noun="arrangement"
      subtitle={row.parent}
      back={t('arrangement.one')}
      row={row}
      items={[
        { label: t('arrangement.total_sen'), value: formatRinggit(row.total_sen) },
        { label: t('arrangement.came_sen'), value: formatRinggit(row.came_sen) },
      ]}
    />
  )
}
