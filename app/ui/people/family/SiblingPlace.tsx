import { useTranslation } from 'react-i18next'
import type { Sibling } from '#app/domain/billing/plan/siblings.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Which child of its family somebody counts as, and why. */
export function SiblingPlace({ of: sibling }: { of: Sibling }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { child, because, registered_on, born_on, student_no, fees_sen } = sibling
  const values = {
    ...{ registered: formatDate(registered_on, locale), born: formatDate(born_on, locale) },
    ...{ number: student_no, fees: formatRinggit(fees_sen) },
  }
  const place = child === null ? t('family.not_counted') : t('family.child', { child })
  const why = t(`family.because.${child === null ? 'not_seated' : because}`, values)
  return <p className="quiet small">{`${place}: ${why}`}</p>
}
