import { expect, test } from 'vitest'
import { weigh } from './weigh.ts'

const page = (html: string) =>
  weigh({ html, bytes: 1_000 }, async (path) => (path.endsWith('.css') ? 300 : 50))

test('a page weighs what must arrive before it is painted', async () => {
  const weight = await page(
    '<link rel="stylesheet" href="/a.css"/><img src="/logo.svg" alt=""><img src="/far.png" loading="lazy">',
  )
  expect(weight).toMatchObject({ page: 1_000, styles: 300, total: 1_350, isForm: false, scripts: 0 })
})

test('styles inside the page are in its own bytes already', async () => {
  const { styles, total } = await page('<style nonce="x">body{color:red}</style>')
  expect(styles).toBeGreaterThan(10)
  expect(total).toBe(1_000)
})

test.each([
  ['<form method="post"><input name="email"></form>', true],
  ['<form class="edit" method="post"><textarea name="reason"></textarea></form>', true],
  ['<form method="post"><input type="hidden" name="version"><button>Remove</button></form>', false],
  ['<form role="search"><input name="q"></form>', false],
])('%s is a form page: %s', async (html, isForm) => {
  expect((await page(html)).isForm).toBe(isForm)
})

test.each([
  '<script src="/x.js"></script>',
  '<button onclick="go()">',
  '<a href="javascript:go()">',
  '<link rel="modulepreload" href="/x.js">',
])('%s would run something', async (html) => {
  expect((await page(html)).scripts).toBe(1)
})
