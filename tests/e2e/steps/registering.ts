import type { Page } from '@playwright/test'
import { asks, wordsOf } from '../asks.ts'
import { expect, hosts, patience } from '../fixtures.ts'
import { widerThan } from '../own-font.ts'
import { reloadUntil } from './journey.ts'

/** The steps of a registration, as a family makes them: on a small phone in Malay, without scripts and without an account. */
export const phone = { language: 'ms', width: 360 } as const

export const fitsTheScreen = async (page: Page) => expect(await widerThan(page, [360])).toEqual([])
export const goOn = (page: Page) => page.getByRole('button', { name: 'Teruskan', exact: true }).click()
export const follow = (page: Page, name: string) => page.getByRole('link', { name }).click()

/** The smallest picture there is. */
const certificate = {
  name: 'sijil.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

export interface Child {
  name: string
  born_on: string
  cert: string
  branch_id: string
  country?: string
}

/** A birthday in the year in which somebody becomes so many years old. */
export const bornBefore = (years: number, day = '05-06') => `${new Date().getFullYear() - years}-${day}`

/** Who it is, and nothing of what may be left out but the country of one from abroad. */
export async function addsChild(page: Page, { name, born_on, cert, branch_id, country }: Child) {
  await page.fill('[name=name]', name)
  await page.fill('[name=born_on]', born_on)
  await page.check('[name=gender][value=female]')
  await page.fill('[name=birth_cert_no]', cert)
  const branch = page.locator(`[name=branch_id][value="${branch_id}"]`)
  if ((await branch.count()) > 0) await branch.check()
  if (country) {
    await page.getByText('Maklumat lanjut').click()
    await page.selectOption('[name=nationality]', country)
  }
  await goOn(page)
  await expect(page.locator('h1')).toContainText(name)
}

/** A certificate of birth for each child who has none yet, with the button that leads on. */
export async function handsPapersIn(page: Page, certificates = 1) {
  const fields = page.getByLabel('Sijil kelahiran')
  await expect(fields).toHaveCount(certificates)
  for (const field of await fields.all()) await field.setInputFiles(certificate)
  await fitsTheScreen(page)
  await goOn(page)
  await expect(page.locator('h1')).toHaveText('Semak dan hantar')
  await expect(page.locator('main')).toContainText('sijil.png')
}

/** Agrees, and sends it with the code that came to the phone. */
export async function provesAndSends(page: Page, messages: Page, number: string) {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Hantar pendaftaran' }).click()
  const sentence = /Kod (\d{6}), sah 5 minit/
  await reloadUntil(messages, sentence, `${hosts.main}/sandbox/sms?q=${number}`)
  const [, code] = sentence.exec((await messages.locator('main').textContent()) ?? '')!
  await page.fill('[name=code]', code!)
  await page.getByRole('button', { name: 'Sahkan dan hantar' }).click()
  await expect(page.locator('h1')).toHaveText('Pendaftaran telah diterima')
}

/** Counts the pages that a window shows from now on. */
export function pagesOf(page: Page) {
  const shown: string[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    if (response.status() < 300 || response.status() >= 400) shown.push(new URL(response.url()).pathname)
  })
  return shown
}

/** Ticks a class, after a search for it where there are many; what was ticked before stays. */
export async function choose(page: Page, name: string, id: string) {
  const box = page.locator(`#subject-${id}`)
  if ((await page.locator('[name=q]').count()) > 0) {
    await page.fill('[name=q]', name)
    await page.getByRole('button', { name: 'Cari' }).click()
  }
  await box.check()
}

/** The mails to the parent, each by words of it. */
export async function lettersOf(mailbox: Page, address: string, words: readonly string[]) {
  const found: string[] = []
  await expect(async () => {
    found.length = 0
    const { html } = await asks(mailbox, `${hosts.main}/sandbox/mail?q=${address}`)
    const letters: string[] = []
    for (const [, link] of html.matchAll(/href="(\/sandbox\/mail\/\w+)"/g))
      letters.push(wordsOf(await asks(mailbox, hosts.main + link)))
    for (const some of words) found.push(letters.find((letter) => letter.includes(some)) ?? '')
    expect(found.every(Boolean)).toBe(true)
  }).toPass(patience)
  return found
}
