import { useTranslation } from 'react-i18next'
import type { SetUp, SetUpItem } from '#app/domain/organisation/set-up/checklist.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { TurnOnOnline } from './OnlinePaymentState.tsx'

interface SetUpChecklistProps extends Omit<SetUp, 'is_hidden'> {
  /** Whether the reader may change the bank account; others see its state. */
  may_bank: boolean
}

/** What a new organisation still has to do before its first payment, the next step first; what is done folds away. */
export function SetUpChecklist({ items, done, online, can_hide, may_bank }: SetUpChecklistProps) {
  const { t } = useTranslation()
  const open = items.filter(({ is_done }) => !is_done)
  if (open.length === 0) return null
  const ready = open.filter(({ task, is_waiting }) => !is_waiting && task !== 'payment')
  const next = ready.find(({ is_optional }) => !is_optional) ?? ready.find(({ task }) => task === 'online')
  return (
    <Section
      id="set-up"
      title={t('set_up.title')}
      actions={<b>{t('set_up.progress', { done, count: items.length })}</b>}
    >
      <ul className="facts settings">
        {open.map((item) => (
          <li key={item.task}>
            <b>{t(`set_up.${item.task}.title`)}</b> <State item={item} />
            <p className="quiet">{lineOf(item)}</p>
            <div className="actions">
              <Step item={item} isNext={item === next} />
              {item.task === 'families' && (
                <a href={paths.import.new()}>{t('set_up.step.families.import')}</a>
              )}
            </div>
          </li>
        ))}
      </ul>
      {done > 0 && (
        <details>
          <summary>{t('set_up.done', { count: done })}</summary>
          <ul className="facts">
            {items
              .filter(({ is_done }) => is_done)
              .map(({ task }) => (
                <li key={task}>
                  <a href={pageOf[task]}>{t(`set_up.${task}.title`)}</a>
                  <StatusBadge status="done" words="set_up.state" tone="good" />
                </li>
              ))}
          </ul>
        </details>
      )}
      {can_hide && (
        <p>
          <PostButton action={paths.setting.setUpHide()} look="link">
            {t('set_up.hide')}
          </PostButton>
        </p>
      )}
    </Section>
  )

  function lineOf({ task, state, reason }: SetUpItem) {
    if (task === 'online' && state === 'off' && !online.has_seller) return t('set_up.online.off_early')
    if (task === 'bank' && state === 'rejected')
      return t('set_up.bank.rejected', { reason: reason ?? t('set_up.bank.no_reason') })
    return t(`set_up.${task}.${state}`)
  }

  function Step({ item: { task, state, is_waiting }, isNext }: { item: SetUpItem; isNext: boolean }) {
    if (task === 'online' && state === 'off')
      return <TurnOnOnline from="dashboard" look={isNext ? 'primary' : 'plain'} />
    // It follows from the invoice before it.
    if (task === 'payment' && !is_waiting) return null
    if (task === 'bank' && !is_waiting && !may_bank) return <span>{t('set_up.bank.owner')}</span>
    const href = stepOf[`${task}.${state}`] ?? pageOf[task]
    const label = t(`set_up.step.${task}.${is_waiting ? 'see' : state}`)
    if (!isNext) return <a href={href}>{label}</a>
    return (
      <LinkButton href={href} look="primary">
        {label}
      </LinkButton>
    )
  }
}

function State({ item: { state, is_waiting, is_optional } }: { item: SetUpItem }) {
  if (is_waiting) return <StatusBadge status={state} words="set_up.state" tone="wait" />
  if (state === 'rejected') return <StatusBadge status={state} words="set_up.state" tone="bad" />
  if (is_optional) return <StatusBadge status="optional" words="set_up.state" tone="draft" />
  return <StatusBadge status="missing" words="set_up.state" tone="open" />
}

/** Where a task is seen once it is done. */
const pageOf: Record<SetUpItem['task'], string> = {
  contact: paths.setting.contact(),
  logo: paths.setting.brand(),
  bank: paths.setting.bank(),
  online: paths.setting.payment(),
  fees: paths.subject_fee.list(),
  families: paths.student.list(),
  invoice: paths.invoice.list(),
  payment: paths.payment.list(),
}

/** Where the next step of a task is done, if not on that page. */
const stepOf: Record<string, string> = {
  'logo.missing': paths.setting.brandPicture('logo'),
  'bank.unverified': paths.setting.bankChange(),
  'bank.rejected': paths.setting.bankChange(),
  'online.chip': paths.setting.chip(),
  'online.seller': paths.setting.payment(),
  'fees.program': paths.program.new(),
  'fees.subject': paths.subject.new(),
  'fees.price': paths.subject_fee.new(),
  'families.missing': paths.parent.new({ child: 'new' }),
  'families.student': paths.student.new(),
  'invoice.missing': paths.invoice.new(),
  'payment.unpaid': paths.invoice.list(),
}
