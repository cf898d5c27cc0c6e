import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { chipAccount, chipAccountForm } from '#app/domain/payments/chip/account.ts'
import { saveChipAccount } from '#app/domain/payments/chip/change-account.ts'
import { chipModes } from '#app/integrations/chip/config.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, PasswordField, RadioGroup, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Brand and keys of the organisation's account with CHIP; whoever has them takes its money. */
export const handle = {
  access: 'chip.edit',
  confirm: 'change',
  title: 'setting.chip.title',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const account = await chipAccount(await context.read())
  const { brand_id = '', mode = 'live', version = 0 } = account ?? {}
  const has = { test: !!account?.test_key_sealed, live: !!account?.live_key_sealed }
  return { brand_id, mode, version, has }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, chipAccountForm, async ({ trx, actor }, input) => {
    await saveChipAccount(trx, actor, keysOf(args.context), input)
    return redirectWith(paths.setting.chip(), 'chip_saved')
  })

export default function ChipEdit() {
  const { has, ...row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(chipAccountForm, useActionData<typeof action>(), {
    ...row,
    ...{ test_key: '', live_key: '' },
  })
  return (
    <EditPage
      title={t('setting.chip.title')}
      subtitle={t('setting.chip.about')}
      back={{ label: t('setting.title'), href: paths.setting.index() }}
      cancel={paths.setting.chip()}
      form={form}
      noun="chip"
    >
      <TextField
        of={fields.brand_id}
        label={t('chip.brand_id')}
        hint={t('chip.brand_id_hint')}
        autoComplete="off"
        spellCheck={false}
      />
      <RadioGroup
        of={fields.mode}
        label={t('chip.mode')}
        options={chipModes.map((mode) => ({
          value: mode,
          label: t(`chip.modes.${mode}`),
          hint: t(`chip.modes.${mode}_hint`),
        }))}
      />
      {(['live', 'test'] as const).map((mode) => (
        <PasswordField
          key={mode}
          of={fields[`${mode}_key`]}
          label={t(`chip.${mode}_key`)}
          hint={t(has[mode] ? 'chip.key_stays' : 'chip.key_hint')}
          autoComplete="new-password"
        />
      ))}
      <HiddenField of={fields.version} />
    </EditPage>
  )
}
