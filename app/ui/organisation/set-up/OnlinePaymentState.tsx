import { useTranslation } from 'react-i18next'
import type { OnlinePayment } from '#app/domain/organisation/set-up/online-payment.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'

interface TurnOnOnlineProps {
  /** The page to which the button leads back. */
  from: 'dashboard' | 'setting'
  look?: 'primary' | 'plain'
}

/** Lets families pay online, in one press. */
export function TurnOnOnline({ from, look = 'primary' }: TurnOnOnlineProps) {
  const { t } = useTranslation()
  return (
    <PostButton action={paths.setting.paymentOn()} look={look} fields={{ from }}>
      {t('set_up.step.online.off')}
    </PostButton>
  )
}

/** Whether families can pay online, as they find it, and the next step if they can't. */
export function OnlinePaymentState({ online, mayTurnOn }: { online: OnlinePayment; mayTurnOn: boolean }) {
  const { t } = useTranslation()
  const { state, can_turn_on, has_seller } = online
  const words = state === 'off' && !has_seller ? 'off_early' : state
  const isOn = state === 'on'
  return (
    <Notice tone={isOn ? 'success' : 'warning'} title={t(`set_up.online.${isOn ? 'is_on' : 'is_off'}`)}>
      {!isOn && <p>{t(`set_up.online.${words}`)}</p>}
      {mayTurnOn && can_turn_on && !isOn && <TurnOnOnline from="setting" />}
      {state === 'chip' && (
        <LinkButton href={paths.setting.chip()}>{t('set_up.step.online.chip')}</LinkButton>
      )}
    </Notice>
  )
}

/** Says before an invoice goes out that nobody can pay it online, with the way to change that for who may. */
export function CannotPayOnline({ mayTurnOn }: { mayTurnOn: boolean }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" title={t('set_up.online.is_off')}>
      <p>
        {t('set_up.online.before_issue')}{' '}
        {mayTurnOn ? (
          <a href={`${paths.dashboard()}#set-up`}>{t('set_up.online.see_steps')}</a>
        ) : (
          t('set_up.online.ask_owner')
        )}
      </p>
    </Notice>
  )
}
