import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  addressesOverdue,
  announcementForm,
  isForClassesAlone,
  managesAnnouncements,
} from '#app/domain/messaging/announcements/announcement.ts'
import { type Group, groups } from '#app/domain/messaging/announcements/audience.ts'
import {
  channelsOf,
  createAnnouncement,
  editAnnouncement,
} from '#app/domain/messaging/announcements/change-announcement.ts'
import {
  announcement,
  audienceNames,
  audienceOptions,
} from '#app/domain/messaging/announcements/find-announcements.ts'
import { hasMailServer } from '#app/domain/organisation/mail-server/mail-server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Composer, type ComposerFields } from '#app/ui/messaging/announcement/Composer.tsx'
import { newId } from '#db/id.ts'

/** The page of a changed announcement, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'announcement.create', title: 'announcement.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const scope = context.scope('announcement.create')
  const { actor } = context
  const row = params.id ? await announcement(db, scope, idOf(params, 'not_found.announcement')) : undefined
  const [options, names, channels, ownServer] = await Promise.all([
    audienceOptions(db, scope, row?.audience),
    row && audienceNames(db, scope, row.audience),
    isForClassesAlone(actor.roles) ? [] : channelsOf(db),
    hasMailServer(db),
  ])
  const offered: readonly Group[] = isForClassesAlone(actor.roles)
    ? ['families']
    : groups.filter((group) => group !== 'overdue' || addressesOverdue(actor.roles))
  return {
    ...{ options, channels, ownServer, groups: offered, form_key: newId() },
    mayBeUrgent: managesAnnouncements(actor.roles),
    row: row && {
      ...{
        id: row.id,
        status: row.status,
        version: row.version,
        title_en: row.title_en,
        body_en: row.body_en,
      },
      ...{ sms_en: row.sms_en, title_my: row.title_my, body_my: row.body_my, sms_my: row.sms_my },
      ...{ channels: row.channels.filter((channel) => channel !== 'inapp'), ...row.audience },
      ...{ is_urgent: row.is_urgent, people: names?.codes.join('\n') ?? '' },
    },
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, announcementForm, async ({ trx, actor, context }, input) => {
    const scope = context.scope('announcement.create')
    const { id } = args.params
    if (id === undefined) {
      const made = await createAnnouncement(trx, actor, scope, input)
      return redirectWith(paths.announcement.view(made), 'announcement_saved')
    }
    const known = idOf(args.params, 'not_found.announcement')
    await editAnnouncement(trx, actor, scope, known, input)
    return redirectWith(paths.announcement.view(known), 'announcement_saved')
  })

export default function EditAnnouncement() {
  const { row, form_key, ...choices } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(
    announcementForm,
    useActionData<typeof action>(),
    row ? { ...row, is_urgent: row.is_urgent ? 'on' : undefined } : { form_key, who: ['families'] },
  )
  const back = row
    ? { label: t('announcement.one'), href: paths.announcement.view(row.id) }
    : { label: t('announcement.plural'), href: paths.announcement.list() }
  return (
    <EditPage
      title={t(row ? 'announcement.edit' : 'announcement.new')}
      subtitle={t(row?.status === 'scheduled' ? 'announcement.edit_scheduled' : 'announcement.new_hint')}
      back={back}
      form={form}
      noun="announcement"
      submit={t('announcement.save')}
    >
      <CurrentValues
        form={form}
        field={fields.version}
        version={row?.version}
        items={row ? [{ label: t('announcement.title'), value: row.title_my ?? row.title_en }] : []}
      />
      {!row && <HiddenField of={fields.form_key} />}
      <Composer fields={fields as unknown as ComposerFields} {...choices} />
    </EditPage>
  )
}
