import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { contactChannels, contactForm } from '#app/domain/payments/arrears/contact.ts'
import { colleagues, contactsOf, writeContact } from '#app/domain/payments/arrears/contacts.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import {
  DateField,
  HiddenField,
  MoneyField,
  optionsOf,
  SelectField,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ContactsSection } from '#app/ui/people/family/FamilyContacts.tsx'
import { newId } from '#db/id.ts'

/** What was said with a family about what it owes, and all that was said before. */
export const handle = { access: 'family.contact', title: 'family_contact.plural' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { today } = context
  const id = idOf(params, 'not_found.parent')
  const db = await context.read()
  const row = await reachedParent(db, context.scope('family.contact'), id)
  const [rows, office] = await Promise.all([contactsOf(db, id, today), colleagues(db)])
  return { row, rows, office, today, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, contactForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.parent')
    await writeContact(trx, actor, context.scope('family.contact'), id, input, today)
    return redirectWith(paths.family.view(id), 'contact_written')
  })

export default function WriteContact() {
  const { row, rows, office, today, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(contactForm, useActionData<typeof action>(), {
    contacted_on: today,
    form_key,
  })
  return (
    <EditPage
      title={t('family_contact.new')}
      subtitle={t('family_contact.hint')}
      back={{ label: t('family.of', { name: row.name }), href: paths.family.view(row.id) }}
      form={form}
      noun="family_contact"
      submit={t('family_contact.submit')}
      danger={<ContactsSection rows={rows} />}
    >
      <DateField of={fields.contacted_on} label={t('family_contact.contacted_on')} max={today} />
      <SelectField
        of={fields.channel}
        label={t('family_contact.channel')}
        options={contactChannels.map((value) => ({ value, label: t(`family_contact.channels.${value}`) }))}
      />
      <TextArea of={fields.said} label={t('family_contact.said')} rows={3} />
      <MoneyField
        of={fields.promised}
        label={t('family_contact.promised')}
        hint={t('family_contact.promised_hint')}
      />
      <DateField of={fields.promised_on} label={t('family_contact.promised_on')} />
      <TextField
        of={fields.next_step}
        label={t('family_contact.next_step')}
        hint={t('family_contact.next_step_hint')}
      />
      <DateField of={fields.next_on} label={t('family_contact.next_on')} min={today} />
      <SelectField
        of={fields.next_by}
        label={t('family_contact.next_by')}
        blank={t('family_contact.myself')}
        options={optionsOf(office)}
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
