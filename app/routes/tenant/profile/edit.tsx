import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  channels,
  type ProfileInput,
  profileForm,
  profileOf,
  updateProfile,
} from '#app/domain/identity/accounts/profile.ts'
import { countClaims } from '#app/domain/identity/contacts/claims.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit, type Work } from '#app/server/forms/submit.ts'
import { rememberLanguage } from '#app/server/http/language-choice.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AddressFields } from '#app/ui/core/form/AddressFields.tsx'
import { Fieldset, HiddenField, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { OwnFields } from '#app/ui/identity/account/OwnFields.tsx'
import { WaitingNotice } from '#app/ui/identity/account/WaitingContacts.tsx'

/**
 * A new e-mail address or phone number needs a proof that it is still the same person, and then waits for a code that is sent
 * to it; the rest needs neither.
 */
export const handle = {
  access: { view: 'profile.view', change: 'profile.edit' },
  confirm: 'on-refusal',
  title: 'profile.edit',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return { person: await profileOf(await context.read(), context.actor.id!) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, profileForm, save, {
    async prepare(form) {
      const { write, actor } = args.context
      await countClaims(write, actor.id!, { phone: form.get('phone'), email: form.get('email') })
    },
  })

async function save({ trx, actor, context }: Work, input: ProfileInput) {
  const { session } = context
  const own = session?.kind === 'user' ? session : undefined
  const { outcome, waiting } = await updateProfile(trx, actor, input, {
    confirmed: own?.confirmed === true,
    session_id: own?.id,
  })
  if (outcome === 'unchanged') return redirectWith(paths.profile.view(), 'profile_unchanged', {}, 'notice')
  const response =
    waiting.length > 0
      ? await redirectWith(paths.profile.contact(), 'contact_waiting', {}, 'notice')
      : await redirectWith(paths.profile.view(), 'profile_saved')
  const remembered = await rememberLanguage({ locale: input.locale, from: 'account' })
  response.headers.append('set-cookie', remembered)
  return response
}

export default function EditProfile() {
  const { person } = useLoaderData<typeof loader>()
  const { trainer, parent } = person
  const { t } = useTranslation()
  const [form, fields] = useFormOf(profileForm, useActionData<typeof action>(), {
    ...person,
    ...trainer,
    ...parent,
    version: person.version,
    trainer_version: trainer?.version,
    parent_version: parent?.version,
  })
  return (
    <EditPage
      title={t('profile.edit')}
      back={{ label: t('profile.one'), href: paths.profile.view() }}
      form={form}
      noun="profile"
    >
      <WaitingNotice waiting={person.waiting} href={paths.profile.contact()} />
      <OwnFields
        form={form}
        fields={fields}
        row={person}
        noun="profile"
        emailHint={t('profile.contact_hint')}
      />
      <SelectField
        of={fields.preferred_channel}
        label={t('profile.preferred_channel')}
        hint={t('profile.channel_hint')}
        blank={false}
        width="medium"
        options={channels.map((value) => ({ value, label: t(`profile.channels.${value}`) }))}
      />
      {trainer && (
        <Fieldset legend={t('profile.as.trainer')}>
          <TextField of={fields.specialisation} label={t('profile.specialisation')} />
          <HiddenField of={fields.trainer_version} />
        </Fieldset>
      )}
      {parent && (
        <Fieldset legend={t('profile.as.parent')}>
          <TextField of={fields.home_phone} label={t('profile.home_phone')} type="tel" width="medium" />
          <TextField of={fields.occupation} label={t('profile.occupation')} />
          <TextField
            of={fields.tin}
            label={t('profile.tin')}
            hint={t('profile.tin_hint')}
            width="medium"
            autoComplete="off"
          />
          <AddressFields of={fields} noun="profile" own />
          <HiddenField of={fields.parent_version} />
        </Fieldset>
      )}
    </EditPage>
  )
}
