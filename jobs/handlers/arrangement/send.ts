import { arrangementLetter } from '#app/domain/billing/arrangements/arrangement-letter.ts'
import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'

/** Tells a family by when it pays how much; nothing of a plan that is over by now, or without an address. */
export const sendArrangement: Handler<'arrangement.send'> = async ({ arrangement_id }, tools) => {
  const { inPlace, entity, environment } = tools
  const plan = await inPlace((trx) =>
    trx
      .selectFrom('arrangement')
      .innerJoin('parent', 'parent.id', 'arrangement.parent_id')
      .select(['arrangement.parent_id', 'arrangement.total_sen', 'parent.name', 'parent.family_code'])
      .where('arrangement.id', '=', arrangement_id)
      .where('arrangement.status', '=', 'active')
      .where('parent.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!plan) return
  const [parts, to, organisation, labels] = await inPlace((trx) =>
    Promise.all([
      trx
        .selectFrom('arrangement_instalment')
        .select(['due_on', 'amount_sen'])
        .where('arrangement_id', '=', arrangement_id)
        .orderBy('position')
        .execute(),
      familyRecipient(trx, plan.parent_id),
      organisationOf(trx),
      labelsOf(trx),
    ]),
  )
  const { address, locale } = to
  if (!address) return
  const t = i18nOf(locale, labels).getFixedT(locale)
  await postLetter(tools, await mailSettings(tools), {
    to: { ...to, address },
    letter: arrangementLetter(
      { ...plan, parts },
      { t, locale, origin: originOf(entity, environment), organisation },
    ),
    organisation,
    list: 'arrangement',
  })
}
