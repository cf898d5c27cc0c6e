import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addressLine } from '#app/domain/core/contact/address.ts'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { organisationTypes } from '#app/domain/organisation/entities/entity-form.ts'
import {
  editEntityByOperator,
  entityEditForm,
  sellerPermission,
} from '#app/domain/platform/entities/change-entity.ts'
import { entityForOperator } from '#app/domain/platform/entities/find-entities.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AddressFields } from '#app/ui/core/form/AddressFields.tsx'
import { Fieldset, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'

/** What an operator changes of an organisation; neither its account, nor its subdomain, nor its status. */
export const handle = { access: 'admin.entity.edit', title: 'entity.edit' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await entityForOperator(await context.read(), idOf(params, 'not_found.entity'))
  return { ...row, mayNameSeller: context.operatorCan(sellerPermission) }
}

export async function action(args: ActionFunctionArgs) {
  const id = idOf(args.params, 'not_found.entity')
  const answer = await submit(args, entityEditForm, async ({ trx, actor }, input) => {
    await editEntityByOperator(trx, actor, { id, version: input.version }, input)
    return redirectWith(paths.admin.entity.view(id), 'entity_saved', { name: input.name })
  })
  args.context.services.sites.forget(id)
  return answer
}

export default function EditEntity() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(entityEditForm, useActionData<typeof action>(), row)
  const typed = { autoComplete: 'off', spellCheck: false } as const
  return (
    <EditPage
      title={t('entity.edit')}
      subtitle={t('entity.edit_hint')}
      back={{ label: row.name, href: paths.admin.entity.view(row.id) }}
      form={form}
      noun="entity"
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('entity.name'), value: row.name },
          { label: t('entity.organisation_type'), value: t(`entity.types.${row.organisation_type}`) },
          { label: t('entity.company_name'), value: row.company_name },
          { label: t('entity.registration_number'), value: row.registration_number },
          { label: t('entity.licence_no'), value: row.licence_no },
          { label: t('entity.nametag'), value: row.nametag },
          { label: t('entity.fpx_seller_id'), value: row.fpx_seller_id },
          { label: t('entity.contact_name'), value: row.contact_name },
          { label: t('entity.contact_phone'), value: formatPhone(row.contact_phone) },
          { label: t('entity.contact_email'), value: row.contact_email },
          { label: t('entity.address'), value: addressLine(row) },
        ]}
        field={fields.version}
        version={row.version}
      />
      <TextField of={fields.name} label={t('entity.name')} {...typed} />
      <SelectField
        of={fields.organisation_type}
        label={t('entity.organisation_type')}
        options={organisationTypes.map((value) => ({ value, label: t(`entity.types.${value}`) }))}
      />
      <TextField of={fields.company_name} label={t('entity.company_name')} {...typed} />
      <TextField
        of={fields.registration_number}
        label={t('entity.registration_number')}
        width="medium"
        {...typed}
      />
      <TextField of={fields.licence_no} label={t('entity.licence_no')} width="medium" {...typed} />
      <TextField
        of={fields.nametag}
        label={t('entity.nametag')}
        hint={t('entity.nametag_hint')}
        width="medium"
        {...typed}
      />
      {row.mayNameSeller ? (
        <TextField
          of={fields.fpx_seller_id}
          label={t('entity.fpx_seller_id')}
          hint={t('entity.fpx_seller_hint')}
          width="medium"
          {...typed}
        />
      ) : (
        <Facts items={[{ label: t('entity.fpx_seller_id'), value: row.fpx_seller_id }]} />
      )}
      <Fieldset legend={t('entity.contact')}>
        <TextField of={fields.contact_name} label={t('entity.contact_name')} {...typed} />
        <TextField
          of={fields.contact_phone}
          label={t('entity.contact_phone')}
          type="tel"
          width="medium"
          {...typed}
        />
        <TextField of={fields.contact_email} label={t('entity.contact_email')} type="email" {...typed} />
      </Fieldset>
      <Fieldset legend={t('entity.address')}>
        <AddressFields of={fields} noun="entity" />
      </Fieldset>
    </EditPage>
  )
}
