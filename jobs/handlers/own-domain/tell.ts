import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { ownDomain } from '#app/domain/organisation/own-domain/find-own-domain.ts'
import {
  type DomainNews,
  domainNews,
  type OwnDomainStatus,
} from '#app/domain/organisation/own-domain/own-domain.ts'
import { ownDomainLetter } from '#app/domain/organisation/own-domain/own-domain-letter.ts'
import { superadminsToTell } from '#app/domain/organisation/own-domain/tell.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postToReader } from '#jobs/mail/post-to-reader.ts'

/** What must still be so when the mail is written. */
const still: Record<DomainNews, OwnDomainStatus[]> = {
  verified: ['verified'],
  away: ['verified'],
  failed: ['failed'],
  off: ['failed'],
  on: ['pending', 'failed', 'verified'],
}

/** To one who may set it up. Nobody is told of what is otherwise by then. */
export const tellOfDomain: Handler<'domain.tell'> = async ({ user_id, what: said }, tools) => {
  const what = domainNews.find((one) => one === said)!
  const [reader, own, organisation, labels] = await tools.inPlace((trx) =>
    Promise.all([
      superadminsToTell(trx).where('id', '=', user_id).executeTakeFirst(),
      ownDomain(trx, tools.entity.id),
      organisationOf(trx),
      labelsOf(trx),
    ]),
  )
  if (!reader?.email || !own.domain || !still[what].includes(own.status)) return
  if ((what === 'off') !== (own.off_at !== null)) return
  const { domain } = own
  await postToReader(
    tools,
    await mailSettings(tools),
    { reader: { ...reader, email: reader.email }, organisation, labels, list: 'own-domain' },
    (setting) => ownDomainLetter({ what, domain, reason: own.off_reason }, setting),
  )
}
