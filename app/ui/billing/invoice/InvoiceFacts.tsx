import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface InvoiceFactsProps {
  row: {
    payer: string
    payer_parent_id: string
    payer_phone: string
    family_code: string
    branch: string
    issued_on: string | null
    due_on: string
    remark: string | null
    internal_note: string | null
  }
  isFamily: boolean
  /** The reader may open the account of the family. */
  mayFind: boolean
}

/** Who, where and when of an invoice. */
export function InvoiceFacts({ row, isFamily, mayFind }: InvoiceFactsProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Facts
      columns={2}
      items={[
        {
          label: t('invoice.payer'),
          value: (
            <>
              {mayFind ? <a href={paths.family.view(row.payer_parent_id)}>{row.payer}</a> : row.payer}
              {row.payer_phone && ' · '}
              <Phone number={row.payer_phone} />
            </>
          ),
        },
        { label: t('invoice.family_code'), value: row.family_code },
        { label: t('invoice.issued_on'), value: row.issued_on && formatDate(row.issued_on, locale) },
        { label: t('invoice.due_on'), value: formatDate(row.due_on, locale) },
        { label: t('invoice.branch'), value: row.branch },
        row.remark !== null && { label: t('invoice.remark'), value: row.remark, wide: true },
        !isFamily &&
          row.internal_note !== null && {
            label: t('invoice.internal_note'),
            value: row.internal_note,
            wide: true,
          },
      ]}
    />
  )
}
