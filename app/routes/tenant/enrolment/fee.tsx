import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { setOwnFees } from '#app/domain/people/enrolments/change-enrolment.ts'
import { ownFeesForm } from '#app/domain/people/enrolments/enrolment.ts'
import { enrolment, feesOfEnrolment } from '#app/domain/people/enrolments/find-enrolments.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { linesOf } from '#app/ui/core/form/control.ts'
import { HiddenField, MoneyField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { SeatNow } from '#app/ui/people/student/ClassSection.tsx'

/** What one student pays in one class in place of what everyone pays. */
export const handle = { access: 'enrolment_fee.edit', title: 'enrolment.fees' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.enrolment')
  const db = await context.read()
  const row = await enrolment(db, context.scope('enrolment_fee.edit'), id, context.today)
  return { row, fees: await feesOfEnrolment(db, id, context.today) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, ownFeesForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.enrolment')
    const scope = context.scope('enrolment_fee.edit')
    const { student_id, student: name, subject } = await setOwnFees(trx, actor, scope, id, input, today)
    return redirectWith(paths.student.view(student_id), 'enrolment_fees_set', { name, subject })
  })

export default function EnrolmentFees() {
  const { row, fees } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(ownFeesForm, useActionData<typeof action>(), {
    reason: fees.find(({ reason }) => reason)?.reason ?? '',
    fees: fees.map(({ fee_type_id, amount_sen }) => ({
      fee_type_id,
      amount_sen: amount_sen === null ? '' : plainRinggit(amount_sen),
    })),
  })
  return (
    <EditPage
      title={t('enrolment.fees_of', { subject: row.subject, name: row.student })}
      back={{ label: row.student, href: paths.student.view(row.student_id) }}
      form={form}
      noun="enrolment"
    >
      <p>{t(fees.length > 0 ? 'enrolment.fees_hint' : 'enrolment.fees_none')}</p>
      <SeatNow row={row} form={form} field={fields.version} />
      {linesOf(fields.fees).map((fee, index) => {
        const { fee_type_id, amount_sen } = fee.getFieldset()
        const known = fees.find((one) => one.fee_type_id === fee_type_id.value) ?? fees[index]
        if (!known) return null
        return (
          <div key={known.fee_type_id}>
            <HiddenField of={fee_type_id} />
            <MoneyField
              of={amount_sen}
              label={known.fee_type}
              hint={t('enrolment.fee_usual', { amount: formatRinggit(known.usual_sen) })}
            />
          </div>
        )
      })}
      <TextField of={fields.reason} label={t('enrolment.reason')} autoComplete="off" />
    </EditPage>
  )
}
