import { describe, expect, test } from 'vitest'
import { nouns } from '#app/addresses/areas.ts'
import { fileOf } from '#app/addresses/pages.ts'
import type { Access } from '#app/domain/core/access/route-access.ts'
import { resourceNouns } from '#app/domain/core/resources.ts'
import { routesOf } from '#tests/support/access/addresses.ts'
import { builtProduct } from '#tests/support/product/http.ts'

/**
 * The walk takes what a route declares for what it must do. Here is held what it may declare: a verb that asks for too
 * little would be walked by everybody who may do less, and each answer be right.
 */
const routes = new Map(routesOf(await builtProduct()).map((route) => [route.id, route]))

const verbs = { list: 'view', view: 'view', new: 'create', edit: 'edit', status: 'edit', remove: 'remove' }

describe.each(resourceNouns)('%s', (noun) => {
  test.each(Object.entries(verbs))('%s is for who may %s', (page, verb) => {
    expect(routes.get(`tenant/${noun.replaceAll('_', '-')}/${page}`)?.access).toBe(`${noun}.${verb}`)
  })
})

/** Whether a route asks for no permission: it is for everybody, or for whoever is signed in. */
const asks = (...kinds: (Access | undefined)[]) =>
  [...routes.values()]
    .filter(({ access }) => kinds.includes(access))
    .map(({ id }) => id)
    .toSorted()

test('only these are open to whoever is signed in: what they need depends on what they are about', () => {
  expect(asks('signed-in', 'operator')).toEqual([
    'main/confirm',
    'main/list/export',
    'main/list/print',
    'main/log.export',
    'main/log.print',
    'main/log/audit-list',
    'main/log/audit-view',
    'main/log/login-list',
    'main/platform-invoice/paper',
    'main/report.export',
    'main/report.print',
    'tenant/confirm',
    'tenant/document/file',
    'tenant/document/view',
    'tenant/list/export',
    'tenant/list/print',
    'tenant/log.export',
    'tenant/log.print',
    'tenant/profile/picture',
    'tenant/report.export',
    'tenant/report.print',
  ])
})

/** Of families that register by themselves. */
const registering =
  `choose classes documents/file documents/upload done forget later parent parent-remove phone phone-code picture resume
  review start status student student-add student-remove subject`.split(/\s+/)

/** Of organisations that ask to be let in. */
const front =
  `bank begin connections contact continue document document-remove documents done forget offers organisation package resume review
  start subdomain`.split(/\s+/)

test('only these are open to everybody', () => {
  expect(asks('guest', 'gateway', undefined)).toEqual([
    'main/api/entity-register',
    'main/billing/go',
    'main/billing/pay',
    'main/billing/status',
    'main/chip/callback',
    'main/chip/webhook',
    'main/forgot',
    'main/fpx/direct',
    'main/fpx/indirect',
    'main/home',
    'main/invitation',
    'main/login/code',
    'main/login/email',
    'main/login/organisation-again',
    'main/login/organisation-choose',
    'main/login/organisation-code',
    'main/message/report',
    ...front.map((page) => `main/register/${page}`),
    'main/reset',
    'main/smtp',
    'shared/api/auth-forgot-email',
    'shared/api/auth-login-email',
    'shared/api/auth-reset-token',
    'shared/api/entity-init',
    'shared/api/not-found',
    'shared/api/openapi',
    'shared/help-page/centre',
    'shared/help-page/paper',
    'shared/help-page/print',
    'shared/help-page/search',
    'shared/infaq/open',
    'shared/invoice/file',
    'shared/invoice/pdf',
    'shared/invoice/status',
    'shared/language',
    'shared/login/organisation',
    'shared/logout',
    'shared/not-found',
    'shared/payment/back',
    'shared/payment/check',
    'shared/payment/give-up',
    'shared/payment/go',
    'shared/payment/receipt',
    'shared/payment/receipt-file',
    'shared/payment/retry',
    'shared/payment/returned',
    'shared/payment/start-over',
    'shared/payment/status',
    'shared/payment/submit',
    'shared/payment/waiting',
    'shared/slip/hand-in',
    'shared/slip/withdraw',
    'shared/verify/keys',
    'shared/verify/paper',
    'shared/zakat/open',
    'tenant/api/auth-login-otp-request',
    'tenant/api/auth-login-otp-verify',
    'tenant/api/entity-public',
    'tenant/forgot',
    'tenant/help/enter',
    'tenant/help/leave',
    'tenant/home',
    'tenant/infaq/pay',
    'tenant/invitation',
    'tenant/login/email',
    'tenant/login/phone',
    'tenant/login/phone-again',
    'tenant/login/phone-code',
    'tenant/login/phone-fact',
    'tenant/login/phone-fact-mail',
    'tenant/login/ticket',
    'tenant/opt-out/one-click',
    'tenant/opt-out/view',
    'tenant/pay',
    ...registering.map((page) => `tenant/register/${page}`),
    'tenant/reset',
    'tenant/setting/brand/file',
    'tenant/trace/find',
    'tenant/trace/view',
    'tenant/verify',
    'tenant/zakat/pay',
  ])
})

/** What somebody does who may look, and that changes no more than what they look at themselves. */
const looking = ['main/log/audit-verify', 'tenant/log/audit-verify', 'tenant/profile/switch']

test('a route that changes something asks for more than to look', () => {
  const onlyLooks = (access: Access | undefined) => typeof access === 'string' && access.endsWith('.view')
  const changing = [...routes.values()].filter(
    ({ access, hasAction, api }) => hasAction && !api && onlyLooks(access),
  )
  expect(changing.map(({ id }) => id).toSorted()).toEqual(looking)
})

test('each route asks for what its address declares', () => {
  const declared = nouns.flatMap((noun) =>
    Object.entries(noun.pages).map(([name, page]) => [page.id ?? fileOf(noun, name, page), page.access]),
  )
  const asked = [...routes.values()].map(({ id, access }) => [id, access])
  expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(declared))
})
