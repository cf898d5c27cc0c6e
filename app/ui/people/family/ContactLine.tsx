import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface Props {
  parent_id: string
  last: {
    contacted_on: string
    channel: string
    next_step: string | null
    next_on: string | null
    promise: { promised_sen: number | null; promised_on: string | null; state: string | null } | null
  } | null
}

/** When the office last spoke with a family, what was promised and what comes next; leads to all that was said. */
export function ContactLine({ parent_id, last }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const day = (on: string | null) => (on ? formatDate(on, locale) : '')
  return (
    <p>
      <a href={paths.family.contact(parent_id)}>
        {last
          ? t('family_contact.last_line', {
              date: day(last.contacted_on),
              channel: t(`family_contact.channels.${last.channel}`),
            })
          : t('family_contact.none')}
      </a>
      {last?.promise ? (
        <>
          <br />
          <PromiseText {...last.promise} />
        </>
      ) : null}
      {last?.next_step ? (
        <>
          <br />
          {unbroken(t('family_contact.next_line', { date: day(last.next_on), step: last.next_step }))}
        </>
      ) : null}
    </p>
  )
}

interface PromiseTextProps {
  promised_sen: number | null
  promised_on: string | null
  state: string | null
}

/** What was promised, and what became of it; a broken promise stands out. */
export function PromiseText({ promised_sen, promised_on, state }: PromiseTextProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const words = t(`family_contact.promise_line.${state}`, {
    amount: formatRinggit(promised_sen ?? 0),
    date: promised_on ? formatDate(promised_on, locale) : '',
  })
  return state === 'broken' ? <strong>{words}</strong> : <span>{words}</span>
}
