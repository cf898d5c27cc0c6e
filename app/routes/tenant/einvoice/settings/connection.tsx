import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { saveConnection } from '#app/domain/einvoice/settings/change-setting.ts'
import { findSealedSetting, modes } from '#app/domain/einvoice/settings/find-setting.ts'
import { secretEndings } from '#app/domain/einvoice/settings/secrets.ts'
import { connectionForm } from '#app/domain/einvoice/settings/setting-forms.ts'
import { environments } from '#app/domain/einvoice/words.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import {
  CheckboxField,
  DateField,
  Fieldset,
  PasswordField,
  RadioGroup,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

/** How we log in at the tax portal; whoever has these credentials submits in the organisation's name. */
export const handle = {
  access: 'einvoice_setting.edit',
  confirm: 'change',
  title: 'einvoice_setting.connection_title',
} satisfies Handle

/** Of the secrets only their last characters. */
export async function loader({ context }: LoaderFunctionArgs) {
  const row = await findSealedSetting(await context.read())
  const { environment = 'sandbox', mode = 'direct', client_id = null, secrets_end_on = null } = row ?? {}
  return {
    row: {
      ...{ environment, mode, client_id, secrets_end_on },
      intermediary_name: row?.intermediary_name ?? null,
      intermediary_tin: row?.intermediary_tin ?? null,
      intermediary_brn: row?.intermediary_brn ?? null,
    },
    endings: row ? secretEndings(keysOf(context), row) : { first: null, second: null },
    version: row?.version ?? 0,
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    connectionForm,
    async ({ trx, actor, context, today }, input) => {
      await saveConnection(trx, actor, keysOf(context), input, today)
      return redirectWith(paths.einvoiceSetting.index(), 'einvoice_connection_saved')
    },
    { secrets: ['secret', 'second_secret'] },
  )

export default function ConnectionPage() {
  const { row, endings, version } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(connectionForm, useActionData<typeof action>(), { ...row, version })
  const words = (name: string) => ({ label: t(`einvoice_setting.${name}`) })
  const choices = (name: string, values: readonly string[]) =>
    values.map((value) => ({
      value,
      label: t(`einvoice_setting.${name}.${value}`),
      hint: t(`einvoice_setting.${name}.${value}_hint`),
    }))
  const stays = (ending: string | null) => ending && t('einvoice_setting.secret_stays', { ending })
  return (
    <EditPage
      title={t('einvoice_setting.connection_title')}
      subtitle={t('einvoice_setting.connection_about')}
      back={{ label: t('einvoice_setting.title'), href: paths.einvoiceSetting.index() }}
      form={form}
      noun="einvoice_setting"
    >
      <CurrentValues
        form={form}
        items={[
          { ...words('environment'), value: t(`einvoice_setting.environments.${row.environment}`) },
          { ...words('mode'), value: t(`einvoice_setting.modes.${row.mode}`) },
          { ...words('client_id'), value: row.client_id },
        ]}
        field={fields.version}
        version={version}
      />
      <RadioGroup
        of={fields.environment}
        {...words('environment')}
        options={choices('environments', environments)}
      />
      <RadioGroup of={fields.mode} {...words('mode')} options={choices('modes', modes)} />
      <Fieldset legend={t('einvoice_setting.intermediary')} hint={t('einvoice_setting.intermediary_hint')}>
        {(['intermediary_name', 'intermediary_tin', 'intermediary_brn'] as const).map((name) => (
          <TextField
            key={name}
            of={fields[name]}
            {...words(name)}
            {...(name !== 'intermediary_name' && { width: 'medium' })}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </Fieldset>
      <Fieldset legend={t('einvoice_setting.credentials')} hint={t('einvoice_setting.credentials_hint')}>
        <TextField of={fields.client_id} {...words('client_id')} autoComplete="off" spellCheck={false} />
        <PasswordField
          of={fields.secret}
          {...words('secret')}
          hint={stays(endings.first) ?? undefined}
          optional={endings.first !== null}
          autoComplete="new-password"
        />
        <PasswordField
          of={fields.second_secret}
          {...words('second_secret')}
          hint={stays(endings.second) ?? t('einvoice_setting.second_secret_hint')}
          autoComplete="new-password"
        />
        {endings.second && <CheckboxField of={fields.clear_second} {...words('clear_second')} />}
        <DateField
          of={fields.secrets_end_on}
          {...words('secrets_end_on')}
          hint={t('einvoice_setting.secrets_end_on_hint')}
          autoComplete="off"
        />
      </Fieldset>
    </EditPage>
  )
}
