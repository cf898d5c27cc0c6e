import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'

interface PayoutVerbsProps {
  payout: { id: string; number: string; status: string; version: number; entity_id: string }
  mayCreate: boolean
  /** A second person, who neither prepared nor released it. */
  mayApprove: boolean
}

const wentToBank = ['processing', 'paid', 'failed']

/** What may be done with a payout next. */
export function PayoutVerbs({ payout, mayCreate, mayApprove }: PayoutVerbsProps) {
  const { t } = useTranslation()
  const { id, number, status } = payout
  const to = paths.admin.payout
  const shared = { fields: { version: String(payout.version) }, look: 'primary' } as const
  const link = (verb: 'hold' | 'cancel' | 'failed' | 'file' | 'paid') => (
    <LinkButton href={to[verb](id)}>{t(`payout.${verb}`)}</LinkButton>
  )
  return (
    <>
      {mayApprove && status === 'draft' && (
        <ConfirmButton
          {...shared}
          label={t('payout.approve')}
          text={t('payout.approve_question', { number })}
          action={to.approve(id)}
          confirm={t('payout.approve')}
        />
      )}
      {mayCreate && status === 'on_hold' && (
        <ConfirmButton
          {...shared}
          label={t('payout.release')}
          text={t('payout.release_question', { number })}
          action={to.release(id)}
          confirm={t('payout.release')}
        />
      )}
      {mayCreate && (status === 'draft' || status === 'approved') && link('hold')}
      {mayCreate && status === 'draft' && link('cancel')}
      {mayCreate && wentToBank.includes(status) && link('file')}
      {mayCreate && status === 'processing' && link('paid')}
      {mayCreate && status === 'processing' && link('failed')}
      {mayCreate && (status === 'paid' || status === 'processing') && (
        <LinkButton href={paths.admin.payoutAdjustment.new(payout.entity_id)}>
          {t('payout.adjust')}
        </LinkButton>
      )}
    </>
  )
}
