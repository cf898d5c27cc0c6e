import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import {
  decidedLetter,
  receivedLetter,
  waitingLetter,
} from '#app/domain/enrolment/applications/application-letter.ts'
import { letterData, placesOf } from '#app/domain/enrolment/applications/letter-data.ts'
import { approversOf } from '#app/domain/enrolment/applications/tell.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import { isMailAddress } from '#app/integrations/mail/message.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'

type Setting = Parameters<typeof receivedLetter>[1]

/** To the family: it has come in. */
export const mailReceived: Handler<'application.received'> = async ({ application_id }, tools) => {
  const found = await tools.inPlace((trx) => letterData(trx, application_id))
  if (!found) return
  const { application, family } = found
  await post(tools, { ...family, locale: application.locale }, (setting) =>
    receivedLetter(application, setting),
  )
}

/** To the family: what was decided about these children, as it stands now. */
export const mailDecided: Handler<'application.decided'> = async ({ application_id, student_ids }, tools) => {
  const [found, places] = await tools.inPlace(
    async (trx) => [await letterData(trx, application_id), await placesOf(trx, student_ids)] as const,
  )
  if (!found) return
  const { application, family } = found
  const decided = application.students.filter(({ place }) => places.includes(place))
  const names = decided.map(({ name }) => name)
  const told = {
    ...{ ...application, decided, open: application.status === 'pending' },
    invoices: application.invoices.filter(({ child }) => names.includes(child)),
  }
  await post(tools, { ...family, locale: application.locale }, (setting) => decidedLetter(told, setting))
}

/** To one who may decide: it waits, since today or for long. Nothing when it was decided meanwhile. */
export const tellApprover: Handler<'application.tell'> = async ({ user_id, application_id }, tools) => {
  const [reader, found] = await tools.inPlace(
    async (trx) =>
      [
        await approversOf(trx, application_id).where('id', '=', user_id).executeTakeFirst(),
        await letterData(trx, application_id),
      ] as const,
  )
  if (!reader || found?.application.status !== 'pending') return
  const { application, days } = found
  await post(tools, { ...reader, locale: knownLocale(reader.locale) }, (setting) =>
    waitingLetter({ ...application, days }, setting),
  )
}

/** Who has no address is told by nobody; a family finds it at the page whose link it was given. */
async function post(
  tools: TenantTools,
  { name, email, locale }: { name: string; email: string | null; locale: Locale },
  write: (setting: Setting) => Letter,
) {
  if (!email || !isMailAddress(email)) return
  const [organisation, labels] = await tools.inPlace((trx) =>
    Promise.all([organisationOf(trx), labelsOf(trx)]),
  )
  const t = i18nOf(locale, labels).getFixedT(locale)
  const origin = originOf(tools.entity, tools.environment)
  await postLetter(tools, await mailSettings(tools), {
    to: { address: email, name, locale },
    letter: write({ t, locale, origin, organisation, reader: name }),
    organisation,
    list: 'application',
  })
}
