import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { fundBalance } from '#app/domain/accounting/gifts/change-gift.ts'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { requestFundMove } from '#app/domain/giving/funds/change-fund-move.ts'
import { fundOwner, fundTargets } from '#app/domain/giving/funds/find-fund-moves.ts'
import { fundMoveForm, fundPurposes } from '#app/domain/giving/funds/fund-move.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import {
  DateField,
  FieldRow,
  HiddenField,
  MoneyField,
  optionsOf,
  RadioGroup,
  ReasonField,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { newId } from '#db/id.ts'

/** How much leaves the fund of the address, to whom and why. */
export const handle = { access: 'fund_move.request', title: 'fund_move.new' } satisfies Handle

const kindOf = (request: Request): GivingKind =>
  new URL(request.url).searchParams.get('kind') === 'zakat' ? 'zakat' : 'infaq'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const kind = kindOf(request)
  const id = idOf(params, `not_found.${kind}_type`)
  const db = await context.read()
  const [{ name }, others, sen] = await Promise.all([
    fundOwner(db, kind, id),
    fundTargets(db, kind, id),
    fundBalance(db, kind, id),
  ])
  return { kind, id, name, others, sen, today: context.today, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, fundMoveForm, async ({ trx, actor, today }, input) => {
    const kind = kindOf(args.request)
    const type_id = idOf(args.params, `not_found.${kind}_type`)
    const { id, name } = await requestFundMove(trx, actor, { kind, type_id }, input, today)
    return redirectWith(paths.fund_move.view(id), 'fund_move_requested', { name })
  })

export default function NewFundMove() {
  const { kind, id, name, others, sen, today, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(fundMoveForm, useActionData<typeof action>(), {
    ...{ purpose: 'spent', moved_on: today, form_key },
  })
  const purposes = fundPurposes.filter((purpose) => purpose !== 'moved' || others.length > 0)
  return (
    <EditPage
      title={t('fund_move.new')}
      subtitle={name}
      back={{ label: name, href: paths[`${kind}_type`].view(id) }}
      form={form}
      noun="fund_move"
      submit={t('fund_move.ask')}
    >
      <p>{t('fund_move.new_text')}</p>
      <Facts items={[{ label: t('fund.balance'), value: formatRinggit(sen) }]} />
      <RadioGroup
        of={fields.purpose}
        label={t('fund_move.purpose')}
        options={purposes.map((value) => ({ value, label: t(`fund_move.purposes.${value}`) }))}
      />
      <FieldRow>
        <MoneyField of={fields.amount} label={t('fund_move.amount_sen')} />
        <DateField of={fields.moved_on} label={t('fund_move.moved_on')} max={today} />
      </FieldRow>
      <TextField
        of={fields.recipient}
        label={t('fund_move.recipient')}
        hint={t('fund_move.recipient_hint')}
        autoComplete="off"
      />
      {others.length > 0 && (
        <SelectField
          of={fields.to_type}
          label={t('fund_move.to_type')}
          hint={t('fund_move.to_type_hint')}
          options={optionsOf(others)}
        />
      )}
      <TextField
        of={fields.reference_no}
        label={t('payment.reference_no')}
        autoComplete="off"
        width="medium"
      />
      <ReasonField of={fields.reason} words="fund_move.reason" />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
