import type { Environment } from '#app/environment.ts'
import { type Gateway, gatewayForm } from './gateway.ts'

const messageChannels = ['sms', 'whatsapp'] as const
export type MessageChannel = (typeof messageChannels)[number]

type MessageEnvironment = Pick<Environment, 'smsGateway' | 'whatsAppGateway' | 'sandbox' | 'sandboxPort'>

export const smsSandbox = {
  path: '/sandbox/sms',
  user: 'lunas',
  password: 'sandbox',
  /** In the address at which it reports. */
  secret: 'sandbox-reports-of-messages',
} as const

/** The one that was set, else the sandbox where it may stand in; undefined when neither. */
export function gatewayOf(environment: MessageEnvironment, channel: MessageChannel): Gateway | undefined {
  const given = channel === 'sms' ? environment.smsGateway : environment.whatsAppGateway
  if (given || !environment.sandbox) return given
  const origin = `http://127.0.0.1:${environment.sandboxPort}${smsSandbox.path}`
  return channel === 'sms' ? sandboxSms(origin) : sandboxWhatsApp(origin)
}

export function openChannels(environment: MessageEnvironment): MessageChannel[] {
  return messageChannels.filter((channel) => gatewayOf(environment, channel))
}

function sandboxSms(origin: string): Gateway {
  const { user, password, secret } = smsSandbox
  return gatewayForm.parse({
    url: `${origin}/send`,
    parameters: { un: user, pwd: password, type: '1', agreedterm: 'YES' },
    to: 'dstno',
    text: 'msg',
    sender: { name: 'sendid', value: 'LUNAS' },
    success: '^2000 = SUCCESS:(\\w+)',
    reference: { name: 'ref', deduplicates: true },
    status: { url: `${origin}/status/sms/{reference}`, found: '^FOUND:(\\w+)', missing: '^UNKNOWN' },
    reports: {
      ...{ secret, id: 'id', reference: 'ref', status: 'status', sent: '^ACCEPTD$', delivered: '^DELIVRD$' },
      ...{ failed: '^(UNDELIV|EXPIRED|REJECTD)', number: '^UNDELIV' },
    },
    errors: [
      { match: '^-1001', means: 'credentials' },
      { match: '^-1002', means: 'suspended' },
      { match: '^-1004', means: 'credit' },
      { match: '^-1006', means: 'text' },
      { match: '^-1008', means: 'number' },
    ],
  })
}

function sandboxWhatsApp(origin: string): Gateway {
  return gatewayForm.parse({
    url: `${origin}/whatsapp`,
    body: 'json',
    headers: { authorization: `Bearer ${smsSandbox.password}` },
    parameters: { messaging_product: 'whatsapp', type: 'text' },
    to: 'to',
    text: 'text.body',
    success: '"id":"(\\w+)"',
    reference: { name: 'biz_opaque_callback_data', deduplicates: true },
    status: { url: `${origin}/status/whatsapp/{reference}`, found: '^FOUND:(\\w+)', missing: '^UNKNOWN' },
    reports: {
      ...{ secret: smsSandbox.secret, list: 'entry.changes.value.statuses', id: 'id', status: 'status' },
      ...{ reference: 'biz_opaque_callback_data', sent: '^sent$', delivered: '^delivered$', read: '^read$' },
      failed: '^failed$',
    },
    errors: [{ match: '"code":131026', means: 'number' }],
  })
}
