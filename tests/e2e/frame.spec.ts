import type { Page } from '@playwright/test'
import { expect, hosts, test } from './fixtures.ts'
import { setInOwnFont } from './own-font.ts'

/** Links of the menu whose ring of focus is cut off, at the place to which the browser scrolls them. */
const cutRings = (page: Page) =>
  page.evaluate(() => {
    const nav = document.querySelector('.menu > nav')!
    for (const part of nav.querySelectorAll('details')) part.open = true
    return [...nav.querySelectorAll<HTMLElement>('a, summary')]
      .filter((link) => {
        link.focus()
        const { outlineWidth, outlineOffset } = getComputedStyle(link)
        const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
        const [inner, outer] = [link.getBoundingClientRect(), nav.getBoundingClientRect()]
        return (
          inner.left - ring < outer.left ||
          inner.right + ring > outer.left + nav.clientWidth ||
          inner.top - ring < outer.top ||
          inner.bottom + ring > outer.bottom
        )
      })
      .map((link) => link.textContent)
  })

test('the ring around each link of the menu is seen whole', async ({ staff }) => {
  const page = await staff('superadmin')
  await setInOwnFont(page)
  for (const size of [
    { width: 1280, height: 900 },
    { width: 1024, height: 600 },
  ]) {
    await page.setViewportSize(size)
    expect(await cutRings(page)).toEqual([])
  }
})

test('a long name leaves what stands beside it where it is', async ({ staff, person }) => {
  const long = 'Sekolah Menengah Kebangsaan Tunku Abdul Rahman Putra Al-Haj'
  const rows = async (page: Page, beside: string) => {
    await setInOwnFont(page)
    return page.evaluate(
      ([name, selector]) => {
        const organisation = document.querySelector('.org')!
        organisation.querySelector('span')!.textContent = name!
        const [own, other] = [organisation, document.querySelector(selector!)!].map((element) =>
          element.getBoundingClientRect(),
        )
        return { beside: other!.left >= own!.right, before: other!.top < own!.bottom }
      },
      [long, beside],
    )
  }
  const visitor = await person({ width: 360 })
  await visitor.goto(`${hosts.tenant('demo')}/login`)
  expect(await rows(visitor, 'header .languages')).toEqual({ beside: true, before: true })
  const page = await staff('clerk', { width: 360 })
  expect(await rows(page, '.switch')).toEqual({ beside: true, before: true })
})
