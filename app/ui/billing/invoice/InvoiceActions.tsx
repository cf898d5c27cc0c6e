import { useTranslation } from 'react-i18next'
import type { InvoiceStatus } from '#app/domain/core/invoicing/invoice-status.ts'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'

interface InvoiceActionsProps {
  row: {
    id: string
    student_id: string
    status: InvoiceStatus
    student: string
    public_code: string
    paid_sen: number
    credited_sen: number
    balance_sen: number
    version: number
  }
  /** `ask`: for cancelling, which somebody else then decides. */
  may: {
    edit: boolean
    issue: boolean
    cancel: boolean
    ask: boolean
    print: boolean
    record: boolean
    credit: boolean
    copy: boolean
  }
  /** The reader is a parent, who pays and takes nothing down. */
  isFamily: boolean
  /** The due date has passed. */
  isLate: boolean
}

/** What can be done with an invoice as it stands, by who may do it; the likeliest first. */
export function InvoiceActions({ row, may, isFamily, isLate }: InvoiceActionsProps) {
  const { t } = useTranslation()
  const version = String(row.version)
  if (row.status === 'draft') {
    return (
      <>
        {may.issue && !isLate && (
          <LinkButton href={paths.invoice.issue(row.id)} look="primary">
            {t('invoice.issue.open')}
          </LinkButton>
        )}
        {may.edit && (
          <LinkButton href={paths.invoice.edit(row.id)} look={isLate ? 'primary' : 'plain'}>
            {t('common.action.edit')}
          </LinkButton>
        )}
        {may.print && <LinkButton href={paths.invoice.paper(row.id)}>{t('invoice.print')}</LinkButton>}
        {may.edit && (
          <ConfirmButton
            label={t('common.action.remove')}
            text={t('invoice.remove_question', { student: row.student })}
            action={paths.invoice.remove(row.id)}
            confirm={t('common.action.remove')}
            fields={{ version }}
          />
        )}
      </>
    )
  }
  const isCancellable = row.status === 'unpaid'
  return (
    <>
      {row.status === 'unpaid' && isFamily && (
        <LinkButton href={paths.invoice.status(row.public_code)} look="primary">
          {t('invoice.pay')}
        </LinkButton>
      )}
      {(row.status === 'unpaid' || row.status === 'pending') && !isFamily && may.record && (
        <LinkButton href={paths.invoice.pay(row.id)} look={row.status === 'unpaid' ? 'primary' : 'plain'}>
          {t('invoice.record_payment')}
        </LinkButton>
      )}
      {may.print && <LinkButton href={paths.invoice.download(row.id)}>{t('invoice.download')}</LinkButton>}
      {may.print && <LinkButton href={paths.invoice.paper(row.id)}>{t('invoice.print')}</LinkButton>}
      {may.edit && row.status === 'unpaid' && (
        <LinkButton href={paths.invoice.amend(row.id)}>{t('common.action.edit')}</LinkButton>
      )}
      {may.copy && <a href={paths.invoice.copyOf(row)}>{t('invoice.copy')}</a>}
      {may.cancel && isCancellable && <a href={paths.invoice.cancel(row.id)}>{t('invoice.cancel')}</a>}
      {may.credit && (row.status === 'unpaid' || row.status === 'paid') && (
        <a href={paths.creditNote.new(row.id)}>{t('credit_note.new')}</a>
      )}
      {may.credit && isCancellable && row.balance_sen > 0 && (
        <a href={paths.creditNote.writeOff(row.id)}>{t('credit_note.write_off')}</a>
      )}
      {may.ask && isCancellable && <a href={paths.invoice.cancel(row.id)}>{t('cancel_request.ask')}</a>}
    </>
  )
}
