import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AskedOf,
  most,
  type OptionalField,
  optionalFields,
  questionsOf,
  questionWords,
  registrationForm,
  stateOf,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'

/** How families register by themselves: whether, what they are asked, and what the organisation itself asks. */
export const handle = {
  access: 'registration_setting.view',
  title: 'registration_form.title',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { form, version } = await registrationForm(await context.read())
  const whose = Object.keys(optionalFields) as AskedOf[]
  return {
    ...{ version, form: form.form, open: form.open, phone_proof: form.phone_proof },
    ...{ text: form.text, terms: form.terms },
    fields: whose.map((of) => ({
      of,
      states: optionalFields[of].map((name) => ({
        name,
        state: stateOf(form, `${of}.${name}` as OptionalField),
      })),
    })),
    questions: questionsOf(form),
    address: context.site.origin + paths.register.start(),
    mayEdit: context.can('registration_setting.edit'),
    mayTake: context.can('application.print'),
  }
}

export default function RegistrationSetting() {
  const { version, form, open, phone_proof, text, terms, fields, questions, address, mayEdit, mayTake } =
    useLoaderData<typeof loader>()
  const { t, i18n } = useTranslation()
  const answer = (yes: boolean) => t(yes ? 'common.yes' : 'common.no')
  const edit = (href: string) => mayEdit && <LinkButton href={href}>{t('common.action.edit')}</LinkButton>
  return (
    <>
      <PageHeader
        title={t('registration_form.title')}
        subtitle={t('registration_form.about')}
        back={{ label: t('setting.title'), href: paths.setting.index() }}
        actions={
          mayEdit && (
            <>
              <LinkButton href={paths.setting.registrationPreview()}>
                {t('registration_form.preview')}
              </LinkButton>
              {edit(paths.setting.registrationEdit())}
            </>
          )
        }
      />
      <Facts
        columns={2}
        items={[
          { label: t('registration_form.open'), value: answer(open) },
          { label: t('registration_form.address'), value: address, href: paths.register.start(), wide: true },
          { label: t('registration_form.form'), value: t(`registration_form.forms.${form}`) },
          { label: t('registration_form.phone_proof'), value: answer(phone_proof) },
          { label: t('registration_form.text'), value: text, wide: true },
          { label: t('registration_form.terms'), value: terms, wide: true },
        ]}
      />
      <Section title={t('registration_form.fields')} actions={edit(paths.setting.registrationFields())}>
        {fields.map(({ of, states }) => (
          <Fragment key={of}>
            <h3>{t(`registration_form.of.${of}`)}</h3>
            <Facts
              columns={2}
              items={states.map(({ name, state }) => ({
                label: t(fieldLabel(of, name)),
                value: t(`registration_form.states.${state}`),
              }))}
            />
          </Fragment>
        ))}
      </Section>
      <Section
        title={t('registration_form.questions')}
        actions={
          mayEdit &&
          questions.length < most.questions && (
            <LinkButton href={paths.setting.registrationQuestionNew()}>
              {t('registration_form.question_new')}
            </LinkButton>
          )
        }
      >
        {questions.length === 0 ? (
          <p className="quiet">{t('registration_form.no_questions', { most: most.questions })}</p>
        ) : (
          <ul className="facts settings">
            {questions.map((question, index) => (
              <li key={question.id}>
                <div className="head">
                  <div>
                    {mayEdit ? (
                      <a href={paths.setting.registrationQuestion(question.id)}>
                        {questionWords(question, i18n.language as Locale)}
                      </a>
                    ) : (
                      questionWords(question, i18n.language as Locale)
                    )}
                    <p className="quiet small">
                      {[
                        t(`registration_form.kinds.${question.kind}`),
                        t(`registration_form.question_of.${question.of}`),
                        question.required && t('registration_form.states.required'),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
                  {mayEdit && index > 0 && (
                    <PostButton
                      action={paths.setting.registrationQuestionMove()}
                      look="link"
                      fields={{ id: question.id, version: String(version) }}
                    >
                      {t('registration_form.move_up')}
                    </PostButton>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
        {mayTake && (
          <p>
            <a href={paths.setting.registrationAnswers()}>{t('registration_form.answers_file')}</a>
          </p>
        )}
      </Section>
    </>
  )
}

/** The words of a field stand with the noun that has it; those of papers with the pages of families. */
function fieldLabel(of: AskedOf, name: string): string {
  // Who looks after classes reads this page, too, and is shown no amount.
  if (name === 'income_above_2500') return 'registration_form.income'
  return of === 'document' ? `register.papers.${name}` : `${of}.${name}`
}
