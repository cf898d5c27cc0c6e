import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  changeRegistrationForm,
  formSettingForm,
  registrationForm,
  registrationForms,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField, HiddenField, RadioGroup, TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

export const handle = {
  access: 'registration_setting.edit',
  title: 'registration_form.title',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { form, version } = await registrationForm(await context.read())
  const { open, phone_proof, text, terms } = form
  const ticked = (yes: boolean) => (yes ? 'on' : '')
  return {
    ...{ form: form.form, text, terms, version: String(version) },
    ...{ open: ticked(open), phone_proof: ticked(phone_proof) },
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, formSettingForm, async ({ trx, actor }, { version, ...input }) => {
    const { open = false, phone_proof = false, text = '', terms = '', form } = input
    await changeRegistrationForm(trx, actor, version, () => ({ open, phone_proof, text, terms, form }))
    return redirectWith(paths.setting.registration(), 'registration_form_saved')
  })

export default function EditRegistrationSetting() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(formSettingForm, useActionData<typeof action>(), row)
  return (
    <EditPage
      title={t('registration_form.title')}
      back={{ label: t('registration_form.title'), href: paths.setting.registration() }}
      form={form}
      noun="registration_form"
    >
      <CheckboxField
        of={fields.open}
        label={t('registration_form.open')}
        hint={t('registration_form.open_hint')}
      />
      <RadioGroup
        of={fields.form}
        label={t('registration_form.form')}
        options={registrationForms.map((value) => ({
          value,
          label: t(`registration_form.forms.${value}`),
          hint: t(`registration_form.form_hints.${value}`),
        }))}
      />
      <CheckboxField
        of={fields.phone_proof}
        label={t('registration_form.phone_proof')}
        hint={t('registration_form.phone_proof_hint')}
      />
      <TextArea
        of={fields.text}
        label={t('registration_form.text')}
        hint={t('registration_form.text_hint')}
      />
      <TextArea
        of={fields.terms}
        label={t('registration_form.terms')}
        hint={t('registration_form.terms_hint')}
      />
      <HiddenField of={fields.version} value={row.version} />
    </EditPage>
  )
}
