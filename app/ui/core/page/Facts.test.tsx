import { expect, test } from 'vitest'
import { markup } from '#tests/support/pages/markup.tsx'
import { Facts } from './Facts.tsx'

test('what is not there is a dash beside its name, also where it would have the whole width', async () => {
  const html = await markup(
    <Facts
      items={[
        { label: 'Address', value: null, wide: true },
        { label: 'Remark', value: 'By the gate', wide: true },
      ]}
    />,
  )
  expect(html).toContain('<div><dt>Address</dt><dd>–</dd></div>')
  expect(html).toContain('<div class="wide"><dt>Remark</dt><dd>By the gate</dd></div>')
})
