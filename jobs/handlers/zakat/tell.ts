import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { ownAppointment } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { watchAppointments, zakatKeepers } from '#app/domain/giving/zakat-appointments/watch.ts'
import { appointmentLetter } from '#app/domain/giving/zakat-appointments/zakat-letter.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postToReader } from '#jobs/mail/post-to-reader.ts'

export const watchZakat: Handler<'zakat.watch'> = async (_payload, { inPlace, log }) => {
  const told = await inPlace((trx) => watchAppointments(trx, currentDay()))
  if (told > 0) log.info({ told }, 'letters of authorities end')
}

/** A mail to each who looks after zakat. */
export const tellZakat: Handler<'zakat.tell'> = async ({ appointment_id, days }, { inPlace, job }) => {
  await inPlace(async (trx) => {
    for (const { id } of await zakatKeepers(trx).execute())
      await enqueueFromJob(trx, job, 'zakat.mail', { user_id: id, appointment_id, days }, id)
  })
}

export const mailZakat: Handler<'zakat.mail'> = async ({ user_id, appointment_id, days }, tools) => {
  const [reader, row, organisation, labels] = await tools.inPlace((trx) =>
    Promise.all([
      zakatKeepers(trx).where('id', '=', user_id).executeTakeFirst(),
      ownAppointment(trx, appointment_id),
      organisationOf(trx),
      labelsOf(trx),
    ]),
  )
  if (!reader?.email) return
  await postToReader(
    tools,
    await mailSettings(tools),
    { reader: { ...reader, email: reader.email }, organisation, labels, list: 'zakat' },
    (setting) => appointmentLetter(row, { ...setting, days }),
  )
}
