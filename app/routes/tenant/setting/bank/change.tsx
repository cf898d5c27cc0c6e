import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paperLimit, paperTypes } from '#app/domain/core/fields.ts'
import { bankChangeForm } from '#app/domain/organisation/bank-changes/bank-change.ts'
import { askBankChange } from '#app/domain/organisation/bank-changes/change-bank-change.ts'
import { bankChoices } from '#app/domain/organisation/entities/banks.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { withLetter } from '#app/server/documents/letter.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FileField, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Asks for another account; the proof comes before the form, since a file would not outlive a page in between. */
export const handle = { access: 'bank.edit', confirm: 'view', title: 'bank_change.new' } satisfies Handle

export const loader = () => ({ banks: bankChoices() })

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    bankChangeForm,
    async ({ letter, ...input }) => {
      const { context } = args
      const at = { entity_id: tenantOf(context).id, ring: context.services.ring }
      await withLetter(context, 'bank.letter', letter, (trx, kept) =>
        askBankChange(trx, context.actor, at, input, kept),
      )
      return redirectWith(paths.setting.bank(), 'bank_change_asked')
    },
    { secrets: ['letter'] },
  )

export default function ChangeBank() {
  const { banks } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(bankChangeForm, useActionData<typeof action>())
  return (
    <EditPage
      title={t('bank_change.new')}
      subtitle={t('setting.bank.about')}
      back={{ label: t('setting.bank.title'), href: paths.setting.bank() }}
      form={form}
      noun="bank_change"
      submit={t('bank_change.ask')}
      multipart
    >
      <p>{t('bank_change.new_text')}</p>
      <SelectField of={fields.bank_code} label={t('bank_change.bank_name')} options={banks} />
      <TextField
        of={fields.account_name}
        label={t('bank_change.account_name')}
        hint={t('bank_change.account_name_hint')}
        autoComplete="off"
      />
      <TextField
        of={fields.account_number}
        label={t('bank_change.account_number')}
        hint={t('bank_change.account_number_hint')}
        inputMode="numeric"
        autoComplete="off"
        width="medium"
      />
      <FileField
        of={fields.letter}
        label={t('bank_change.letter')}
        hint={t('bank_change.letter_hint', { most: paperLimit.bytes / 1_000_000 })}
        accept={paperTypes}
        optional={false}
      />
    </EditPage>
  )
}
