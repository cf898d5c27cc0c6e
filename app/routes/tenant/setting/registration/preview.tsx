import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  familyQuestions,
  parentFields,
  studentFields,
} from '#app/domain/enrolment/online-registration/asked-fields.ts'
import { questionWords, registrationForm } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { papersOf } from '#app/domain/enrolment/online-registration/papers.ts'
import { paths } from '#app/paths.ts'
import { drawn } from '#app/server/register/typed-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { AnswerFields } from '#app/ui/enrolment/register/AnswerFields.tsx'

/** What families are asked now, by the fields of their own pages; nothing is kept or sent here. */
export const handle = {
  // Who looks after classes reads the settings, too, and is shown no amount, of which a field of families has one.
  access: 'registration_setting.edit',
  title: 'registration_form.preview',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { form } = await registrationForm(await context.read())
  const label = (id: string | null) => form.questions.find((one) => one.id === id)?.label ?? null
  return {
    text: form.text,
    parent: parentFields(form).map(drawn),
    student: studentFields(form).map(drawn),
    family: familyQuestions(form).map(drawn),
    papers: papersOf(form, { students: [{ place: 1, student_id: null }] }).map(
      ({ kind, question, required }) => ({
        ...{ kind, required, label: label(question) },
      }),
    ),
    terms: form.terms,
    today: context.today,
  }
}

const untouched = { typed: {}, errors: {} }

export default function PreviewRegistration() {
  const { text, parent, student, family, papers, terms, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const asked = [
    { key: 'parent', noun: 'parent', title: t('registration_form.of.parent'), fields: parent },
    { key: 'student', noun: 'student', title: t('registration_form.of.student'), fields: student },
    { key: 'family', noun: 'parent', title: t('register.titles.questions'), fields: family },
  ] as const
  return (
    <>
      <PageHeader
        title={t('registration_form.preview')}
        subtitle={t('registration_form.preview_hint')}
        back={{ label: t('registration_form.title'), href: paths.setting.registration() }}
      />
      {text && <p className="lines">{text}</p>}
      {asked.map(
        ({ key, noun, title, fields }) =>
          fields.length > 0 && (
            <Section key={key} title={title}>
              <fieldset className="fields" disabled>
                <AnswerFields id={key} noun={noun} fields={fields} answer={untouched} today={today} />
              </fieldset>
            </Section>
          ),
      )}
      {papers.length > 0 && (
        <Section title={t('registration_form.of.document')}>
          <ul>
            {papers.map(({ kind, label, required }) => (
              <li key={`${kind} ${label ? questionWords({ label }, locale) : ''}`}>
                {label ? questionWords({ label }, locale) : t(`register.papers.${kind}`)} ·{' '}
                {t(`registration_form.states.${required ? 'required' : 'shown'}`)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {terms && (
        <Section title={t('registration_form.terms')}>
          <p className="lines">{terms}</p>
        </Section>
      )}
    </>
  )
}
