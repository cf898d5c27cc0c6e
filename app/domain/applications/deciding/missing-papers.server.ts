import type { Kysely } from 'kysely'
import { registrationForm } from '#app/domain/online-registration/form-setting.server.ts'
import {
  familyPapers,
  optionalFields,
  type PaperKind,
  questionsOf,
  stateOf,
  type Words,
} from '#app/domain/online-registration/form-setting.ts'
import type { DB } from '#db/types.ts'

/** What must be there: a kind of paper, or of one of the organisation's own questions what it is called. */
interface Demand {
  kind: string
  words: Words | null
}

/**
 * Whether a paper is missing that the organisation demands by now of the family, of each child, or of each who is new
 * here. What was demanded when it was handed in was there; the form may have been changed since.
 */
export async function lacksPapers(db: Kysely<DB>, application_id: string): Promise<boolean> {
  const [{ form }, children, papers] = await Promise.all([
    registrationForm(db),
    db
      .selectFrom('application_student')
      .select(['id', 'is_existing'])
      .where('application_id', '=', application_id)
      .execute(),
    db
      .selectFrom('application_document')
      .select(['application_student_id as child', 'kind', 'question'])
      .where('application_id', '=', application_id)
      .execute(),
  ])
  const kinds = (ofFamily: boolean): Demand[] =>
    optionalFields.document
      .filter((kind: PaperKind) => familyPapers.includes(kind) === ofFamily)
      .filter((kind) => stateOf(form, `document.${kind}`) === 'required')
      .map((kind) => ({ kind, words: null }))
  const files = (of: 'family' | 'child'): Demand[] =>
    questionsOf(form, of)
      .filter(({ kind, required }) => kind === 'file' && required)
      .map(({ label }) => ({ kind: 'question', words: label }))
  const has = (child: string | null, { kind, words }: Demand) =>
    papers.some(
      (paper) =>
        paper.child === child && paper.kind === kind && isSame(paper.question as Words | null, words),
    )
  return (
    [...kinds(true), ...files('family')].some((demand) => !has(null, demand)) ||
    children.some(({ id, is_existing }) =>
      [...(is_existing ? [] : kinds(false)), ...files('child')].some((demand) => !has(id, demand)),
    )
  )
}

const isSame = (one: Words | null, other: Words | null) =>
  other === null || (one !== null && Object.entries(other).every(([locale, words]) => one[locale] === words))
