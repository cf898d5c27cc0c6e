import { isMobile, normalPhone } from '#app/domain/core/contact/phone.ts'
import {
  type AskedField,
  childQuestions,
  familyQuestions,
  parentFields,
  studentFields,
  type Typed,
} from '#app/domain/enrolment/online-registration/asked-fields.ts'
import { type Draft, freePlace } from '#app/domain/enrolment/online-registration/draft.ts'
import { estimateOf } from '#app/domain/enrolment/online-registration/estimate.ts'
import { filedChildren } from '#app/domain/enrolment/online-registration/filed-children.ts'
import { questionsOf } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { priceOf, subjectsById } from '#app/domain/enrolment/online-registration/offered.ts'
import { filesOf, isOf, papersOf } from '#app/domain/enrolment/online-registration/papers.ts'
import { type Problem, problemsOf } from '#app/domain/enrolment/online-registration/submit.ts'
import { environment } from '#app/environment.ts'
import { openChannels } from '#app/integrations/sms/settings.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { namedChildren } from './children.ts'
import type { Registering } from './registering.ts'
import { type DrawnField, drawn } from './typed-page.ts'

type Known = Registering & { draft: Draft }

/** The number to which a code goes, or by which a family is counted: of the first parent, in E.164. */
export function firstPhone({ own, draft }: Pick<Known, 'own' | 'draft'>): string | undefined {
  const typed = own ? own.answers.phone : draft.answers.parents[0]?.phone
  return typeof typed === 'string' ? normalPhone(typed) : undefined
}

/** A code to the number that stands in the form now has come back. */
export const isProven = (known: Pick<Known, 'own' | 'draft'>) =>
  known.draft.phone_verified && known.draft.phone === firstPhone(known)

/** What was filled in, by the fields that are asked now. */
export interface Told {
  field: DrawnField
  value: string
}

const told = (fields: readonly AskedField[], typed: Typed): Told[] =>
  fields.flatMap((field) =>
    typed[field.name]?.trim() ? [{ field: drawn(field), value: typed[field.name]!.trim() }] : [],
  )

/** The first parent's phone where whoever registers is signed in as them or has shown that it is theirs. */
export const reachedPhone = (known: Known): string | undefined =>
  known.own || isProven(known) ? firstPhone(known) : undefined

/** Everything that the page of review shows. */
export async function reviewed(context: RequestContext, known: Known) {
  const { form, own, draft, proves, staff } = known
  const { answers } = draft
  const { today, t } = context
  const db = await context.read()
  const ids = answers.students.flatMap(({ subjects }) => subjects)
  const [subjects, files, filed] = await Promise.all([
    subjectsById(db, today, ids, context.locale),
    filesOf(db, draft.id),
    filedChildren(db, answers),
  ])
  const children = namedChildren(answers, filed, t)
  const about = {
    form,
    answers,
    files,
    subjects,
    filed,
    today,
    known: own !== undefined,
    mobile: proves,
    staff,
  }
  const problems = problemsOf(about)
  const phone = firstPhone(known)
  const asked = parentFields(form)
  const parents = answers.parents.flatMap((typed, index) => {
    const place = index + 1
    return (own && place === 1) || !Object.values(typed).some(Boolean)
      ? []
      : [{ place, told: told(asked, typed) }]
  })
  const questions = questionsOf(form)
  return {
    problems: problems.map((problem) => namedProblem(problem, children)),
    parents,
    own: own && { name: String(own.answers.name), phone: String(own.answers.phone) },
    children: children.map((child) => ({
      ...{ place: child.place, name: child.name, isKnown: child.student_id !== null },
      told: told(child.student_id === null ? studentFields(form) : childQuestions(form), child.typed),
      subjects: child.subjects.flatMap((id) => {
        const subject = subjects.get(id)
        if (!subject) return []
        return [{ ...subject, price: priceOf(subject.fees, child.typed.nationality || 'MY') }]
      }),
    })),
    family: told(familyQuestions(form), answers.family),
    papers: papersOf(form, answers).flatMap((paper) => {
      const file = files.find((one) => isOf(one, paper))
      const name = children.find(({ place }) => place === paper.place)?.name ?? null
      const label = questions.find(({ id }) => id === paper.question)?.label ?? null
      return file ? [{ kind: paper.kind, label, child: name, id: file.id, file: file.name }] : []
    }),
    estimate: await estimateOf(db, { answers, own, filed, subjects, today, locale: context.locale }),
    free: freePlace(answers) ?? null,
    hasSecond: parents.some(({ place }) => place === 2),
    asksPapers: papersOf(form, answers).length > 0,
    isOpenToHandIn: problems.length === 0,
    phone:
      proves && phone && isMobile(phone)
        ? { number: phone, isProven: isProven(known), channels: openChannels(environment) }
        : null,
  }
}

/** A problem as its sentence needs it: of which child, and which fields. */
function namedProblem(problem: Problem, children: readonly { place: number; name: string }[]) {
  const place = problem.step === 'paper' ? problem.paper.place : 'place' in problem ? problem.place : null
  const child = children.find((one) => one.place === place)?.name ?? null
  return 'fields' in problem
    ? { ...problem, child, fields: problem.fields.map(drawn) }
    : { ...problem, child }
}
export type NamedProblem = ReturnType<typeof namedProblem>
