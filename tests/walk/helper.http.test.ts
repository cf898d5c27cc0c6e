import { beforeAll, describe, expect, test } from 'vitest'
import {
  hiddenFromHelpers,
  otherViewPermissions,
  permissions,
  scopeOf,
} from '#app/domain/core/access/access.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { newId } from '#db/id.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { helping } from '#tests/support/people/helping.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

/**
 * An operator who looks at an organisation to help, at each address of its host: what is sent is refused everywhere, and of
 * what can be opened only pages behind a permission to look are not. A page that is built later stands this test by itself.
 */
let web: App
let tenant: Tenant
let inside: Browser

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  inside = (await helping(web, tenant)).inside
})

interface Address {
  id: string
  path: string
  handle: Partial<Handle>
  isPage: boolean
  hasAction: boolean
}

/** Each address of the organisation's host, about something that is not there. */
function addresses(): Address[] {
  const { routes } = web.build
  const pattern = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${pattern(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  return Object.values(routes).flatMap((route) => {
    const { id, path, index, module } = route!
    if (id === 'root' || id.startsWith('routes/main/') || (!path && !index) || path === '*') return []
    const address = pattern(id)
      .replaceAll(':name', 'student')
      .replaceAll(':format', 'csv')
      .replaceAll(':locale', 'en')
      .replaceAll(/:\w+/g, () => newId())
    if (address.startsWith('/api/')) return []
    const { handle = {}, action, default: page } = module as unknown as Record<string, object | undefined>
    return [{ id, path: address || '/', handle, isPage: page !== undefined, hasAction: action !== undefined }]
  })
}

const named = /[/.-](print|export|download|reveal|letter|file|edit|new)$|setting\/(chip|mail|bank|duitnow)\//
const looksOnly = /You are looking at this organisation to help/

test('whatever is sent is refused, wherever it is sent', async () => {
  const taken = addresses().filter(({ hasAction, id }) => hasAction && id !== 'routes/tenant/help/leave')
  expect(taken.length).toBeGreaterThan(200)
  const faults: string[] = []
  for (const { path } of taken) {
    const answer = await inside.post(path, { name: 'Lain' })
    if (answer.status !== 403 || !looksOnly.test(await answer.text()))
      faults.push(`${path}: ${answer.status}`)
  }
  expect(faults).toEqual([])
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await inside.send('/category', { method })).status, method).toBeGreaterThanOrEqual(400)
  expect((await inside.get('/dashboard')).status).toBe(200)
})

test('pages behind a permission to look can be opened, and nothing else', async () => {
  const faults: string[] = []
  let opened = 0
  for (const { id, path, handle, isPage } of addresses()) {
    const { access, confirm, look, helper } = handle
    const asked = typeof access === 'object' && 'view' in access ? access.view : access
    const any = typeof asked === 'object' ? asked.any : [asked]
    const isLook = any.some((one) => /\.view$/.test(String(one)) || otherViewPermissions.has(String(one)))
    const answer = await inside.get(path)
    const refused = answer.status === 403
    if (!refused) opened++
    if (!refused && !helper && !(isPage && isLook && !confirm && look !== 'paper'))
      faults.push(`${id} opens ${path}: ${answer.status}`)
    // By its name alone, whatever it declares.
    if (!refused && !helper && named.test(id)) faults.push(`${id} shows ${path}: ${answer.status}`)
    if (answer.status >= 500) faults.push(`${id} fails: ${answer.status}`)
  }
  expect(faults).toEqual([])
  expect(opened).toBeGreaterThan(80)
})

test('of what is for guests, for whoever is signed in or no page these are open to a visitor', () => {
  const open = addresses().filter(({ handle }) => handle.helper)
  expect(open.map(({ id }) => id.replace('routes/', '')).toSorted()).toEqual([
    'shared/help-page/centre',
    'shared/help-page/paper',
    'shared/help-page/print',
    'shared/help-page/search',
    'shared/language',
    'tenant/help/leave',
    'tenant/home',
    'tenant/profile/picture',
    'tenant/program/picture',
    'tenant/setting/brand/file',
    'tenant/subject/picture',
  ])
})

describe('the rights of a visitor', () => {
  test('are an administrator’s looks: none reveals, prints or changes, and some are left out', () => {
    const held = permissions.filter((permission) => scopeOf(['helper'], permission))
    expect(held.filter((permission) => !scopeOf(['admin'], permission))).toEqual([])
    expect(held.filter((permission) => !permission.endsWith('.view'))).toEqual([...otherViewPermissions])
    expect(held).toEqual(expect.arrayContaining(['student.view', 'invoice.view', 'audit.view']))
  })

  test('name no permission that is none', () => {
    for (const name of [...hiddenFromHelpers, ...otherViewPermissions]) expect(permissions).toContain(name)
  })
})
