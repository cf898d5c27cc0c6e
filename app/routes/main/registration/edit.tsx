import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addressLine } from '#app/domain/core/contact/address.ts'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { bankChoices } from '#app/domain/organisation/entities/banks.ts'
import { organisationTypes } from '#app/domain/organisation/entities/entity-form.ts'
import { subdomainProblem } from '#app/domain/organisation/entities/subdomain.ts'
import { packagesOnSale } from '#app/domain/platform/packages/find-packages.ts'
import { editRegistration } from '#app/domain/platform/registrations/change-registration.ts'
import { registration } from '#app/domain/platform/registrations/find-registrations.ts'
import { registrationEditForm } from '#app/domain/platform/registrations/registration.ts'
import { environment } from '#app/environment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { AddressFields } from '#app/ui/core/form/AddressFields.tsx'
import {
  CheckboxField,
  Fieldset,
  optionsOf,
  ReasonField,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'

/** What an operator mends of a registration that waits; its contact is told. */
export const handle = { access: 'admin.registration.decide', title: 'registration.edit' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.registration')
  const db = await context.read()
  const { files: _files, address: _address, ...row } = await registration(db, context.services.ring, id)
  if (row.stands !== 'pending' && row.stands !== 'failed') throw new Refusal('registration.decided')
  return {
    row: { ...row, lift: subdomainProblem(row.subdomain) === 'entity.subdomain_reserved' },
    packages: await packagesOnSale(db, row.package_id),
    // Whoever has a say about the accounts of organisations.
    mayBank: context.operatorCan('admin.entity_bank.confirm'),
    mainHost: environment.mainHost,
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, registrationEditForm, async ({ trx, actor, today, context }, input) => {
    const banks = input.bank_code !== undefined || input.account_name !== undefined
    if (banks && !context.operatorCan('admin.entity_bank.confirm')) throw new Refusal('action_not_allowed')
    const id = idOf(args.params, 'not_found.registration')
    const { name } = await editRegistration(trx, actor, id, input, { today, wordsOf })
    return redirectWith(paths.admin.registration.view(id), 'registration_edited', { name })
  })

const wordsOf = (locale: string) => i18nOf(locale).getFixedT(knownLocale(locale))

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function EditRegistration() {
  const { row, packages, mayBank, mainHost } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(registrationEditForm, useActionData<typeof action>(), row)
  const typed = { autoComplete: 'off', spellCheck: false } as const
  return (
    <EditPage
      title={t('registration.edit')}
      subtitle={t('registration.edit_hint')}
      back={{ label: row.reference, href: paths.admin.registration.view(row.id) }}
      form={form}
      noun="registration"
    >
      <CurrentValues form={form} items={useCurrent(row)} field={fields.version} version={row.version} />
      <TextField of={fields.organisation_name} label={t('registration.organisation_name')} {...typed} />
      <SelectField
        of={fields.organisation_type}
        label={t('registration.type')}
        options={organisationTypes.map((value) => ({ value, label: t(`registration.types.${value}`) }))}
      />
      <TextField of={fields.company_name} label={t('registration.company_name')} {...typed} />
      <TextField
        of={fields.registration_number}
        label={t('registration.registration_number')}
        width="medium"
        {...typed}
      />
      <TextField
        of={fields.subdomain}
        label={t('registration.subdomain')}
        hint={t('front.subdomain_rule')}
        suffix={`.${mainHost}`}
        autoCapitalize="none"
        {...typed}
      />
      <CheckboxField of={fields.lift} label={t('registration.lift')} hint={t('registration.lift_hint')} />
      <SelectField
        of={fields.package_id}
        label={t('registration.package')}
        hint={t('registration.package_hint')}
        options={optionsOf(packages)}
      />
      <Fieldset legend={t('registration.contact_name')}>
        <TextField of={fields.contact_name} label={t('entity.contact_name')} {...typed} />
        <TextField
          of={fields.contact_phone}
          label={t('registration.contact_phone')}
          type="tel"
          width="medium"
          {...typed}
        />
        <TextField
          of={fields.contact_email}
          label={t('registration.contact_email')}
          hint={t('registration.contact_email_hint')}
          type="email"
          {...typed}
        />
      </Fieldset>
      <Fieldset legend={t('registration.address')}>
        <AddressFields of={fields} noun="registration" />
      </Fieldset>
      <Fieldset legend={t('registration.bank')}>
        {mayBank ? (
          <>
            <SelectField
              of={fields.bank_code}
              label={t('registration.bank_name')}
              options={bankChoices(row.bank_code)}
            />
            <TextField of={fields.account_name} label={t('registration.account_name')} {...typed} />
          </>
        ) : null}
        <Facts
          items={[
            !mayBank && { label: t('registration.bank_name'), value: row.bank_name },
            !mayBank && { label: t('registration.account_name'), value: row.account_name },
            { label: t('registration.account_number'), value: row.account_number },
          ]}
        />
        <p className="hint">{t('registration.account_number_hint')}</p>
      </Fieldset>
      <ReasonField of={fields.reason} words="registration.edit_reason" />
    </EditPage>
  )
}

function useCurrent(row: Loaded['row']) {
  const { t } = useTranslation()
  return [
    { label: t('registration.organisation_name'), value: row.organisation_name },
    { label: t('registration.type'), value: t(`registration.types.${row.organisation_type}`) },
    { label: t('registration.company_name'), value: row.company_name },
    { label: t('registration.registration_number'), value: row.registration_number },
    { label: t('registration.subdomain'), value: row.subdomain },
    { label: t('registration.package'), value: row.package_name },
    { label: t('registration.contact_name'), value: row.contact_name },
    { label: t('registration.contact_phone'), value: formatPhone(row.contact_phone) },
    { label: t('registration.contact_email'), value: row.contact_email },
    { label: t('registration.address'), value: addressLine(row) },
    { label: t('registration.bank_name'), value: row.bank_name },
    { label: t('registration.account_name'), value: row.account_name },
  ]
}
