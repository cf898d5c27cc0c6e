import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { subjectOptions } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { setClass } from '#app/domain/enrolment/rollovers/change-rollover.ts'
import { rolloverClass, rolloverFor } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { classForm, seatActs } from '#app/domain/enrolment/rollovers/rollover.ts'
import { plannedPrices } from '#app/domain/enrolment/rollovers/rollover-steps.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { linesOf } from '#app/ui/core/form/control.ts'
import { HiddenField, MoneyField, optionsOf, RadioGroup, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

/** Where one class goes on, and what its fees come to in the new year. */
export const handle = { access: 'rollover.manage', title: 'rollover.classes' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const row = await rolloverClass(db, idOf(params, 'not_found.rollover'))
  const plan = await rolloverFor(db, row.rollover_id)
  const [prices, subjects] = await Promise.all([
    plannedPrices(db, plan, row.subject_id),
    subjectOptions(db, row.to_subject_id),
  ])
  return { row, prices, plan: plan.name, subjects: subjects.filter(({ id }) => id !== row.subject_id) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, classForm, async ({ trx, actor }, input) => {
    const rollover_id = await setClass(trx, actor, idOf(args.params, 'not_found.rollover'), input)
    return redirectWith(paths.rollover.classes(rollover_id), 'rollover_saved')
  })

export default function RolloverClass() {
  const { row, prices, plan, subjects } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(classForm, useActionData<typeof action>(), {
    act: row.act,
    to_subject_id: row.to_subject_id ?? '',
    fees: prices.map(({ id, typed_sen }) => ({
      subject_fee_id: id,
      amount_sen: typed_sen === null ? '' : plainRinggit(typed_sen),
    })),
  })
  const named = (price: (typeof prices)[number]) =>
    t('rollover.price_of', {
      fee: price.fee_type,
      frequency: t(`subject_fee.frequencies.${price.frequency}`),
    })
  return (
    <EditPage
      title={row.subject}
      subtitle={plan}
      back={{ label: t('rollover.classes'), href: paths.rollover.classes(row.rollover_id) }}
      form={form}
      noun="rollover"
      nameOf={(field) => {
        const price = prices[Number(/^fees\[(\d+)\]/.exec(field)?.[1] ?? Number.NaN)]
        return price && named(price)
      }}
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('rollover.act'), value: t(`rollover.acts.${row.act}`) },
          { label: t('rollover.to_subject'), value: row.to_subject },
        ]}
        field={fields.version}
        version={row.version}
      />
      <RadioGroup
        of={fields.act}
        label={t('rollover.act')}
        options={seatActs.map((value) => ({
          value,
          label: t(`rollover.acts.${value}`),
          hint: t(`rollover.act_hints.${value}`),
        }))}
      />
      <SelectField of={fields.to_subject_id} label={t('rollover.to_subject')} options={optionsOf(subjects)} />
      <Section title={t('rollover.prices')}>
        {prices.length === 0 && <p className="quiet">{t('rollover.no_prices')}</p>}
        {linesOf(fields.fees).map((fee, index) => {
          const { subject_fee_id, amount_sen } = fee.getFieldset()
          const price = prices.find(({ id }) => id === subject_fee_id.value) ?? prices[index]
          if (!price) return null
          const [now, usual] = [formatRinggit(price.amount_sen), formatRinggit(price.usual_sen)]
          return (
            <div key={price.id}>
              <HiddenField of={subject_fee_id} />
              <MoneyField
                of={amount_sen}
                label={named(price)}
                hint={t('rollover.price_hint', { now, usual })}
              />
            </div>
          )
        })}
      </Section>
    </EditPage>
  )
}
