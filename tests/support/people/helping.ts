import type { Tenant } from '#tests/support/database/tenant.ts'
import type { App, Browser } from '#tests/support/product/http.ts'
import { mainHost } from '#tests/support/product/http.ts'

export const helpReason = 'Tiket 4711: jumlah pada resit'

/** A code as the owner reads it from the page. */
export async function helpCode(owner: Browser): Promise<string> {
  const page = await (await owner.post('/setting/help/code')).text()
  return /<code>([A-Z0-9-]{14})<\/code>/.exec(page)![1]!
}

export const enterBy = (operator: Browser, { entity }: Tenant, code: string, reason = helpReason) =>
  operator.post(`/admin/entity/help/${entity.id}`, { code, reason })

/** The id of the operator's visit, as their page has it. */
export async function visitOf(operator: Browser, { entity }: Tenant): Promise<string> {
  const page = await (await operator.get(`/admin/entity/help/${entity.id}`)).text()
  return /\/admin\/entity\/help\/open\/([\w-]{36})/.exec(page)![1]!
}

/** Where the operator is led: the organisation's own host, with a ticket. */
export async function ticketFor(operator: Browser, id: string): Promise<URL> {
  const answer = await operator.post(`/admin/entity/help/open/${id}`)
  return new URL(answer.headers.get('location')!)
}

/** A browser that has come to the organisation's host by a ticket; `at` is whichever host it tries it at. */
export async function arrive(web: App, at: Tenant | string, ticket: URL): Promise<Browser> {
  const browser = web.visitor(at)
  await browser.get(ticket.pathname + ticket.search)
  await browser.post('/help/enter')
  return browser
}

/** All of it: an operator of support inside an organisation. */
export async function helping(web: App, tenant: Tenant, operator?: Browser) {
  const support = operator ?? (await web.operator('support'))
  const owner = await web.signedInAs(tenant, 'superadmin')
  await enterBy(support, tenant, await helpCode(owner))
  const visit = await visitOf(support, tenant)
  const inside = await arrive(web, tenant, await ticketFor(support, visit))
  return { support, owner, visit, inside, mainHost }
}
