import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { applicationSettingNames } from '#app/domain/enrolment/applications/application.ts'
import {
  applicationSetting,
  applicationSettingForm,
  saveApplicationSetting,
} from '#app/domain/enrolment/applications/settings.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/core/page/EditPage.tsx'
import { SettingEditPage } from '#app/ui/organisation/setting/SettingPage.tsx'

/** How applications are decided. */
export const handle = {
  access: 'registration_setting.edit',
  title: 'setting.application.title',
} satisfies Handle

export const loader = async ({ context }: LoaderFunctionArgs) => applicationSetting(await context.read())

export const action = (args: ActionFunctionArgs) =>
  submit(args, applicationSettingForm, async ({ trx, actor }, input) => {
    await saveApplicationSetting(trx, actor, input)
    return redirectWith(paths.setting.index(), 'application_settings_saved')
  })

export default function ApplicationSettings() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(applicationSettingForm, useActionData<typeof action>(), row)
  const answer = (yes: boolean) => t(yes ? 'common.yes' : 'common.no')
  return (
    <SettingEditPage name="application" form={form}>
      <CurrentValues
        form={form}
        items={applicationSettingNames.map((name) => ({
          label: t(`setting.application.${name}`),
          value: answer(row[name]),
        }))}
        field={fields.version}
        version={row.version}
      />
      {applicationSettingNames.map((name) => (
        <CheckboxField
          key={name}
          of={fields[name]}
          label={t(`setting.application.${name}`)}
          hint={t(`setting.application.${name}_hint`)}
        />
      ))}
    </SettingEditPage>
  )
}
