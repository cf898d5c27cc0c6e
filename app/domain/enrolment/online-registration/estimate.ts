import type { Kysely } from 'kysely'
import { type Expected, type ExpectedStudent, expectedFees } from '#app/domain/billing/plan/expected.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { idFrom } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { DraftAnswers } from './draft.ts'
import { birthdayOf, type FiledChildren } from './filed-children.ts'
import type { OfferedSubject } from './offered.ts'

interface Estimated {
  answers: DraftAnswers
  own: { id: string } | undefined
  filed: FiledChildren
  subjects: ReadonlyMap<string, OfferedSubject>
  today: string
  locale: Locale
}

/** What the first invoices hold if all children were approved today; classes on the waiting list cost nothing yet. */
export function estimateOf(
  db: Kysely<DB>,
  { answers, own, filed, subjects, today, locale }: Estimated,
): Promise<Expected> {
  const students = answers.students.map((child): ExpectedStudent => {
    const { place, student_id, typed, subjects: chosen } = child
    const known = student_id === null ? undefined : filed.get(student_id)
    const open = chosen.flatMap((id) => {
      const subject = subjects.get(id)
      return subject?.seats === 'open' ? [subject] : []
    })
    return {
      ...{ id: student_id ?? supposedId('student', place), is_new: student_id === null },
      branch_id: open[0]?.branch_id ?? '',
      nationality: known?.nationality ?? (typed.nationality || 'MY'),
      born_on: birthdayOf(child, filed) ?? today,
      seats: open.map(({ id, starts_on }) => ({
        ...{ id: supposedId('seat', place, id), subject_id: id },
        starts_on: starts_on && starts_on > today ? starts_on : today,
      })),
    }
  })
  const family = {
    ...{ parent_id: own?.id ?? supposedId('parent'), is_new: own === undefined },
    income_above_2500: answers.parents[0]?.income_above_2500 !== 'no',
  }
  const joining = students.filter(({ seats }) => seats.length > 0)
  return expectedFees(db, family, joining, today, locale)
}

/** The id of a row that is supposed and never stored. */
const supposedId = (...of: (string | number)[]) => idFrom('supposed', ...of.map(String))

export const totalOf = ({ first }: Expected): number => first.reduce((sum, { sen }) => sum + sen, 0)
