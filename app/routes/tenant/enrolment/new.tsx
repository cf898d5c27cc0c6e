import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { proposeDifference } from '#app/domain/billing/credit-notes/propose-difference.ts'
import { ageCountsOn, ageInYear, isForAge } from '#app/domain/catalogue/subjects/ages.ts'
import { enrol } from '#app/domain/people/enrolments/change-enrolment.ts'
import { enrolForm } from '#app/domain/people/enrolments/enrolment.ts'
import { subjectsFor } from '#app/domain/people/enrolments/find-enrolments.ts'
import { studentRow } from '#app/domain/people/students/find-students.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { proposalWords, withProposed } from '#app/server/payments/credit-notes.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, HiddenField, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** A seat in a class for the student of the address. */
export const handle = { access: 'enrolment.create', title: 'enrolment.new' } satisfies Handle

/** More than these are not read through: they are searched. */
const mostOffered = 40

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const scope = context.scope('enrolment.create')
  const db = await context.read()
  const student = await studentRow(db, scope, keysOf(context), idOf(params, 'not_found.student'))
  const { id, name, born_on } = student
  const q = new URL(request.url).searchParams.get('q')?.trim().slice(0, 100) ?? ''
  const found = await subjectsFor(db, scope, student, { today: context.today, q, limit: mostOffered + 1 })
  return {
    q,
    hasMore: found.length > mostOffered,
    student: { id, name },
    subjects: found.slice(0, mostOffered).map((subject) => ({
      ...subject,
      // The office may enrol anybody; the page says how old who is outside the ages of a class is that year.
      otherAge: isForAge(subject, born_on, context.today)
        ? null
        : ageInYear(born_on, ageCountsOn(subject.starts_on, context.today)),
    })),
    today: context.today,
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, enrolForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.student')
    const scope = context.scope('enrolment.create')
    const { id: seat, subject, name, status } = await enrol(trx, actor, scope, id, input, today)
    const words = proposalWords(context.t, 'came_reason', subject)
    const flash =
      status === 'waitlisted'
        ? 'enrolment_waitlisted'
        : withProposed('enrolment_created', await proposeDifference(trx, actor, [seat], { words, today }))
    return redirectWith(paths.student.view(id), flash, { subject, name })
  })

export default function NewEnrolment() {
  const { student, subjects, q, hasMore, today, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(enrolForm, useActionData<typeof action>(), { starts_on: today, form_key })
  return (
    <EditPage
      title={t('enrolment.new_of', { name: student.name })}
      back={{ label: student.name, href: paths.student.view(student.id) }}
      form={form}
      noun="enrolment"
      submit={t('enrolment.new')}
      above={q || hasMore ? <SubjectSearch q={q} hasMore={hasMore} /> : null}
    >
      {subjects.length > 0 ? null : <p>{t(q ? 'enrolment.none_found' : 'enrolment.none_open')}</p>}
      <SelectField
        of={fields.subject_id}
        label={t('enrolment.subject_id')}
        options={subjects.map(({ id, name: subject, branch, capacity, taken, waitlist, otherAge }) => {
          const free = capacity === null ? null : capacity - taken
          const full = waitlist ? 'waiting' : 'full'
          const kind = free === null ? 'open' : free > 0 ? 'free' : full
          const said = t(`enrolment.subject_${kind}`, { subject, branch, free: free ?? 0 })
          return {
            value: id,
            label: otherAge === null ? said : t('enrolment.subject_other_age', { said, age: otherAge }),
            disabled: kind === 'full',
          }
        })}
      />
      <DateField of={fields.starts_on} label={t('enrolment.starts_on')} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

/** An organisation of many classes is searched first, then chosen from. */
function SubjectSearch({ q, hasMore }: { q: string; hasMore: boolean }) {
  const { t } = useTranslation()
  return (
    <search>
      <form className="search">
        <div className="field find">
          <label htmlFor="q">{t('enrolment.search')}</label>
          <input type="search" id="q" name="q" defaultValue={q} maxLength={100} enterKeyHint="search" />
        </div>
        <button type="submit">{t('common.find')}</button>
      </form>
      {hasMore && <p className="quiet">{t('enrolment.more', { count: mostOffered })}</p>}
    </search>
  )
}
