import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { subjectOptions } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { setSeat } from '#app/domain/enrolment/rollovers/change-rollover.ts'
import { rolloverSeat } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { seatActs, seatForm } from '#app/domain/enrolment/rollovers/rollover.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { optionsOf, RadioGroup, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Lets one student repeat, leave or go elsewhere. */
export const handle = { access: 'rollover.manage', title: 'rollover.seats_list' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const row = await rolloverSeat(db, idOf(params, 'not_found.rollover'))
  const subjects = await subjectOptions(db, row.to_subject_id)
  return { row, subjects: subjects.filter(({ id }) => id !== row.subject_id) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, seatForm, async ({ trx, actor }, input) => {
    const rollover_id = await setSeat(trx, actor, idOf(args.params, 'not_found.rollover'), input)
    return redirectWith(paths.rollover.view(rollover_id), 'rollover_saved')
  })

export default function RolloverSeat() {
  const { row, subjects } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(seatForm, useActionData<typeof action>(), {
    act: row.chosen ?? 'class',
    to_subject_id: row.to_subject_id ?? '',
  })
  const ofClass =
    row.class_act === 'promote'
      ? t('rollover.as_class_to', { next: row.class_to })
      : t('rollover.as_class', { act: t(`rollover.acts.${row.class_act ?? 'carry'}`) })
  return (
    <EditPage
      title={t('rollover.seat_of', { name: row.student, subject: row.subject })}
      back={{ label: t('rollover.seats_list'), href: paths.rollover.seats(row.rollover_id) }}
      form={form}
      noun="rollover"
    >
      <CurrentValues
        form={form}
        items={[{ label: t('rollover.seat_act'), value: t(`rollover.seat_acts.${row.chosen ?? 'class'}`) }]}
        field={fields.version}
        version={row.version}
      />
      <RadioGroup
        of={fields.act}
        label={t('rollover.seat_act')}
        options={(['class', ...seatActs] as const).map((value) => ({
          value,
          label: t(`rollover.seat_acts.${value}`),
          hint: value === 'class' ? ofClass : undefined,
        }))}
      />
      <SelectField of={fields.to_subject_id} label={t('rollover.to_subject')} options={optionsOf(subjects)} />
    </EditPage>
  )
}
