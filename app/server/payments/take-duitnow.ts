import { type DuitNowInput, proposeDuitNow } from '#app/domain/billing/duitnow/duitnow.ts'
import { paperLimit } from '#app/domain/core/fields.ts'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { LineFull } from '#app/integrations/at-most.ts'
import { duitNowIn } from '#app/integrations/duitnow/qr-picture.ts'
import { QrUnusable } from '#app/integrations/duitnow/read-duitnow.ts'
import { PictureUnusable } from '#app/integrations/pictures/picture.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Pictures that one person may send; each takes seconds of the processor at worst. */
const uploads = { points: 20, seconds: 3_600 }
const field = 'picture'

/** Reads the QR in a picture and keeps it until its name is confirmed; the picture itself is not kept. */
export async function takeDuitNow(
  context: RequestContext,
  { picture, version }: DuitNowInput,
): Promise<Response> {
  const { actor } = context
  if (picture.size > paperLimit.bytes)
    throw new Refusal('file.larger_than', field, { most: paperLimit.bytes / 1_000_000 })
  refuseFlood(await context.write((trx) => countUse(trx, `duitnow:${actor.id}`, uploads)))
  await context.releaseConnection()
  const qr = await duitNowIn(Buffer.from(await picture.arrayBuffer())).catch((error) =>
    refuseUnusable(context, error),
  )
  await context.write((trx) => proposeDuitNow(trx, actor, qr, version))
  return redirectWith(paths.setting.duitnow(), 'duitnow_uploaded', { name: qr.name })
}

/** What was wrong with it is in the log: whoever runs the product sees honest pictures refused, and attacks. */
function refuseUnusable({ services, requestId }: RequestContext, error: Error): never {
  if (error instanceof LineFull) throw new Refusal('too_many_requests', field)
  const isQr = error instanceof QrUnusable
  if (!isQr && !(error instanceof PictureUnusable)) throw error
  services.log.info({ requestId, reason: error.message }, 'a DuitNow QR was refused')
  throw new Refusal(isQr ? `duitnow.fault.${error.fault}` : 'duitnow.fault.no_picture', field)
}
