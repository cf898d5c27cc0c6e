import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  attendanceSettingForm,
  attendanceSettings,
  saveAttendanceSettings,
} from '#app/domain/classes/attendance/settings.ts'
import { openMarks } from '#app/domain/core/settings/attendance-setting.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/core/page/EditPage.tsx'
import { SettingEditPage } from '#app/ui/organisation/setting/SettingPage.tsx'

/** How sessions are opened, and whether families hear of absences. */
export const handle = {
  access: 'registration_setting.edit',
  title: 'setting.attendance.title',
} satisfies Handle

export const loader = async ({ context }: LoaderFunctionArgs) => attendanceSettings(await context.read())

export const action = (args: ActionFunctionArgs) =>
  submit(args, attendanceSettingForm, async ({ trx, actor }, input) => {
    await saveAttendanceSettings(trx, actor, input)
    return redirectWith(paths.setting.index(), 'attendance_settings_saved')
  })

export default function AttendanceSettings() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(attendanceSettingForm, useActionData<typeof action>(), row)
  const yes = (is: boolean) => t(is ? 'common.yes' : 'common.no')
  return (
    <SettingEditPage name="attendance" form={form}>
      <CurrentValues
        form={form}
        items={[
          {
            label: t('setting.attendance.open_with'),
            value: t(`setting.attendance.open_withs.${row.open_with}`),
          },
          { label: t('setting.attendance.alert'), value: yes(row.alert) },
          { label: t('setting.attendance.whatsapp'), value: yes(row.whatsapp) },
        ]}
        field={fields.version}
        version={row.version}
      />
      <RadioGroup
        of={fields.open_with}
        label={t('setting.attendance.open_with')}
        options={openMarks.map((value) => ({ value, label: t(`setting.attendance.open_withs.${value}`) }))}
      />
      <CheckboxField
        of={fields.alert}
        label={t('setting.attendance.alert')}
        hint={t('setting.attendance.alert_hint')}
      />
      <CheckboxField
        of={fields.whatsapp}
        label={t('setting.attendance.whatsapp')}
        hint={t('setting.attendance.whatsapp_hint')}
      />
    </SettingEditPage>
  )
}
