import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { compact } from '#app/domain/core/invisible.ts'
import { commonMsic, msicActivity } from '#app/domain/einvoice/codes/msic.ts'
import { stateCode, stateList } from '#app/domain/einvoice/codes/states.ts'
import { saveCompany } from '#app/domain/einvoice/settings/change-setting.ts'
import { companyForm, msicOfType, writtenMsic } from '#app/domain/einvoice/settings/company-form.ts'
import { findSealedSetting, withoutSecrets } from '#app/domain/einvoice/settings/find-setting.ts'
import { idValueOf } from '#app/domain/einvoice/settings/secrets.ts'
import { idTypes } from '#app/domain/einvoice/words.ts'
import { maskedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { organisationTypes } from '#app/domain/organisation/entities/entity-form.ts'
import { entityProfile } from '#app/domain/organisation/entities/find-entity.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import {
  FieldRow,
  Fieldset,
  NumberField,
  RadioGroup,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { foundBy, useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Who the organisation is to the tax portal. */
export const handle = {
  access: 'einvoice_setting.edit',
  title: 'einvoice_setting.company_title',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const setting = await findSealedSetting(db)
  const row = setting?.name ? withoutSecrets(setting) : undefined
  const number = setting ? idValueOf(keysOf(context), setting) : null
  return {
    row: row
      ? {
          ...row,
          msic: writtenMsic(row.msic),
          // The words of the code follow it when another one is chosen.
          activity: row.activity === msicActivity(row.msic ?? '') ? null : row.activity,
          id_value: row.id_type === 'BRN' ? number : null,
        }
      : await prefilled(context),
    // A registration number is public; that of a person is not sent to a browser.
    stays: row && number && row.id_type !== 'BRN' ? maskedIdentity(row.id_type.toLowerCase(), number) : null,
    isNew: !row,
    version: setting?.version ?? 0,
    suggestions: commonMsic.map((code) => writtenMsic(code)!),
  }
}

/** What the organisation's profile knows already. */
async function prefilled(context: RequestContext) {
  const profile = await entityProfile(await context.read(), tenantOf(context).id)
  const type = organisationTypes.find((one) => one === profile.organisation_type)
  const { name, company_name, registration_number, sst_number, contact_phone, contact_email } = profile
  return {
    name: company_name ?? name,
    id_type: 'BRN' as const,
    id_value: registration_number && compact(registration_number).replace(/\(.*\)$/, ''),
    ...{ sst_number, phone: contact_phone, email: contact_email },
    msic: type ? writtenMsic(msicOfType[type]) : null,
    address_line1: profile.address_line1,
    address_line2: profile.address_line2,
    address_line3: profile.address_line3,
    city: profile.city,
    postcode: profile.postcode,
    state_code: profile.state === null ? null : (stateCode(profile.state) ?? null),
    ...{ tin: null, activity: null },
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, companyForm, async ({ trx, actor, context }, input) => {
    const { tin } = await saveCompany(trx, actor, keysOf(context), input)
    const typed = await typedTin(args.request)
    return typed === null || compact(typed).toUpperCase() === tin
      ? redirectWith(paths.einvoiceSetting.index(), 'einvoice_company_saved')
      : redirectWith(paths.einvoiceSetting.index(), 'einvoice_company_saved_tin', { tin, typed })
  })

/** As it was typed, to show what LHDN's form made of it. */
async function typedTin(request: Request): Promise<string | null> {
  const typed = (await formOf(request)).get('tin')
  return typeof typed === 'string' ? typed.trim().slice(0, 40) : null
}

export default function CompanyPage() {
  const { row, stays, isNew, version, suggestions } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  const found = foundBy<{ code: string; activity: string }>(answer)
  const [form, fields] = useFormOf(companyForm, answer, { ...row, version })
  const words = (name: string) => ({ label: t(`einvoice_setting.${name}`) })
  const hinted = (name: string) => ({ ...words(name), hint: t(`einvoice_setting.${name}_hint`) })
  return (
    <EditPage
      title={t('einvoice_setting.company_title')}
      subtitle={t('einvoice_setting.company_about')}
      back={{ label: t('einvoice_setting.title'), href: paths.einvoiceSetting.index() }}
      form={form}
      noun="einvoice_setting"
      above={isNew && !answer && <Notice>{t('einvoice_setting.prefilled')}</Notice>}
    >
      <CurrentValues
        form={form}
        items={[
          { ...words('name'), value: row.name },
          { ...words('tin'), value: row.tin },
          { ...words('msic'), value: row.msic },
          { ...words('address'), value: row.address_line1 },
        ]}
        field={fields.version}
        version={version}
      />
      <TextField of={fields.name} {...hinted('name')} autoComplete="off" />
      <TextField
        of={fields.tin}
        {...hinted('tin')}
        width="medium"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <SelectField
        of={fields.id_type}
        {...hinted('id_type')}
        blank={false}
        options={idTypes.map((value) => ({ value, label: t(`einvoice_setting.id_types.${value}`) }))}
      />
      <TextField
        of={fields.id_value}
        {...words('id_value')}
        hint={
          stays
            ? t('einvoice_setting.id_value_stays', { number: stays })
            : t('einvoice_setting.id_value_hint')
        }
        optional={stays !== null}
        width="medium"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField of={fields.sst_number} {...hinted('sst_number')} width="medium" autoComplete="off" />
      <TextField of={fields.msic} {...hinted('msic')} list={suggestions} autoComplete="off" />
      {found.length > 0 && (
        <RadioGroup
          of={fields.msic_choice}
          {...words('msic_choice')}
          optional={false}
          options={found.map(({ code, activity }) => ({ value: code, label: `${code} ${activity}` }))}
        />
      )}
      <TextField of={fields.activity} {...hinted('activity')} autoComplete="off" />
      <Fieldset legend={t('einvoice_setting.address')}>
        {(['address_line1', 'address_line2', 'address_line3'] as const).map((name) => (
          <TextField key={name} of={fields[name]} {...words(name)} autoComplete="off" />
        ))}
        <FieldRow>
          <NumberField of={fields.postcode} {...words('postcode')} autoComplete="off" />
          <TextField of={fields.city} {...words('city')} autoComplete="off" />
        </FieldRow>
        <SelectField
          of={fields.state_code}
          {...words('state_code')}
          width="medium"
          options={stateList.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </Fieldset>
      <FieldRow>
        <TextField of={fields.phone} {...words('phone')} type="tel" autoComplete="off" />
        <TextField of={fields.email} {...words('email')} type="email" autoComplete="off" spellCheck={false} />
      </FieldRow>
    </EditPage>
  )
}
