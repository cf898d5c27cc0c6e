import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Figures } from '#app/ui/core/page/Figures.tsx'

interface BalanceFiguresProps {
  owed_sen: number
  credit_sen: number
  /** What of the credit waits to be paid back to the family. */
  reserved_sen: number
  family_code: string
  /** There are children whom the reader does not reach, and perhaps invoices. */
  partly: boolean
}

/** One balance for the whole family, and what it is made of. */
export function BalanceFigures({
  owed_sen,
  credit_sen,
  reserved_sen,
  family_code,
  partly,
}: BalanceFiguresProps) {
  const { t } = useTranslation()
  return (
    <Figures
      items={[
        {
          label: t('family.balance'),
          value: formatRinggit(owed_sen - credit_sen),
          hint: t('family.balance_hint'),
        },
        {
          label: t('family.open'),
          value: formatRinggit(owed_sen),
          hint: partly ? t('family.only_reached') : undefined,
        },
        {
          label: t('family.credit'),
          value: formatRinggit(credit_sen),
          href: paths.family.credits(family_code),
          hint:
            reserved_sen > 0
              ? t('family_credit.of_which_reserved', { amount: formatRinggit(reserved_sen) })
              : undefined,
        },
      ]}
    />
  )
}
