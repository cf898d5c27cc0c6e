import { registerClient } from './control.ts'
import { found } from './document/faults.ts'
import { askForRejection, cancel } from './life-cycle.ts'
import { ID_TYPES } from './options.ts'
import { deskPage, erpPage, wrongPage } from './pages/desk.ts'
import { documentPage } from './pages/document.ts'
import { pkcs12 } from './pkcs12.ts'
import type { Portal } from './portal.ts'
import { settle } from './register.ts'
import { notFound, Refusal } from './reply.ts'
import type { Kept } from './store.ts'
import { ENDPOINTS } from './switches.ts'
import { TROUBLES } from './trouble.ts'
import { typeByHand } from './typed.ts'
import { refuseByHand } from './validation/validate.ts'

type Form = Readonly<Record<string, string>>

class Wrong extends Error {}

/** The portal as people see it: pages by GET, what they do there by POST. */
export async function desk(portal: Portal, request: Request, path: string): Promise<Response> {
  await settle(portal)
  const [, , first = '', uuid = '', verb = ''] = path.split('/')
  const kept = first === 'documents' ? portal.store.rows('documents').get(uuid) : undefined
  if (request.method === 'GET') {
    if (path === '/') return deskPage(portal, new URL(request.url).searchParams)
    return kept && verb === '' ? documentPage(portal, kept) : wrongPage(portal, 'There is no such page.')
  }
  if (request.method !== 'POST' || request.headers.get('sec-fetch-site') === 'cross-site')
    return wrongPage(portal, 'This came from elsewhere.')
  const form: Form = Object.fromEntries(new URLSearchParams(await request.text()))
  try {
    const answer = kept ? act(portal, kept, verb, form) : await ACTIONS[first]?.(portal, form)
    await settle(portal)
    return answer ?? back(portal, kept ? `/desk/documents/${kept.uuid}` : '')
  } catch (error) {
    if (error instanceof Wrong) return wrongPage(portal, error.message)
    if (error instanceof Refusal) return wrongPage(portal, (await error.response.json()).error.message)
    throw error
  }
}

const back = ({ settings }: Portal, path: string) =>
  new Response(null, {
    status: 303,
    headers: { location: settings.publicUrl + path, 'cache-control': 'no-store' },
  })

function act(portal: Portal, kept: Kept, verb: string, { reason = '' }: Form): undefined {
  const isWaiting = kept.status === 'Submitted'
  if (verb === 'reject') askForRejection(portal, kept, told(reason))
  else if (verb === 'cancel') cancel(portal, kept, told(reason))
  else if (verb === 'decide' && isWaiting) hurry(portal, kept)
  else if (verb === 'refuse' && isWaiting) {
    hurry(portal, kept)
    portal.index.waiting.splice(portal.index.waiting.indexOf(kept), 1)
    refuseByHand(portal, kept, found('ERR406', 'CustomerTin', BUYER))
  } else throw notFound()
}

const BUYER = 'document.Invoice.AccountingCustomerParty.Party.PartyIdentification.ID'

/** Its turn has come, before all that wait. */
function hurry({ index, now }: Portal, kept: Kept): void {
  index.waiting.splice(index.waiting.indexOf(kept), 1)
  kept.due = now()
  index.waiting.unshift(kept)
}

function told(reason: string): string {
  if (reason.trim() === '' || reason.length > 300) throw new Wrong('Say why, in at most 300 characters.')
  return reason.trim()
}

function mustTin(tin = ''): string {
  const clean = tin.trim().toUpperCase()
  if (!/^[A-Z]{1,2}\d{6,12}$/.test(clean))
    throw new Wrong('A TIN begins with letters, such as C1234567890 or IG12345678901.')
  return clean
}

type Action = (portal: Portal, form: Form) => undefined | Response | Promise<Response>

const ACTIONS: Readonly<Record<string, Action>> = {
  erp: (portal, { tin, name }) => {
    const own = mustTin(tin)
    const client = registerClient(portal, { tin: own, name: name || own })
    return erpPage(portal, client.clientId, client.secrets, client.endsAt)
  },
  taxpayer: ({ store }, { tin, name = '', idType = '', idValue = '' }) => {
    const type = ID_TYPES.find((one) => one === idType)
    if (!type || name.trim() === '' || !/^[A-Za-z0-9]{1,20}$/.test(idValue.trim()))
      throw new Wrong('Name and identity are needed; the identity has letters and digits alone.')
    const own = mustTin(tin)
    store.put('taxpayers', own, { tin: own, name: name.trim(), idType: type, idValue: idValue.trim() })
    return undefined
  },
  type: (portal, { tin, number = '', total = '', type = '01', buyerName = '', buyerTin = '' }) => {
    if (number.trim() === '' || !/^\d{1,9}(\.\d\d?)?$/.test(total.trim()))
      throw new Wrong('Number and total are needed; the total is in ringgit, such as 120.50.')
    const buyer = buyerTin.trim() === '' ? '' : mustTin(buyerTin)
    typeByHand(portal, {
      ...{ tin: mustTin(tin), number: number.trim(), type, total: Number(total.trim()) },
      ...{ buyerName: buyerName.trim(), buyerTin: buyer },
    })
    return undefined
  },
  certificate: (portal, form) => {
    const { name = '', tin, registrationNo = '', password = '', kind = '' } = form
    if (name.trim() === '' || registrationNo.trim() === '' || password === '')
      throw new Wrong('Organisation, company number and a password are needed.')
    const kinds = ['organisation', 'personal', 'expired', 'self_signed', 'other_usage'] as const
    const order = {
      ...{ name: name.trim(), tin: mustTin(tin), registrationNo: registrationNo.trim() },
      kind: kinds.find((one) => one === kind) ?? 'organisation',
    }
    const pair = portal.authority.issue(order, portal.now())
    const bytes = pkcs12(pair, portal.authority.certificate, password, form.form === 'old' ? 'old' : 'modern')
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': 'application/x-pkcs12',
        'content-disposition': `attachment; filename="${order.tin}.p12"`,
        'cache-control': 'no-store',
      },
    })
  },
  ...levers({
    delays: ({ store }, { validateAfterMs, unknownForMs }) => {
      Object.assign(store.meta.switches, {
        validateAfterMs: count(validateAfterMs),
        unknownForMs: count(unknownForMs),
      })
      store.put('meta', '', store.meta)
    },
    clock: ({ store }, { hours }) => {
      store.meta.offset = count(hours) === 0 ? 0 : store.meta.offset + count(hours) * 3_600_000
      store.put('meta', '', store.meta)
    },
    trouble: ({ trouble }, { kind = '', endpoint = '', times }) => {
      const wanted = (Object.keys(TROUBLES) as (keyof typeof TROUBLES)[]).find((one) => one === kind)
      if (!wanted) throw new Wrong('There is no such trouble.')
      const at = ENDPOINTS.find((one) => one === endpoint) ?? 'any'
      trouble.orders.push({ kind: wanted, endpoint: at, times: Math.max(1, count(times)), after: 0 })
    },
    calm: ({ trouble }) => {
      trouble.orders.length = 0
    },
  }),
}

/** What is only there where control is open. */
function levers(given: Record<string, (portal: Portal, form: Form) => void>): Record<string, Action> {
  return Object.fromEntries(
    Object.entries(given).map(([name, pull]) => [
      name,
      (portal: Portal, form: Form) => {
        if (!portal.settings.control) throw notFound()
        pull(portal, form)
        return undefined
      },
    ]),
  )
}

function count(text = ''): number {
  if (!/^\d{1,12}$/.test(text)) throw new Wrong('A whole number, please.')
  return Number(text)
}
