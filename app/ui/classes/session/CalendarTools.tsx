import { useTranslation } from 'react-i18next'
import type { CalendarSearch } from '#app/domain/classes/calendar/calendar.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { optionsOf } from '#app/ui/core/form/fields.tsx'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'
import { FilterFields } from '#app/ui/core/table/ListTools.tsx'

interface Choices {
  trainers: readonly { id: string; name: string }[]
  rooms: readonly string[]
  subjects: readonly { id: string; name: string }[]
  branches: readonly { id: string; name: string }[]
}

/** Week or day, to the one before and after it, and what the calendar is narrowed by. */
export function CalendarTools({
  search,
  choices,
  today,
}: {
  search: CalendarSearch
  choices: Choices
  today: string
}) {
  const { t } = useTranslation()
  const { view, day } = search
  const { trainer, branch, subject, room } = search
  const filters = { trainer, branch, subject, room }
  const to = (given: { view?: string; day?: string }) => {
    const wanted = given.view ?? view
    return paths.class_session.calendar({
      ...{ view: wanted === 'week' ? undefined : wanted, day: given.day ?? day },
      ...filters,
    })
  }
  const step = view === 'week' ? 7 : 1
  const isNarrowed = Object.values(filters).some(Boolean)
  const choice = (
    name: 'trainer' | 'branch' | 'room' | 'subject',
    options: readonly { value: string; label: string }[],
  ) => ({
    ...({ kind: 'choice', name, label: t(`class_session.${name}`), value: filters[name], options } as const),
  })
  const several = [
    choices.trainers.length > 1 && choice('trainer', optionsOf(choices.trainers)),
    choices.branches.length > 1 && choice('branch', optionsOf(choices.branches)),
    choices.rooms.length > 0 &&
      choice(
        'room',
        choices.rooms.map((value) => ({ value, label: value })),
      ),
    choices.subjects.length > 1 && choice('subject', optionsOf(choices.subjects)),
  ].filter((one) => one !== false)
  return (
    <>
      <SubNav
        label={t('class_session.view')}
        items={(['week', 'day'] as const).map((one) => ({
          label: t(`class_session.views.${one}`),
          href: to({ view: one }),
          current: one === view,
        }))}
      />
      <form className="search">
        {view === 'day' && <input type="hidden" name="view" value="day" />}
        <div className="field">
          <label htmlFor="day">{t('class_session.go_to')}</label>
          <input type="date" id="day" name="day" defaultValue={day} />
        </div>
        {several.length > 0 && (
          <>
            <details className="switch" open={isNarrowed}>
              <summary>{t('class_session.filters')}</summary>
            </details>
            <div className="filters">
              <FilterFields fields={several} />
            </div>
          </>
        )}
        <button type="submit">{t('class_session.show')}</button>
      </form>
      <div className="tally">
        <nav className="exports" aria-label={t('class_session.calendar')}>
          <a href={to({ day: addDays(day, -step) })}>{t(`class_session.previous.${view}`)}</a>
          <a href={to({ day: today })}>{t(`class_session.now.${view}`)}</a>
          <a href={to({ day: addDays(day, step) })}>{t(`class_session.next.${view}`)}</a>
          {isNarrowed && (
            <a href={paths.class_session.calendar({ view: view === 'week' ? undefined : view, day })}>
              {t('class_session.clear')}
            </a>
          )}
        </nav>
      </div>
    </>
  )
}
