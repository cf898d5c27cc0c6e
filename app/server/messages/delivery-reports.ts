import { createHash, timingSafeEqual } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { applyReport, enqueueReport, reportedMessage } from '#app/domain/messaging/delivery/apply-report.ts'
import { environment } from '#app/environment.ts'
import { type Report, reportsIn } from '#app/integrations/sms/reports.ts'
import { gatewayOf, type MessageChannel } from '#app/integrations/sms/settings.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { firstBytes } from '#app/server/wire/body.ts'

/** The longest body; gateways send some hundred reports at once. */
const most = 262_144

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain', ...headers } })

/**
 * 404 for everybody who does not know the secret of the channel's gateway, 200 once every report is written down, also of a
 * message that nobody knows; 503 has the gateway come again.
 */
export async function answerReport({
  params,
  request,
  context,
}: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const { log } = context.services
  const channel = params.channel === 'sms' || params.channel === 'whatsapp' ? params.channel : undefined
  const gateway = channel && gatewayOf(environment, channel)
  if (!channel || !gateway?.reports || !isSame(gateway.reports.secret, params.secret ?? ''))
    return plain(404, 'NOT FOUND')
  const { bytes, size } = await firstBytes(request, most)
  if (size > most) return plain(413, 'TOO LARGE')
  const reports = reportsIn(gateway, {
    query: new URL(request.url).searchParams,
    body: bytes.toString('utf8'),
    type: request.headers.get('content-type') ?? '',
  })
  try {
    for (const report of reports) await take(context, channel, report)
    return plain(200, 'OK')
  } catch (error) {
    log.error({ requestId: context.requestId, channel, err: error }, 'delivery reports not taken')
    return plain(503, 'TRY AGAIN', { 'retry-after': '10' })
  }
}

async function take(context: RequestContext, channel: MessageChannel, report: Report): Promise<void> {
  await context.leaveTenant()
  const found = await reportedMessage(await context.read(), channel, report)
  const entity = found && (await context.enterTenantById(found.entity_id))
  if (found && entity) {
    await context.write((trx) => applyReport(trx, channel, found.message_id, report))
    return
  }
  await context.write((trx) => enqueueReport(trx, channel, report))
}

/** Takes as long for every text. */
function isSame(secret: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(secret), digest(given))
}
