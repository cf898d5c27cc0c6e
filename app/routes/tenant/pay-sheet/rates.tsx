import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { subjectOptions } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { addRate, listRates, ratedTrainer } from '#app/domain/classes/pay/change-rates.ts'
import { rateForm } from '#app/domain/classes/pay/pay-sheet.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { payTypes } from '#app/domain/people/trainers/trainer.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { rateWords } from '#app/ui/classes/pay/rate-words.ts'
import {
  DateField,
  FieldRow,
  Fieldset,
  HiddenField,
  MoneyField,
  optionsOf,
  SelectField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { newId } from '#db/id.ts'

/** What was agreed with a trainer, class by class, with its history, and a form for a new rate. */
export const handle = { access: 'trainer_pay.edit', title: 'pay_sheet.to_rates' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.trainer')
  const db = await context.read()
  const { name, pay_type, pay_rate_sen } = await ratedTrainer(db, context.scope('trainer_pay.edit'), id)
  return {
    trainer: {
      id,
      name,
      usual: pay_type && pay_rate_sen !== null ? { pay_type, rate_sen: pay_rate_sen } : null,
    },
    rates: await listRates(db, id),
    subjects: await subjectOptions(db),
    today: context.today,
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, rateForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.trainer')
    const name = await addRate(trx, actor, context.scope('trainer_pay.edit'), id, input)
    return redirectWith(paths.pay_sheet.rates(id), 'rate_added', { name })
  })

const columns = columnsOf<{ subject: string; rate: string; starts_on: string; ends_on: string | null }>()(
  { key: 'subject', label: 'pay_sheet.subject_id', room: 'who' },
  { key: 'rate', label: 'pay_sheet.rate', room: 'much' },
  { key: 'starts_on', label: 'pay_sheet.starts_on', kind: 'date' },
  { key: 'ends_on', label: 'pay_sheet.ends_on', kind: 'date' },
)

export default function TrainerRates() {
  const { trainer, rates, subjects, today, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const begun = { pay_type: 'hour', starts_on: today, form_key }
  const [form, fields] = useFormOf(rateForm, useActionData<typeof action>(), begun)
  const rows = rates.map(({ subject, ...rate }) => ({
    ...rate,
    subject: subject ?? t('pay_sheet.rate_all'),
    rate: rateWords(rate, t),
  }))
  return (
    <EditPage
      title={t('pay_sheet.rates', { name: trainer.name })}
      back={{ label: trainer.name, href: paths.trainer.view(trainer.id) }}
      form={form}
      noun="pay_sheet"
      submit={t('pay_sheet.rate_add')}
      above={
        <>
          <p>{t('pay_sheet.rates_text')}</p>
          <p>
            {trainer.usual
              ? t('pay_sheet.rates_usual', { rate: rateWords(trainer.usual, t) })
              : t('pay_sheet.rates_usual_none')}{' '}
            · <a href={paths.trainer.pay(trainer.id)}>{t('pay_sheet.to_pay_details')}</a>
          </p>
          {rows.length > 0 ? (
            <TableSection
              title={t('pay_sheet.to_rates')}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              rowActions={({ id }) => <a href={paths.pay_sheet.endRate(id)}>{t('pay_sheet.rate_end')}</a>}
            />
          ) : (
            <p className="quiet">{t('pay_sheet.rates_empty')}</p>
          )}
        </>
      }
    >
      <Fieldset legend={t('pay_sheet.rate_new')}>
        <SelectField
          of={fields.subject_id}
          label={t('pay_sheet.subject_id')}
          blank={t('pay_sheet.rate_all')}
          options={optionsOf(subjects)}
        />
        <FieldRow>
          <SelectField
            of={fields.pay_type}
            label={t('pay_sheet.pay_type')}
            blank={false}
            options={payTypes.map((value) => ({ value, label: t(`trainer.pay_types.${value}`) }))}
          />
          <MoneyField of={fields.rate_sen} label={t('pay_sheet.rate_sen')} />
        </FieldRow>
        <DateField of={fields.starts_on} label={t('pay_sheet.starts_on')} />
      </Fieldset>
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
