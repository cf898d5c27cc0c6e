import { expect, test } from 'vitest'
import { parentMenu } from '#app/menu/parent-menu.ts'
import { staffMenu } from '#app/menu/staff-menu.ts'
import { featureOfPage } from './feature-pages.ts'

test.each([...staffMenu, ...parentMenu].flatMap(({ tabs }) => tabs).map((tab) => [tab.href, tab] as const))(
  'the menu leads to %s only with the feature without which its page is refused',
  (href, { features }) => {
    const needed = featureOfPage(href)
    if (needed) expect(features).toEqual([needed])
  },
)
