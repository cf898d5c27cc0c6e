import type { TFunction } from 'i18next'
import type { DraftAnswers, DraftChild } from '#app/domain/enrolment/online-registration/draft.ts'
import { birthdayOf, type FiledChildren } from '#app/domain/enrolment/online-registration/filed-children.ts'

export interface NamedChild extends DraftChild {
  name: string
  born_on: string | undefined
}

/** The children of a draft as its pages call them; who is on file has that name. */
export function namedChildren(
  { students }: Pick<DraftAnswers, 'students'>,
  filed: FiledChildren,
  t: TFunction,
): NamedChild[] {
  return students.map((child, index) => {
    const known = child.student_id === null ? undefined : filed.get(child.student_id)
    const name =
      known?.name ?? (child.typed.name?.trim() || t('register.child_number', { number: index + 1 }))
    const typed = known ? { ...child.typed, nationality: known.nationality } : child.typed
    return { ...child, typed, name, born_on: birthdayOf(child, filed) }
  })
}
