import type { Page } from '@playwright/test'
import { asks, wordsOf } from '../asks.ts'
import { expect, hosts, patience } from '../fixtures.ts'
import { widerThan } from '../own-font.ts'
import { reloadUntil } from './journey.ts'

/** The steps of a registration, as a family makes them: on a small phone in Malay, without scripts and without an account. */
export const phone = { language: 'ms', width: 360 } as const

export const fitsTheScreen = async (page: Page) => expect(await widerThan(page, [360])).toEqual([])
export const goOn = (page: Page) => page.getByRole('button', { name: 'Teruskan' }).click()
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

/** Who it is, and nothing of what may be left out but the country of one from abroad. */
export async function addsChild(page: Page, name: string, born_on: string, cert: string, country?: string) {
  await page.fill('[name=name]', name)
  await page.fill('[name=born_on]', born_on)
  await page.check('[name=gender][value=female]')
  await page.fill('[name=birth_cert_no]', cert)
  await goOn(page)
  await expect(page.locator('h1')).toContainText(name)
  if (country) await page.selectOption('[name=nationality]', country)
  await goOn(page)
}

/** A certificate of birth for each of so many children; then on to the review. */
export async function handsPapersIn(page: Page, children: number) {
  for (let child = 0; child < children; child++) {
    const form = page.locator('form', { hasText: 'Sijil kelahiran' }).first()
    await form.locator('[type=file]').setInputFiles(certificate)
    await form.getByRole('button', { name: 'Hantar fail ini' }).click()
    await expect(page.getByRole('status')).toContainText('Fail telah diterima')
  }
  await fitsTheScreen(page)
  await follow(page, 'Teruskan')
}

/** Types the code that came to the phone, agrees and hands it in. */
export async function provesAndSends(page: Page, messages: Page, number: string) {
  await page.getByRole('button', { name: 'Hantar kod melalui SMS' }).click()
  const sentence = /Kod (\d{6}), sah 5 minit/
  await reloadUntil(messages, sentence, `${hosts.main}/sandbox/sms?q=${number}`)
  const [, code] = sentence.exec((await messages.locator('main').textContent()) ?? '')!
  await page.fill('[name=code]', code!)
  await page.getByRole('button', { name: 'Sahkan' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Hantar pendaftaran' }).click()
  await expect(page.locator('h1')).toHaveText('Pendaftaran anda telah diterima')
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
