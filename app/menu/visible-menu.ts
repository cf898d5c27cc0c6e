import type { Permission, SessionRole } from '#app/domain/core/access/access.ts'
import type { FeatureCode } from '#app/domain/core/features/feature.ts'
import { parentMenu } from './parent-menu.ts'
import type { MenuTab, Place } from './place.ts'
import { staffMenu } from './staff-menu.ts'

/** The menu of a person with these roles: that of staff, unless they are a parent and nothing else. */
export function tenantMenu(roles: readonly SessionRole[]): readonly Place<Permission>[] {
  return roles.every((role) => role === 'parent') ? parentMenu : staffMenu
}

interface Reader<P> {
  may: (permission: P) => boolean
  /** Whether a permission reaches only the reader's own rows. */
  isOwn?: (permission: P) => boolean
  /** Whether the organisation has a feature. Default: all of them. */
  has?: (feature: FeatureCode) => boolean
}

/** A link of the menu. `count`: how much is to do behind it. */
export interface MenuLink {
  label: string
  href: string
  current: boolean
  count: number
}

/** What a reader sees of a menu: the places, and the tabs of the one that they are in. */
export interface VisibleMenu {
  places: MenuLink[]
  /** Undefined outside of all places, and in one with a single tab. */
  inside: { label: string; tabs: (MenuLink & { rare: boolean })[] } | undefined
}

/**
 * The places and tabs that the reader may open, with the current ones marked: those whose address is the longest beginning
 * of `path`. A place with a single tab is called by the tab's name.
 * @param waiting what is to do, by the address of its list
 */
export function visibleMenu<P>(
  menu: readonly Place<P>[],
  { may, isOwn = () => false, has = () => true }: Reader<P>,
  path: string,
  waiting: readonly { list: string; count: number }[] = [],
): VisibleMenu {
  const shown = currentTab(menu, path)
  const countOf = ({ href, also = [] }: MenuTab<P>) =>
    waiting.reduce((sum, { list, count }) => sum + (list === href || also.includes(list) ? count : 0), 0)
  const places = menu.flatMap((place) => {
    const tabs = place.tabs.flatMap((tab) => {
      const permission = [tab.permission].flat().find((one) => may(one as P)) as P | undefined
      const count = countOf(tab)
      if (permission === undefined) return []
      const current = tab === shown
      if (tab.features && !tab.features.some(has) && count === 0 && !isAmong(tab.features, shown)) return []
      const label = tab.own && isOwn(permission) ? tab.own : tab.label
      return [{ label, href: tab.href, current, count, rare: Boolean(tab.rare), of: tab }]
    })
    const [first] = tabs
    if (!first) return []
    const rare = tabs.filter((tab) => tab.rare)
    // "More" is for several.
    if (rare.length === 1) rare[0]!.rare = false
    return [
      {
        ...{ href: first.href, tabs },
        label: tabs.length === 1 ? first.label : labelOf(place, first.of),
        current: shown !== undefined && place.tabs.includes(shown),
        count: tabs.reduce((sum, { count }) => sum + count, 0),
      },
    ]
  })
  const place = places.find(({ current }) => current)
  return {
    places: places.map(({ tabs: _tabs, ...link }) => link),
    inside:
      place && place.tabs.length > 1
        ? { label: place.label, tabs: place.tabs.map(({ of: _of, ...tab }) => tab) }
        : undefined,
  }
}

/** Of the tab that is read and those that are of all its features: another one may have nothing and be refused. */
const isAmong = <P>(features: readonly FeatureCode[], shown: MenuTab<P> | undefined) =>
  shown?.features?.every((feature) => features.includes(feature)) ?? false

const labelOf = <P>({ label, without, tabs }: Place<P>, first: MenuTab<P>) =>
  without && first !== tabs[0] ? without : label

/** The tab of which an address is a page; undefined for a page of no place. */
export function currentTab<P>(menu: readonly Place<P>[], path: string): MenuTab<P> | undefined {
  let found: MenuTab<P> | undefined
  let longest = 0
  for (const tab of menu.flatMap(({ tabs }) => tabs))
    for (const address of [tab.href, ...(tab.also ?? [])])
      if (address.length > longest && isWithin(address, path)) [found, longest] = [tab, address.length]
  return found
}

const isWithin = (address: string, path: string) =>
  path.startsWith(address) && (path.length === address.length || path[address.length] === '/')
