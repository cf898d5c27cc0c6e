import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { monthName } from '#app/domain/accounting/months/month.ts'
import { accountsForm } from '#app/domain/reporting/archives/accounting/account.ts'
import { accountsOf, saveAccounts } from '#app/domain/reporting/archives/accounting/accounts.ts'
import { exportOf } from '#app/domain/reporting/archives/accounting/find-exports.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { Fieldset, HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { accountGroup, accountName } from '#app/ui/reporting/archive/account-name.ts'
import { newId } from '#db/id.ts'

/** The code of each account in the accounting software. With a month, those that it still needs are marked. */
export const handle = {
  access: { view: 'month.print', change: 'month.close' },
  title: 'accounting_export.accounts',
} satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const month = monthOf(request)
  const [accounts, found] = await Promise.all([
    accountsOf(await context.read()),
    month ? context.report((db) => exportOf(db, month, context.today)) : undefined,
  ])
  const missing = found?.sums.filter(({ code }) => !code).map(({ key }) => key) ?? []
  return { accounts, missing, month: month ?? null, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, accountsForm, async ({ trx, actor }, input) => {
    const month = monthOf(args.request)
    const count = await saveAccounts(trx, actor, input)
    const next = month ? paths.accounting_export.view(month) : paths.accounting_export.accounts()
    return count > 0
      ? redirectWith(next, 'accounting_accounts_saved', { count })
      : redirectWith(next, 'accounting_accounts_same', {}, 'notice')
  })

function monthOf(request: Request): string | undefined {
  const month = monthName.safeParse(new URL(request.url).searchParams.get('month'))
  return month.success ? month.data : undefined
}

const groups = ['general', 'bank', 'result', 'category', 'fee', 'fund'] as const

export default function AccountCodes() {
  const { accounts, missing, month, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(accountsForm, useActionData<typeof action>(), {
    accounts: accounts.map(({ key, code }) => ({ key, code: code ?? '' })),
    form_key,
  })
  const list = fields.accounts as unknown as { getFieldList(): { getFieldset(): Record<string, FieldOf> }[] }
  const rows = list.getFieldList().map((field) => field.getFieldset() as Record<'key' | 'code', FieldOf>)
  const needed = new Set(missing)
  const named = accounts.map((account, index) => ({
    ...account,
    label: accountName(t, account),
    of: rows[index],
  }))
  const back = month
    ? { label: t('accounting_export.one'), href: paths.accounting_export.view(month) }
    : { label: t('accounting_export.plural'), href: paths.accounting_export.list() }
  const nameOf = (field: string) => named[Number(/^accounts\[(\d+)\]/.exec(field)?.[1])]?.label
  return (
    <EditPage
      title={t('accounting_export.accounts')}
      subtitle={t('accounting_export.accounts_subtitle')}
      back={back}
      form={form}
      noun="accounting_export"
      nameOf={nameOf}
      submit={t('accounting_export.save')}
      above={
        needed.size > 0 ? (
          <Notice tone="warning" title={t('accounting_export.missing', { count: needed.size })}>
            <p>{t('accounting_export.missing_text')}</p>
          </Notice>
        ) : undefined
      }
    >
      {groups.map((group) => {
        const those = named.filter(({ key }) => accountGroup(key) === group)
        if (those.length === 0) return null
        return (
          <Fieldset
            key={group}
            legend={t(`accounting_export.groups.${group}`)}
            {...(group === 'general' && { hint: t('accounting_export.code_hint') })}
          >
            {those.map(({ key, label, of }) =>
              of ? (
                <div key={key}>
                  <HiddenField of={of.key} value={key} />
                  <TextField
                    of={
                      needed.has(key) && !of.code.errors
                        ? { ...asField(of.code), errors: ['input.required'] }
                        : of.code
                    }
                    label={label}
                    width="medium"
                    optional={!needed.has(key)}
                    autoComplete="off"
                    spellCheck={false}
                  />
                </div>
              ) : null,
            )}
          </Fieldset>
        )
      })}
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

/** A field that may be given another error: conform's own is a proxy, which a spread would not copy. */
const asField = ({ id, name, errorId, descriptionId, initialValue, maxLength }: FieldOf): FieldOf => ({
  ...{ id, name, errorId, descriptionId, initialValue, maxLength },
})
