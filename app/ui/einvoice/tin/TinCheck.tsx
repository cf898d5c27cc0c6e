import { useTranslation } from 'react-i18next'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import type { TinState } from '#app/domain/einvoice/tin-checks/tin-answers.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface TinCheckProps {
  tin: TinState
  parent: { id: string; version: number }
  /** The reader may ask the portal. */
  may: boolean
}

/** What the tax portal knows of a parent's TIN, and the button that asks it. */
export function TinCheck({ tin, parent, may }: TinCheckProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const fields = { version: String(parent.version) }
  const date = 'checked_at' in tin ? formatDate(todayIn(new Date(tin.checked_at)), locale) : ''
  const text = t(`parent.tin_check.${tin.state}`, { date })
  const asks = tin.state === 'unasked' || tin.state === 'matches' || tin.state === 'mismatch'
  const ask = asks
    ? { to: paths.parent.checkTin(parent.id), label: tin.state === 'unasked' ? 'check' : 'again' }
    : tin.state === 'absent' && tin.findable && { to: paths.parent.findTin(parent.id), label: 'find' }
  return (
    <Section
      title={t('parent.tin_check.title')}
      id="tin"
      actions={
        may &&
        ask && (
          <PostButton action={ask.to} fields={fields}>
            {t(`parent.tin_check.${ask.label as 'check' | 'again' | 'find'}`)}
          </PostButton>
        )
      }
    >
      {tin.state === 'mismatch' ? <Notice tone="warning">{text}</Notice> : <p>{text}</p>}
    </Section>
  )
}
