import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface Props {
  contacted_on: string | null
  promise: string | null
  next_on: string | null
  arrangement: string | null
  held_until: string | null
}

/** Where the office stands with a late family, in a few words each: the last contact, what was promised, what comes next. */
export function FollowUp({ contacted_on, promise, next_on, arrangement, held_until }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const date = (on: string) => formatDate(on, locale)
  const told = [
    contacted_on ? date(contacted_on) : t('arrears.no_contact'),
    promise && t(`arrears.promises.${promise}`),
    next_on && t('arrears.next_line', { date: date(next_on) }),
    (arrangement === 'active' || arrangement === 'broken') && t(`arrears.arrangements.${arrangement}`),
    held_until && t('arrears.held_line', { date: date(held_until) }),
  ].filter((line) => line !== null && line !== false)
  // a card has no heading that says what the day is; one piece, since a card sets the pieces of a cell apart
  return (
    <span>
      {told.map((line, index) => (
        <span key={line}>
          {index > 0 && <br />}
          {index === 0 && contacted_on && <span className="called">{`${t('arrears.contacted_on')} `}</span>}
          {index === 0 ? unbroken(line) : <small>{unbroken(line)}</small>}
        </span>
      ))}
    </span>
  )
}
