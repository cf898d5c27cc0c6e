import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attachment, fileNames } from './attachment.ts'

test('a file of a stranger is saved, never shown, and its name says no more than a name', () => {
  const file = { name: 'sijil "lahir"', content_type: 'application/pdf', size_bytes: 3 }
  const { headers } = attachment(new Blob(['%PD']).stream(), file)
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="sijil _lahir_.pdf"; filename*=UTF-8''sijil%20%22lahir%22.pdf`,
  )
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  ['surat doktor', 'application/pdf', 'surat doktor.pdf'],
  ['surat.pdf', 'application/pdf', 'surat.pdf'],
  ['SURAT.PDF', 'application/pdf', 'SURAT.pdf'],
  ['IMG_1.jpeg', 'image/jpeg', 'IMG_1.jpg'],
  ['IMG_1.png', 'image/jpeg', 'IMG_1.jpg'],
  ['poster', 'image/webp', 'poster.webp'],
  ['Borang 3.1', 'application/pdf', 'Borang 3.1.pdf'],
  ['.pdf', 'application/pdf', 'file.pdf'],
])('%s of %s is saved as %s', (name, content_type, saved) => {
  expect(fileNames({ name, content_type })).toMatch(`filename="${saved}"; `)
})

/** Files that the product writes itself, under names of its own. */
const own = [
  'app/routes/main/payout/file.ts',
  'app/routes/tenant/pay-sheet/bank-file.ts',
  'app/routes/tenant/setting/registration/answers.ts',
]

test('no route answers with a stored file in another way', () => {
  const answering = globSync('app/routes/**/*.{ts,tsx}').filter((file) =>
    readFileSync(file, 'utf8').includes("'content-disposition'"),
  )
  expect(answering.filter((file) => !/\.test\./.test(file)).toSorted()).toEqual(own)
})
