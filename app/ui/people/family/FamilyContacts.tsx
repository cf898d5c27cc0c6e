import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface ContactLineProps {
  parent_id: string
  last: {
    contacted_on: string
    channel: string
    next_step: string | null
    next_on: string | null
    promise: { promised_sen: number | null; promised_on: string | null; state: string | null } | null
  } | null
}

/** The last contact with a family, its promise and the next step; links to all contacts. */
export function ContactLine({ parent_id, last }: ContactLineProps) {
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

/** A promise and its result; a broken one is emphasised. */
function PromiseText({ promised_sen, promised_on, state }: PromiseTextProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const words = t(`family_contact.promise_line.${state}`, {
    amount: formatRinggit(promised_sen ?? 0),
    date: promised_on ? formatDate(promised_on, locale) : '',
  })
  return state === 'broken' ? <strong>{words}</strong> : <span>{words}</span>
}

interface ContactsSectionProps {
  rows: readonly {
    id: string
    contacted_on: string
    channel: string
    said: string
    writer: string
    promised_sen: number | null
    promised_on: string | null
    promise: string | null
    next_step: string | null
    next_on: string | null
    doer: string | null
  }[]
}

/** All contacts with a family about its arrears, the latest first. */
export function ContactsSection({ rows }: ContactsSectionProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Section title={t('family_contact.plural')} id="contacts">
      {rows.length === 0 ? <p className="quiet">{t('family_contact.none_yet')}</p> : null}
      <ul className="facts">
        {rows.map((row) => (
          <li key={row.id}>
            <div>
              <p>{unbroken(row.said)}</p>
              {row.promise ? (
                <p>
                  <PromiseText {...row} state={row.promise} />
                </p>
              ) : null}
              {row.next_step ? (
                <p>
                  {unbroken(
                    t('family_contact.next_by_line', {
                      ...{ date: formatDate(row.next_on ?? '', locale), step: row.next_step, name: row.doer },
                    }),
                  )}
                </p>
              ) : null}
              <p className="quiet small">
                {unbroken(
                  t('family_contact.meta', {
                    ...{ date: formatDate(row.contacted_on, locale), name: row.writer },
                    channel: t(`family_contact.channels.${row.channel}`),
                  }),
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface ReminderLineProps {
  parent_id: string
  last: { day: string; state: string } | null
  hold: { ends_on: string } | null
}

/** The last reminder to a family, or until when reminders are paused; links to the page of reminders. */
export function ReminderLine({ parent_id, last, hold }: ReminderLineProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const told = last && { date: formatDate(last.day, locale), state: t(`reminder.states.${last.state}`) }
  return (
    <p>
      <a href={paths.reminder.ask(parent_id)}>
        {hold
          ? t('reminder_hold.until', { date: formatDate(hold.ends_on, locale) })
          : told
            ? t('reminder.last', told)
            : t('reminder.none')}
      </a>
    </p>
  )
}

interface ArrangementLineProps {
  parent_id: string
  family_code: string
  last: {
    id: string
    status: string
    next_on: string | null
    next_sen: number | null
    came_sen: number
    total_sen: number
  } | null
  /** There are unpaid invoices and the reader may propose an arrangement. */
  mayPropose: boolean
}

/** The last arrangement and its next part; links to it while it is open, else to the list, or to proposing one. */
export function ArrangementLine({ parent_id, family_code, last, mayPropose }: ArrangementLineProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const words = last
    ? t(`arrangement.line.${last.status}`, {
        amount: formatRinggit(last.next_sen ?? 0),
        date: last.next_on ? formatDate(last.next_on, locale) : '',
        total: formatRinggit(last.total_sen),
        left: formatRinggit(Math.max(0, last.total_sen - last.came_sen)),
      })
    : ''
  const isOpen = last?.status === 'proposed' || last?.status === 'active'
  if (last)
    return (
      <p>
        <a href={isOpen ? paths.arrangement.view(last.id) : paths.arrangement.list({ q: family_code })}>
          {words}
        </a>
      </p>
    )
  if (!mayPropose) return null
  return (
    <p>
      <a href={paths.arrangement.new(parent_id)}>{t('arrangement.propose_line')}</a>
    </p>
  )
}

interface FollowUpProps {
  contacted_on: string | null
  /** The last reminder that was sent, and how. */
  reminded_on: string | null
  reminded_by: string | null
  promise: string | null
  next_on: string | null
  arrangement: string | null
  held_until: string | null
}

/** The follow-up of a family in arrears in short: last contact, promise, next step, arrangement, paused reminders. */
export function FollowUp({
  contacted_on,
  reminded_on,
  reminded_by,
  promise,
  next_on,
  arrangement,
  held_until,
}: FollowUpProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const date = (on: string) => formatDate(on, locale)
  const told = [
    contacted_on && date(contacted_on),
    reminded_on &&
      t('arrears.reminded_line', {
        date: date(reminded_on),
        channel: reminded_by ? t(`reminder.channels.${reminded_by}`) : '',
      }),
    !contacted_on && !reminded_on && t('arrears.no_contact'),
    promise && t(`arrears.promises.${promise}`),
    next_on && t('arrears.next_line', { date: date(next_on) }),
    (arrangement === 'active' || arrangement === 'broken') && t(`arrears.arrangements.${arrangement}`),
    held_until && t('arrears.held_line', { date: date(held_until) }),
  ].filter((line) => line !== null && line !== false)
  // On a narrow screen the row is a card without column headings, so the date gets its label. One element, because a card
  // spaces the children of a cell apart.
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
