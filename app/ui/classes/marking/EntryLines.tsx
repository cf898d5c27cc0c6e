import { useTranslation } from 'react-i18next'
import type { EntryLine } from '#app/domain/classes/marking/find-marking.ts'
import { formatTime } from '#app/domain/core/dates.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

interface EntryLinesProps {
  entries: readonly EntryLine[]
  /** The session is open: another mark may be chosen. */
  choosable?: boolean
}

/** What several people marked for one student, who counts, and a button for each other one. */
export function EntryLines({ entries, choosable = false }: EntryLinesProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (entries.length === 0) return null
  const markWord = ({ mark, late_minutes }: EntryLine) =>
    late_minutes === null
      ? t(`marking.marks.${mark}`).toLowerCase()
      : t('marking.said_minutes', { mark: t(`marking.marks.${mark}`).toLowerCase(), minutes: late_minutes })
  const said = (one: EntryLine) =>
    t('marking.said', { name: one.by, mark: markWord(one), at: formatTime(one.at, locale) })
  const winner = entries.find(({ counts }) => counts)
  const timely = entries.filter(({ reason }) => !reason).toReversed()
  return (
    <div className="entries small">
      {winner && (
        <p>
          {timely.length > 1
            ? t('marking.conflict', {
                first: timely.slice(0, -1).map(said).join(', '),
                second: said(timely.at(-1)!),
                mark: markWord(winner),
              })
            : t('marking.alone', { first: said(winner), mark: markWord(winner) })}
        </p>
      )}
      {entries
        .filter(({ reason }) => reason)
        .map((one) => (
          <p key={one.id}>
            {t('marking.uncounted', { first: said(one), reason: t(`marking.kept.${one.reason!}`) })}
          </p>
        ))}
      {choosable &&
        entries
          .filter(({ counts, reason }) => !counts && reason !== 'not_enrolled')
          .map((one) => (
            <button key={one.id} type="submit" form="choose" name="entry_id" value={one.id} className="link">
              {t('marking.choose', { mark: markWord(one), name: one.by })}
            </button>
          ))}
    </div>
  )
}
