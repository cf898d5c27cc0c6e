import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { refuseStale } from '#app/domain/core/changed.ts'
import { addDays, formatInstant } from '#app/domain/core/dates.ts'
import { furthestDays, scheduleForm, titleOf } from '#app/domain/messaging/announcements/announcement.ts'
import {
  lockedAnnouncement,
  scheduleAnnouncement,
} from '#app/domain/messaging/announcements/change-announcement.ts'
import { announcement } from '#app/domain/messaging/announcements/find-announcements.ts'
import { sendScope } from '#app/domain/messaging/announcements/send-announcement.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, FieldRow, HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

export const handle = {
  access: { any: ['announcement.send', 'announcement.send_free'] },
  title: 'announcement.schedule',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.announcement')
  const row = await announcement(await context.read(), context.scope('announcement.create'), id)
  sendScope(context.actor, row)
  return { id, version: row.version, title: titleOf(row, context.locale), today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, scheduleForm, async ({ trx, actor, context }, { version, ...when }) => {
    const id = idOf(args.params, 'not_found.announcement')
    const row = await lockedAnnouncement(trx, context.scope('announcement.create'), id)
    refuseStale(row, version)
    sendScope(actor, row)
    const at = await scheduleAnnouncement(trx, actor, row, when)
    return redirectWith(paths.announcement.view(id), 'announcement_scheduled', {
      at: formatInstant(at, context.locale),
    })
  })

export default function ScheduleAnnouncement() {
  const { id, version, title, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(scheduleForm, useActionData<typeof action>(), {
    version,
    on: addDays(today, 1),
    at: '09:00',
  })
  return (
    <EditPage
      title={t('announcement.schedule')}
      subtitle={title}
      back={{ label: t('announcement.review'), href: paths.announcement.review(id) }}
      form={form}
      noun="announcement"
      submit={t('announcement.schedule')}
    >
      <p>{t('announcement.schedule_text')}</p>
      <FieldRow>
        <DateField
          of={fields.on}
          label={t('announcement.on')}
          min={today}
          max={addDays(today, furthestDays)}
        />
        <TextField of={fields.at} label={t('announcement.at')} type="time" width="short" />
      </FieldRow>
      <HiddenField of={fields.version} value={String(version)} />
    </EditPage>
  )
}
