import { expect, vi } from 'vitest'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { type Page, type Visitor, visitor, wordsOf } from './visitor.ts'

const soon = { timeout: 90_000, interval: 100 }

/** A parent and their first child, who come to the office; returns the page of the child. */
export async function enrol(staff: Visitor, inside: Page, child: string): Promise<Page> {
  const parent = await staff.press(await staff.open('/parent/new?child=new', inside), /^save/i, {
    name: 'Azman bin Hashim',
    relationship: 'father',
    phone: '010-000 0921',
    consent: 'on',
  })
  expect(parent.url.pathname, wordsOf(parent)).toBe('/student/new')
  const student = await staff.press(parent, /^save/i, {
    name: child,
    born_on: '2016-03-04',
    gender: 'female',
    identity_no: '160304-00-0021',
  })
  expect(student.url.pathname, wordsOf(student)).toMatch(/^\/student\/view\//)
  return student
}

/** The first student is billed this much (ringgit, two decimals); returns the link that a family gets. */
export async function bill(staff: Visitor, inside: Page, price: string): Promise<string> {
  const student = await staff.follow(await staff.open('/invoice/new', inside), /\/invoice\/new\?.*student/)
  const draft = await staff.press(student, /^save and continue/i, {
    'items[0].description': 'Yuran bulanan',
    'items[0].quantity': '1',
    'items[0].price': price,
  })
  const issued = await staff.press(draft, /^issue/i)
  expect(issued.url.pathname, wordsOf(issued)).toMatch(/^\/invoice\/view\//)
  const link = /name="public_link"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="public_link"/.exec(
    issued.html,
  )!
  return (link[1] ?? link[2])!
}

/** A family that was never here pays at the bank of the sandbox; returns when the page says that it is paid. */
export async function pay(port: number, link: string): Promise<{ payer: Visitor; paid: Page }> {
  const payer = visitor(port)
  const choice = await payer.follow(await payer.open(link), /\/payment\/submit/)
  const buyer = { bank: 'TEST0021', buyer_name: 'Azman bin Hashim', buyer_email: 'azman@family.test' }
  const go = await payer.press(choice, /pay|continue/i, buyer)
  const bank = await payer.press(go, /bank|continue|pay/i)
  expect(bank.url.pathname).toMatch(/^\/sandbox\/fpx\//)
  const question = await payer.press(bank, /^sign in$/i)
  const answered = await payer.press(question, /^confirm$/i)
  let paid = await payer.press(answered, /return to merchant/i)
  await vi.waitFor(async () => {
    paid = await payer.open(paid.url)
    expect(wordsOf(paid)).toMatch(/Payment received/)
  }, soon)
  return { payer, paid }
}

/** The words of the receipt, as soon as there is one. */
export async function receipt({ payer, paid }: Awaited<ReturnType<typeof pay>>): Promise<string> {
  const page = await vi.waitFor(async () => {
    const found = await payer.follow(paid, /\/payment\/receipt\//)
    expect(found.type, wordsOf(found)).toBe('application/pdf')
    return found
  }, soon)
  return (await textOf(page.body)).text
}
