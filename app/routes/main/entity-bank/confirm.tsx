import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { confirmBankForm } from '#app/domain/organisation/bank-changes/bank-change.ts'
import { confirmBankChange } from '#app/domain/organisation/bank-changes/change-bank-change.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { openedBankChange } from '#app/server/setting/opened-bank-change.ts'
import { HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { BankLetter, useBankChangeFacts } from '#app/ui/organisation/bank-change/BankLetter.tsx'

/** The letter of the bank beside the form; its number is typed once more, and compared. */
export const handle = {
  access: 'admin.entity_bank.confirm',
  confirm: 'change',
  title: 'bank_change.confirm',
} satisfies Handle

export const loader = ({ params, context }: LoaderFunctionArgs) => openedBankChange(context, params)

export const action = (args: ActionFunctionArgs) =>
  submit(args, confirmBankForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.bank_change')
    const name = await confirmBankChange(trx, actor, id, { ...input, ring: context.services.ring })
    return redirectWith(paths.admin.entityBank.view(id), 'bank_change_confirmed', { name })
  })

export default function ConfirmBankChange() {
  const { row, letter } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(confirmBankForm, useActionData<typeof action>(), { version: row.version })
  return (
    <EditPage
      title={t('bank_change.confirm')}
      subtitle={row.entity}
      back={{ label: row.account_name, href: paths.admin.entityBank.view(row.id) }}
      form={form}
      noun="bank_change"
      submit={t('bank_change.confirm')}
    >
      <p>{t('bank_change.compare')}</p>
      <Facts columns={2} items={useBankChangeFacts(row)} />
      <BankLetter id={row.id} type={letter} registration={row.registration_id} />
      <TextField
        of={fields.account_number}
        label={t('bank_change.typed_number')}
        hint={t('bank_change.typed_number_hint')}
        inputMode="numeric"
        autoComplete="off"
        width="medium"
      />
      <HiddenField of={fields.version} />
    </EditPage>
  )
}
