import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { plainRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { mayManage } from '#app/domain/people/staff/staff.ts'
import { changePay, payOf } from '#app/domain/people/trainers/change-trainer.ts'
import { trainer } from '#app/domain/people/trainers/find-trainers.ts'
import { payForm, payTypes } from '#app/domain/people/trainers/trainer.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FieldRow, Fieldset, MoneyField, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePayFacts } from '#app/ui/people/trainer/use-pay-facts.ts'

export const handle = { access: 'trainer_pay.edit', title: 'trainer.pay' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.trainer')
  const scope = context.scope('trainer_pay.edit')
  const db = await context.read()
  const [row, pay] = await Promise.all([trainer(db, scope, id), payOf(db, scope, keysOf(context), id)])
  if (!mayManage(context.actor.roles, row.roles)) throw new Refusal('staff.protected')
  return { id, name: row.name, version: row.version, pay: pay! }
}

/** The number of an account never comes back to the page, not even to be corrected. */
export const action = (args: ActionFunctionArgs) => {
  const work: Parameters<typeof submit<typeof payForm>>[2] = async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.trainer')
    const scope = context.scope('trainer_pay.edit')
    const name = await changePay(trx, actor, scope, keysOf(context), id, input)
    return redirectWith(paths.trainer.view(id), 'trainer_pay_saved', { name })
  }
  return submit(args, payForm, work, { secrets: ['account_number'] })
}

export default function TrainerPay() {
  const { id, name, version, pay } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(payForm, answer, {
    ...pay,
    account_number: undefined,
    pay_rate_sen: pay.pay_rate_sen ? plainRinggit(pay.pay_rate_sen) : undefined,
  })
  const facts = usePayFacts(pay)
  return (
    <EditPage
      title={t('trainer.pay_of', { name })}
      back={{ label: name, href: paths.trainer.view(id) }}
      form={form}
      noun="trainer"
    >
      <CurrentValues form={form} items={facts} field={fields.version} version={version} />
      <Fieldset legend={t('trainer.account')} hint={t('trainer.account_hint')}>
        <TextField of={fields.bank_name} label={t('trainer.bank_name')} autoComplete="off" />
        <TextField of={fields.account_name} label={t('trainer.account_name')} autoComplete="off" />
        <TextField
          of={fields.account_number}
          label={t('trainer.account_number')}
          hint={
            answer
              ? t('trainer.account_again')
              : (pay.account_number ?? undefined) && t('trainer.account_kept', { number: pay.account_number })
          }
          width="medium"
          inputMode="numeric"
          autoComplete="off"
        />
      </Fieldset>
      <Fieldset legend={t('trainer.rate')}>
        <FieldRow>
          <SelectField
            of={fields.pay_type}
            label={t('trainer.pay_type')}
            blank={t('trainer.no_pay_type')}
            options={payTypes.map((value) => ({ value, label: t(`trainer.pay_types.${value}`) }))}
          />
          <MoneyField of={fields.pay_rate_sen} label={t('trainer.pay_rate_sen')} />
        </FieldRow>
        <TextField
          of={fields.tin}
          label={t('trainer.tin')}
          hint={t('trainer.tin_hint')}
          width="medium"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Fieldset>
    </EditPage>
  )
}
