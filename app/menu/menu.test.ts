import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { nouns } from '#app/addresses/areas.ts'
import { fileOf, type Page } from '#app/addresses/pages.ts'
import { type Permission, type Role, roles, scopeOf } from '#app/domain/core/access/access.ts'
import {
  type OperatorPermission,
  operatorMay,
  operatorRoles,
} from '#app/domain/core/access/operator-access.ts'
import type { Access } from '#app/domain/core/access/route-access.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { operatorMenu } from './operator-menu.ts'
import { parentMenu } from './parent-menu.ts'
import type { MenuTab, Place } from './place.ts'
import { staffMenu } from './staff-menu.ts'
import { currentTab, tenantMenu, visibleMenu } from './visible-menu.ts'

/** Pages with the menu, with the file of each. */
const framed = nouns.flatMap((noun) =>
  Object.entries(noun.pages)
    .filter(([, { kind }]) => kind === 'page')
    .map(([name, page]) => ({ ...page, name, file: fileOf(noun, name, page) })),
)
const ofTenant = framed.filter(({ file }) => file.startsWith('tenant/'))
const ofOperator = framed.filter(({ file }) => file.startsWith('main/'))

const isList = ({ name, address }: Page & { name: string }) =>
  !address.includes(':') &&
  /^(list|find|sums|credits|holds|roles|log|audit|login|cancelled|arrears|students|lines|daily)$/.test(
    name,
  ) &&
  !/^\/(admin\/)?profile/.test(address)

const opens = (role: Role, access: Access): boolean => {
  if (typeof access === 'string')
    return access === 'signed-in' || scopeOf([role], access as Permission) !== undefined
  return ('any' in access ? access.any : [access.view]).some((one) => scopeOf([role], one) !== undefined)
}

const accessOf = new Map(
  nouns.flatMap(({ pages }) => Object.values(pages).map(({ address, access }) => [address, access])),
)

const tabsOf = <P>(menu: readonly Place<P>[]) => menu.flatMap(({ tabs }) => tabs)
const seen = (role: Role, path: string) =>
  visibleMenu(tenantMenu([role]), { may: (permission) => scopeOf([role], permission) !== undefined }, path)
const linksOf = ({ places, inside }: ReturnType<typeof seen>) => [
  ...places.map(({ href }) => href),
  ...(inside?.tabs.map(({ href }) => href) ?? []),
]

describe.each(roles)('a %s', (role) => {
  test('reaches each list that they may open from a place', () => {
    const menu = tenantMenu([role])
    for (const list of ofTenant.filter(isList).filter(({ access }) => opens(role, access))) {
      const tab = currentTab(menu, list.address)
      expect(tab, list.address).toBeDefined()
      expect(linksOf(seen(role, list.address)), list.address).toContain(tab!.href)
    }
  })

  test('is led only to pages that they may open', () => {
    for (const { address } of ofTenant)
      for (const href of linksOf(seen(role, address))) {
        const access = accessOf.get(href)
        expect(access, href).toBeDefined()
        if (access !== 'guest') expect(opens(role, access!), href).toBe(true)
      }
  })

  test('sees at most nine places', () => {
    expect(seen(role, '/').places.length).toBeLessThanOrEqual(9)
  })
})

test.each(operatorRoles)('an operator who is %s reaches each list that they may open', (role) => {
  const may = (permission: OperatorPermission) => operatorMay(role, permission)
  for (const list of ofOperator.filter(isList)) {
    if (list.access !== 'operator' && !may(list.access as OperatorPermission)) continue
    const tab = currentTab(operatorMenu, list.address)
    expect(tab, list.address).toBeDefined()
    const { places, inside } = visibleMenu(operatorMenu, { may }, list.address)
    const links = [...places, ...(inside?.tabs ?? [])].map(({ href }) => href)
    expect(links, list.address).toContain(tab!.href)
  }
})

const menus: [string, readonly Place<unknown>[]][] = [
  ['staff', staffMenu as readonly Place<unknown>[]],
  ['parents', parentMenu as readonly Place<unknown>[]],
  ['operators', operatorMenu as readonly Place<unknown>[]],
]

test.each(menus)('the menu of %s has nothing twice', (_, menu) => {
  const addresses = tabsOf(menu).flatMap(({ href, also = [] }) => [href, ...also])
  expect(addresses.toSorted()).toEqual([...new Set(addresses)].toSorted())
  const labels = tabsOf(menu).map(({ label }) => label)
  expect(labels.toSorted()).toEqual([...new Set(labels)].toSorted())
})

/** Pages that belong to no place: a person's own account, a document that is being made, the search of everything. */
const nowhere = /^\/(admin\/)?(profile|document|search|second-factor)(\/|$)/

test('each page of staff and of the operator is in a place', () => {
  for (const { address } of ofTenant) {
    const isNowhere = nowhere.test(address) || address === '/basket' || address === '/ask'
    expect(currentTab(staffMenu, address) === undefined, address).toBe(isNowhere)
  }
  for (const { address } of ofOperator)
    expect(currentTab(operatorMenu, address) === undefined, address).toBe(nowhere.test(address))
})

test.each([
  ['/dashboard', '/dashboard'],
  ['/payment', '/payment'],
  ['/payment/view/1', '/payment'],
  ['/payment/counter/1', '/payment/counter'],
  ['/fpx-transactions/view/1', '/payment-exception'],
  ['/bank-line/view/1', '/bank-statement'],
  ['/invoice/view/1', '/invoice'],
  ['/invoice/generation/view/1', '/invoice/generation'],
  ['/staff/view/1', '/staff'],
  ['/staff/roles', '/staff/roles'],
  ['/student/discount/1', '/student'],
  ['/infaq/view/1', '/infaq/list'],
  ['/reminder-hold', '/reminder-hold'],
  ['/setting/bank/change', '/setting'],
  ['/log/audit/view/1', '/log/audit'],
  ['/report/payment/cancelPaymentList', '/report'],
  ['/report/saved/new', '/report'],
  ['/reminder', '/reminder'],
  ['/staffing', undefined],
])('%s is in the tab %s', (path, href) => {
  expect(currentTab(staffMenu, path)?.href).toBe(href)
  const { places, inside } = visibleMenu(staffMenu, { may: () => true }, path)
  expect(places.filter(({ current }) => current)).toHaveLength(href ? 1 : 0)
  const current = inside?.tabs.filter((tab) => tab.current).map((tab) => tab.href)
  if (current) expect(current).toEqual([href])
})

test('a place leads to its first tab that is seen, and with a single one is called by it', () => {
  const may = (permission: Permission) =>
    ['student.view', 'department.view', 'branch.view'].includes(permission)
  const { places, inside } = visibleMenu(staffMenu, { may }, '/branch/view/1')
  expect(places.map(({ label, href }) => [label, href])).toEqual([
    ['menu.student', '/student'],
    ['menu.organisation', '/department'],
  ])
  expect(inside?.tabs.map(({ href, current }) => [href, current])).toEqual([
    ['/department', false],
    ['/branch', true],
  ])
  expect(visibleMenu(staffMenu, { may }, '/student').inside).toBeUndefined()
})

test('what is to do is counted on its tab, and in sum on the place', () => {
  const waiting = [
    { list: '/transfer-slip', count: 2 },
    { list: '/payment-exception', count: 3 },
    { list: '/family-credit', count: 1 },
    { list: '/arrears', count: 5 },
  ]
  const { places, inside } = visibleMenu(staffMenu, { may: () => true }, '/payment', waiting)
  const counted = places.filter(({ count }) => count > 0).map(({ label, count }) => [label, count])
  expect(counted).toEqual([
    ['menu.invoice', 5],
    ['menu.payment', 6],
  ])
  expect(inside?.tabs.find(({ href }) => href === '/transfer-slip')?.count).toBe(2)
})

test('the rarely needed tab that is being read stays under "More", so that the others stay where they are', () => {
  const payout = (path: string) =>
    visibleMenu(staffMenu, { may: () => true }, path).inside?.tabs.find(({ href }) => href === '/payout')
  expect(payout('/payment')).toMatchObject({ rare: true, current: false })
  expect(payout('/payout/view/1')).toMatchObject({ rare: true, current: true })
})

test('who reads what is left of a feature that the package lacks reaches all of it, and nothing else', () => {
  const tabs = (path: string) =>
    visibleMenu(staffMenu, { may: () => true, has: () => false }, path).inside?.tabs.map(({ href }) => href)
  expect(tabs('/infaq/list')).toEqual(['/infaq/list', '/infaq-type', '/fund', '/fund-move'])
  expect(tabs('/fund')).toEqual(['/fund', '/fund-move'])
  expect(tabs('/bank-statement')).toContain('/bank-statement')
  expect(tabs('/bank-statement')).not.toContain('/transfer-slip')
})

test('a single rarely needed tab needs no "More"', () => {
  const may = (permission: Permission) => ['program.view', 'category.view'].includes(permission)
  const { inside } = visibleMenu(staffMenu, { may }, '/program')
  expect(inside?.tabs.map(({ href, rare }) => [href, rare])).toEqual([
    ['/program', false],
    ['/category', false],
  ])
})

test('a tab of a feature that the package lacks is hidden, unless something is to do there', () => {
  const links = (waiting: { list: string; count: number }[]) =>
    visibleMenu(staffMenu, { may: () => true, has: () => false }, '/payment', waiting).inside?.tabs.map(
      ({ href }) => href,
    )
  expect(links([])).not.toContain('/transfer-slip')
  expect(links([{ list: '/transfer-slip', count: 1 }])).toContain('/transfer-slip')
  const { places } = visibleMenu(staffMenu, { may: () => true, has: () => false }, '/')
  expect(places.map(({ label }) => label)).not.toContain('menu.donation')
})

test('what lists only their own rows is called by a word of their own', () => {
  const label = (isOwn: boolean) =>
    visibleMenu(staffMenu, { may: (one) => one === 'application.view', isOwn: () => isOwn }, '/').places[0]!
      .label
  expect([label(true), label(false)]).toEqual(['menu.registration', 'menu.application'])
})

/** Titles that say more, since the page is no list, or the first of several. */
const otherwise = new Set(['/register', '/profile'])

describe.each(locales)('in %s', (locale) => {
  const { t } = i18nOf(locale)
  test.each(
    menus.flatMap(([, menu]) => tabsOf(menu) as MenuTab<unknown>[]).map((tab) => [tab.href, tab] as const),
  )('the tab of %s is called as its page is', (href, tab) => {
    if (otherwise.has(href)) return
    const page = [...ofTenant, ...ofOperator].find(({ address }) => address === href)!
    const source = readFileSync(`app/routes/${page.file}.tsx`, 'utf8')
    const title = /title: '([\w.]+)'/.exec(source)?.[1]
    expect(String(t(tab.label))).toBe(String(t(title!)))
  })
})
