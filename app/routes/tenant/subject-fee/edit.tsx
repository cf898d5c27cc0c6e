import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feeTypeOptions } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { createSubjectFee, editSubjectFee } from '#app/domain/catalogue/subject-fees/change-subject-fee.ts'
import { subjectFee } from '#app/domain/catalogue/subject-fees/find-subject-fees.ts'
import {
  appliesTo,
  feeFrequencies,
  monthNumbers,
  prorations,
  subjectFeeFacts,
  subjectFeeForm,
} from '#app/domain/catalogue/subject-fees/subject-fee.ts'
import { subjectOptions } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { plainRinggit } from '#app/domain/core/money.ts'
import { monthNames } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import {
  CheckboxGroup,
  DateField,
  FieldRow,
  Fieldset,
  HiddenField,
  MoneyField,
  NumberField,
  optionsOf,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** The page of a changed fee of a class, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'subject_fee.edit', title: 'subject_fee.one' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const row = params.id
    ? await subjectFee(db, context.scope('subject_fee.edit'), idOf(params, 'not_found.subject_fee'))
    : undefined
  const [subjects, types] = await Promise.all([
    subjectOptions(db, row?.subject_id),
    feeTypeOptions(db, row?.fee_type_id),
  ])
  const asked = new URL(request.url).searchParams.get('subject_id')
  const subject_id = subjects.find(({ id }) => id === asked)?.id
  return { row, subjects, types, subject_id, form_key: newId(), today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, subjectFeeForm, async ({ trx, actor }, input) => {
    if (!args.params.id) {
      const id = await createSubjectFee(trx, actor, input)
      return redirectWith(paths.subject_fee.view(id), 'subject_fee_created')
    }
    const id = idOf(args.params, 'not_found.subject_fee')
    await editSubjectFee(trx, actor, { id, version: input.version ?? 0 }, input)
    return redirectWith(paths.subject_fee.view(id), 'subject_fee_saved')
  })

export default function EditSubjectFee() {
  const { row, subjects, types, subject_id, form_key, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const begun = {
    ...{ subject_id, form_key, quantity: 1, due_day: 7, starts_on: today },
    ...{ frequency: 'monthly', proration: 'none', apply_to: 'all' },
  }
  const given = row ? { ...row, amount_sen: plainRinggit(row.amount_sen) } : begun
  const [form, fields] = useFormOf(subjectFeeForm, useActionData<typeof action>(), given)
  const back = row
    ? { label: row.subject, href: paths.subject_fee.view(row.id) }
    : { label: t('subject_fee.plural'), href: paths.subject_fee.list() }
  const choice = (values: readonly string[], words: string) =>
    values.map((value) => ({ value, label: t(`subject_fee.${words}.${value}`) }))
  return (
    <EditPage
      title={t(row ? 'subject_fee.edit' : 'subject_fee.new')}
      back={back}
      form={form}
      noun="subject_fee"
    >
      <CurrentValues
        form={form}
        items={row ? subjectFeeFacts(row, t, locale) : []}
        field={fields.version}
        version={row?.version}
      />
      <SelectField of={fields.subject_id} label={t('subject_fee.subject_id')} options={optionsOf(subjects)} />
      <SelectField of={fields.fee_type_id} label={t('subject_fee.fee_type_id')} options={optionsOf(types)} />
      <FieldRow>
        <MoneyField
          of={fields.amount_sen}
          label={t('subject_fee.amount_sen')}
          hint={row && row.billed > 0 ? t('subject_fee.billed_hint') : undefined}
        />
        <NumberField of={fields.quantity} label={t('subject_fee.quantity')} />
      </FieldRow>
      <FieldRow>
        <SelectField
          of={fields.frequency}
          label={t('subject_fee.frequency')}
          hint={t('subject_fee.frequency_hint')}
          blank={false}
          options={choice(feeFrequencies, 'frequencies')}
        />
        <NumberField
          of={fields.due_day}
          label={t('subject_fee.due_day')}
          hint={t('subject_fee.due_day_hint')}
        />
      </FieldRow>
      <FieldRow>
        <DateField of={fields.starts_on} label={t('subject_fee.starts_on')} />
        <DateField of={fields.ends_on} label={t('subject_fee.ends_on')} />
      </FieldRow>
      <Fieldset legend={t('subject_fee.rules')}>
        <FieldRow>
          <SelectField
            of={fields.apply_to}
            label={t('subject_fee.apply_to')}
            blank={false}
            options={choice(appliesTo, 'applies_to')}
          />
          <SelectField
            of={fields.proration}
            label={t('subject_fee.proration')}
            blank={false}
            options={choice(prorations, 'prorations')}
          />
        </FieldRow>
        <CheckboxGroup
          of={fields.billing_months}
          label={t('subject_fee.billing_months')}
          hint={t('subject_fee.billing_months_hint')}
          options={monthNumbers.map((month) => ({
            value: String(month),
            label: monthNames(locale)[month - 1]!,
          }))}
        />
      </Fieldset>
      <TextField of={fields.remark} label={t('subject_fee.remark')} />
      {row ? null : <HiddenField of={fields.form_key} />}
    </EditPage>
  )
}
