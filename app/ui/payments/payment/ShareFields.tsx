import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { FamilyPaymentInput } from '#app/domain/payments/payments/payment.ts'
import type { OpenInvoice } from '#app/domain/people/families/family.ts'
import { linesOf } from '#app/ui/core/form/control.ts'
import { Fieldset, MoneyField } from '#app/ui/core/form/fields.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'

interface ShareFieldsProps {
  rows: readonly OpenInvoice[]
  of: FieldMetadata<FamilyPaymentInput['lines']>
}

/** What each invoice gets of the money; the lines are in the order of the rows. */
export function ShareFields({ rows, of }: ShareFieldsProps) {
  const { t } = useTranslation()
  const lines = linesOf(of)
  return (
    <Fieldset legend={t('family.shares')} hint={t('family.shares_hint')}>
      {rows.map((row, index) => (
        <Share key={row.id} row={row} name={`${of.name}[${index}]`} of={lines[index]} />
      ))}
    </Fieldset>
  )
}

function Share({
  row,
  name,
  of,
}: {
  row: OpenInvoice
  name: string
  of: FieldMetadata<FamilyPaymentInput['lines'][number]> | undefined
}) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { titleOf } = useTitles()
  const { id, number, title, due_on, balance_sen } = row
  return (
    <>
      <input type="hidden" name={`${name}.invoice_id`} value={id} />
      {balance_sen > 0 && of ? (
        <MoneyField
          of={of.getFieldset().amount}
          label={t('family.line', { number, title: titleOf(title) })}
          hint={t('family.line_hint', {
            date: formatDate(due_on, locale),
            amount: formatRinggit(balance_sen),
          })}
          optional={false}
        />
      ) : (
        <p className="quiet">{t('family.line_closed', { number })}</p>
      )}
    </>
  )
}
