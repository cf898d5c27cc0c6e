import { useTranslation } from 'react-i18next'
import { formatInstant, formatTime } from '#app/domain/core/dates.ts'
import { codeHours, type HelpEnding, visitMinutes } from '#app/domain/platform/help-visits/help-visit.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface Visit {
  id: string
  operator_name: string
  reason: string
  began_at: Date | string
  ends_at: Date | string
  ended_at: Date | string
  ended_by: HelpEnding
  running: boolean
}

interface Props {
  visits: readonly Visit[]
  mayEnd: boolean
  mayAudit: boolean
}

/** Active visits with a button to end them, and past visits. */
export function HelpVisits({ visits, mayEnd, mayAudit }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const past = visits.filter(({ running }) => !running)
  return (
    <>
      {visits
        .filter(({ running }) => running)
        .map(({ id, operator_name: name, reason, began_at, ends_at }) => (
          <Notice
            key={id}
            tone="warning"
            title={t('help_visit.running', { name, time: formatTime(ends_at, locale) })}
          >
            <p>{t('help_visit.running_hint', { reason, at: formatInstant(began_at, locale) })}</p>
            {mayEnd && (
              <div className="actions">
                <PostButton action={paths.setting.helpEnd(id)} look="danger">
                  {t('help_visit.end')}
                </PostButton>
              </div>
            )}
          </Notice>
        ))}
      <Section title={t('help_visit.past')}>
        {past.length === 0 ? (
          <p className="quiet">{t('help_visit.none')}</p>
        ) : (
          <Entries
            items={past.map((row) => ({
              title: t('help_visit.past_entry', {
                ...{ name: row.operator_name, from: formatInstant(row.began_at, locale) },
                until: formatTime(row.ended_at, locale),
              }),
              meta: `${row.reason} · ${t(`help_visit.ended_by.${row.ended_by}`)}`,
              href: mayAudit ? paths.log.audit({ object: 'help_visit', object_id: row.id }) : undefined,
            }))}
          />
        )}
      </Section>
    </>
  )
}

const means = ['looks', 'not', 'time', 'once', 'seen'] as const

/** Explains what a help code allows. */
export function HelpVisitTerms() {
  const { t } = useTranslation()
  const values = { hours: codeHours, minutes: visitMinutes }
  return (
    <Section title={t('help_visit.means.title')}>
      <ul>
        {means.map((part) => (
          <li key={part}>{t(`help_visit.means.${part}`, values)}</li>
        ))}
      </ul>
    </Section>
  )
}

/** Shown to an operator on every page during a help visit: who, what is allowed, until when, and the exit. */
export function HelperBanner() {
  const { helper } = usePage()
  const { t } = useTranslation()
  if (!helper) return null
  return (
    <aside className="notice warning flash" aria-label={t('help_visit.one')}>
      <p>{unbroken(t('help_visit.banner', { name: helper.name, time: helper.until }))}</p>
      <div className="actions">
        <PostButton action={paths.help.leave()}>{t('help_visit.leave')}</PostButton>
      </div>
    </aside>
  )
}
