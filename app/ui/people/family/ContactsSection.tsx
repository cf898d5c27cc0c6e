import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { PromiseText } from './ContactLine.tsx'

interface Props {
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

/** All that was said with a family about what it owes, the latest first. */
export function ContactsSection({ rows }: Props) {
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
