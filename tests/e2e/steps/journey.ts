import type { Page } from '@playwright/test'
import { asks, wordsOf } from '../asks.ts'
import { expect, inDatabase, patience } from '../fixtures.ts'

/** Steps that several stories take, each as a person takes it: by what is on the page. */

let billed = 0

/** A clerk bills a student of the list, or the one of this name, one line at a price; returns the invoice and its link. */
export async function bill(clerk: Page, { price, student }: { price: string; student?: string }) {
  const found = student ? `?q=${encodeURIComponent(student)}` : ''
  const { href } = new URL(`/invoice/new${found}`, clerk.url())
  if (clerk.url() !== href) await clerk.goto(href)
  const students = clerk.locator('main tbody th a')
  const hrefs = await students.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const paid = await paidByCredit(clerk)
  const owing = hrefs.flatMap((href, n) =>
    !student && paid.has(new URL(href).searchParams.get('student_id')!) ? [] : [n],
  )
  await students.nth(owing[billed++ % owing.length]!).click()
  const lines = clerk.locator('[name$=".description"]')
  for (let extra = await lines.count(); extra > 1; extra--) {
    await clerk
      .getByRole('button', { name: /remove|buang/i })
      .last()
      .click()
  }
  await clerk.fill('[name="items[0].description"]', 'Kelas tambahan')
  await clerk.fill('[name="items[0].quantity"]', '1')
  await clerk.fill('[name="items[0].price"]', price)
  await clerk.click('button[name=step][value=issue]')
  await clerk.click('form.fields button[type=submit]')
  await expect(clerk).toHaveURL(/\/invoice\/view\//)
  return {
    url: clerk.url(),
    number: /INV-\d\d-\d{6}/.exec((await clerk.locator('main').textContent()) ?? '')?.[0],
    link: await clerk.inputValue('[name=public_link]'),
  }
}

/** Names of the children on a parent's own page, on which each has a section. */
export const childrenOn = (parent: Page): Promise<string[]> =>
  parent.locator('main section:has(a[href*="/student/view/"]) h2').allTextContents()

/** What a student's family has as credit is billed to it, which pays for it: for stories in which nothing is paid by credit. */
export async function useUpCredit(clerk: Page, student: string) {
  const [own] = await credits(clerk, 'student.name = $1', [student])
  if (own) await bill(clerk, { price: (own.sen / 100).toFixed(2), student })
}

/** Students whose family has credit, which would pay what they are billed; who these are differs from day to day. */
async function paidByCredit(clerk: Page): Promise<Set<string>> {
  const all = await credits(clerk, 'true')
  return new Set(all.map(({ student_id }) => student_id))
}

function credits(clerk: Page, which: string, values: string[] = []) {
  const subdomain = new URL(clerk.url()).hostname.split('.')[0]
  return inDatabase(async (db): Promise<{ student_id: string; sen: number }[]> => {
    const entity = await db.query('select schema_name from platform.entity where subdomain = $1', [subdomain])
    await db.query(`set search_path to ${entity.rows[0].schema_name}`)
    const { rows } = await db.query(
      `select student.id as student_id, sum(delta_sen)::int as sen
       from student join student_parent on student_parent.student_id = student.id
         join credit_entry on credit_entry.parent_id = student_parent.parent_id
       where ${which} group by student.id having sum(delta_sen) > 0`,
      values,
    )
    return rows
  })
}

/** The payer opens the link, chooses a bank and goes to it; a company first says that it is one. */
export async function goToBank(payer: Page, link: string, bank: string, { company = false } = {}) {
  await payer.goto(link)
  await payer.locator('main a[href*="/payment/submit"]').first().click()
  if (company) await payer.locator('.ways a[href*="model=B2B1"]').click()
  await payer.selectOption('[name=bank]', bank)
  await payer.fill('[name=buyer_name]', 'Siti Aminah')
  await payer.fill('[name=buyer_email]', 'siti@keluarga.test')
  await payer.locator('main form button[type=submit]').last().click()
  await payer.locator('form[action*="seller2DReceiver"] button').click()
  await expect(payer).toHaveURL(/\/sandbox\/fpx\//)
  await payer.getByRole('button', { name: 'Sign in' }).click()
}

/** At the bank: says what it shall do (a bank that always answers the same has nothing to choose), and confirms. */
export async function confirmAtBank(payer: Page, scenario?: string) {
  if (scenario) {
    const choice = payer.locator(`[name=scenario][value=${scenario}]`)
    if (!(await choice.isVisible()))
      await payer.locator('details', { has: choice }).locator('summary').click()
    await choice.check()
  }
  await payer.getByRole('button', { name: 'Confirm' }).click()
}

export async function returnToSchool(payer: Page) {
  await payer.getByRole('button', { name: 'Return to merchant' }).click()
  await expect(payer).toHaveURL(/\/payment\/status\//)
}

/**
 * Opens a page as soon as it shows what it will show soon: pages that wait refresh themselves, this is that refresh. Until
 * then it is asked for and not drawn.
 */
export async function reloadUntil(page: Page, shows: RegExp | string, url = page.url()) {
  const isThere = (words: string) => (typeof shows === 'string' ? words.includes(shows) : shows.test(words))
  await expect
    .poll(async () => {
      const answer = await asks(page, url)
      return isThere(wordsOf(answer)) ? '' : `${answer.status}: ${wordsOf(answer).slice(0, 200)}`
    }, patience)
    .toBe('')
  await openAnew(page, url)
  await expect(page.locator('main')).toContainText(shows)
}

/**
 * Opens a page that may be opening itself at this very moment, as one that waits does: of two navigations at once the
 * browser drops one.
 */
export const openAnew = (page: Page, url = page.url()) =>
  expect(async () => {
    await page.goto(url)
  }).toPass(patience)

/** Follows a download link through its waiting page, which leads on by itself without scripts; returns the file. */
export async function download(page: Page, link: string): Promise<Buffer> {
  const waiting = page.waitForEvent('download', patience)
  await page.locator(link).first().click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await waiting).createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
