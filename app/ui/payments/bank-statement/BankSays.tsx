import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface BankSaysProps {
  line: {
    booked_on: string
    amount_sen: number
    assigned_sen: number
    payer_name: string | null
    reference: string | null
    description: string
  }
}

/** A line as the bank has written it, and what of it is still to be decided. */
export function BankSays({ line }: BankSaysProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const left_sen = line.amount_sen - line.assigned_sen
  return (
    <Facts
      columns={2}
      items={[
        { label: t('bank_line.booked_on'), value: formatDate(line.booked_on, locale) },
        { label: t('bank_line.total'), value: formatRinggit(line.amount_sen) },
        line.payer_name !== null && { label: t('bank_line.payer_name'), value: line.payer_name },
        line.reference !== null && { label: t('bank_line.reference'), value: line.reference },
        line.description !== '' && { label: t('bank_line.description'), value: line.description },
        line.assigned_sen > 0 &&
          left_sen > 0 && { label: t('bank_line.left'), value: formatRinggit(left_sen) },
      ]}
    />
  )
}
