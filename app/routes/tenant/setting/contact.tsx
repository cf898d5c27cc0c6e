import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { contactForm } from '#app/domain/organisation/entities/entity-form.ts'
import { entityProfile } from '#app/domain/organisation/entities/find-entity.ts'
import { editEntity } from '#app/domain/platform/entities/change-entity.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { TranslatedField } from '#app/ui/core/form/TranslatedField.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { SettingEditPage } from '#app/ui/organisation/setting/SettingPage.tsx'

/** Whom families ask, and when somebody is there. */
export const handle = { access: 'entity.edit', title: 'setting.contact.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const row = await entityProfile(await context.read(), tenantOf(context).id)
  const { contact_phone, contact_email, opening_hours, opening_hours_en, opening_hours_my, version } = row
  return { contact_phone, contact_email, opening_hours, opening_hours_en, opening_hours_my, version }
}

export async function action(args: ActionFunctionArgs) {
  const { id } = tenantOf(args.context)
  const { ring, sites } = args.context.services
  const answer = await submit(args, contactForm, async ({ trx, actor }, { version, ...input }) => {
    const profile = {
      ...input,
      opening_hours: input.opening_hours ?? null,
      opening_hours_en: input.opening_hours_en ?? null,
      opening_hours_my: input.opening_hours_my ?? null,
    }
    await editEntity(trx, actor, { id, version, ring }, { profile })
    return redirectWith(paths.setting.index(), 'contact_saved')
  })
  sites.forget(id)
  return answer
}

export default function ContactSettings() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(contactForm, useActionData<typeof action>(), row)
  return (
    <SettingEditPage name="contact" form={form}>
      <TextField
        of={fields.contact_phone}
        label={t('setting.contact.contact_phone')}
        type="tel"
        width="medium"
        autoComplete="off"
      />
      <TextField
        of={fields.contact_email}
        label={t('setting.contact.contact_email')}
        type="email"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        of={fields.opening_hours}
        label={t('setting.contact.opening_hours')}
        hint={t('setting.contact.opening_hours_hint')}
        autoComplete="off"
      />
      <TranslatedField of={fields} field="opening_hours" words="setting.contact" />
      <HiddenField of={fields.version} />
    </SettingEditPage>
  )
}
