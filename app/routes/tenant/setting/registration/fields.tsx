import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  type AskedOf,
  changeRegistrationForm,
  fieldStates,
  fieldsForm,
  type OptionalField,
  optionalFields,
  registrationForm,
  stateOf,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { FieldRow, Fieldset, HiddenField, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** What families are asked of what need not be asked: by the form that is used now. */
export const handle = {
  access: 'registration_setting.edit',
  title: 'registration_form.fields',
} satisfies Handle

const whose = Object.keys(optionalFields) as AskedOf[]

export async function loader({ context }: LoaderFunctionArgs) {
  const { form, version } = await registrationForm(await context.read())
  const statesOf = (of: AskedOf) =>
    Object.fromEntries(
      optionalFields[of].map((name) => [name, stateOf(form, `${of}.${name}` as OptionalField)]),
    )
  return {
    version: String(version),
    ...{ parent: statesOf('parent'), student: statesOf('student'), document: statesOf('document') },
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, fieldsForm, async ({ trx, actor }, { version, ...input }) => {
    await changeRegistrationForm(trx, actor, version, ({ form, fields }) => {
      const given = whose.flatMap((of) =>
        Object.entries(input[of]).map(([name, state]) => [`${of}.${name}`, state]),
      )
      return { fields: { ...fields, [form]: Object.fromEntries(given) } }
    })
    return redirectWith(paths.setting.registration(), 'registration_form_saved')
  })

export default function RegistrationFields() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(fieldsForm, useActionData<typeof action>(), row)
  const options = fieldStates.map((value) => ({ value, label: t(`registration_form.states.${value}`) }))
  const label = (of: AskedOf, name: string) =>
    t(of === 'document' ? `register.papers.${name}` : `${of}.${name}`)
  return (
    <EditPage
      title={t('registration_form.fields')}
      subtitle={t('registration_form.fields_hint')}
      back={{ label: t('registration_form.title'), href: paths.setting.registration() }}
      form={form}
      noun="registration_form"
      nameOf={(field) => {
        const [of, name] = field.split('.')
        return of && name ? label(of as AskedOf, name) : undefined
      }}
    >
      {whose.map((of) => {
        const own = (fields[of] as unknown as { getFieldset(): Record<string, FieldOf> }).getFieldset()
        return (
          <Fieldset key={of} legend={t(`registration_form.of.${of}`)}>
            <FieldRow>
              {optionalFields[of].map((name) => (
                <SelectField
                  key={name}
                  of={own[name]!}
                  label={label(of, name)}
                  blank={false}
                  optional={false}
                  options={options}
                />
              ))}
            </FieldRow>
          </Fieldset>
        )
      })}
      <HiddenField of={fields.version} value={row.version} />
    </EditPage>
  )
}
