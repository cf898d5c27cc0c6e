import { expect, test } from 'vitest'
import { markup } from '#tests/support/pages/markup.tsx'
import { unbroken } from './unbroken.tsx'

const whole = (number: string) => `<span class="number">${number}</span>`

test.each([
  ['INV-26-000123', whole('INV-26-000123')],
  ['Recorded, receipt RCP-26-000737.', `Recorded, receipt ${whole('RCP-26-000737')}.`],
  ['LN-8ZH2-A1K8-6ENT · RM93.30', `${whole('LN-8ZH2-A1K8-6ENT')} · RM93.30`],
  ['Due on 7 Dis 2026.', `Due on ${whole('7 Dis 2026')}.`],
  ['From 2026-01-31, 14:05', `From ${whole('2026-01-31')}, 14:05`],
  ['Fri 4:00 pm–5:00 pm', `Fri ${whole('4:00 pm')}–${whole('5:00 pm')}`],
  ['Sab 3.00–4.30 petang', `Sab ${whole('3.00–4.30 petang')}`],
  ['Jum 12.15 tengah hari', `Jum ${whole('12.15 tengah hari')}`],
  // On a narrow phone the longest time of the day has a line of its own.
  ['30 Nov 2026, 12.16 tengah hari MYT', `${whole('30 Nov 2026')}, ${whole('12.16 tengah hari')} MYT`],
  [
    'Sent to 012-345\u00a00008. Use 03-8000 0100.',
    `Sent to ${whole('012-345\u00a00008')}. Use ${whole('03-8000 0100')}.`,
  ],
  ['Card 900101-**-**78', `Card ${whole('900101-**-**78')}`],
  ['Card 900101-14-5678', `Card ${whole('900101-14-5678')}`],
  ['Keep 9611230728230005 and INV-26-1', `Keep ${whole('9611230728230005')} and ${whole('INV-26-1')}`],
])('%s keeps its numbers whole', async (text, html) => {
  expect((await markup(<p>{unbroken(text)}</p>)).replaceAll('<!-- -->', '')).toContain(`<p>${html}</p>`)
})

test.each([
  'Nur Iman',
  'Al-Amin',
  '01a20596-e794-73dc-9e90-01773d79eff1',
  `A${'-B1'.repeat(20)}`,
  'RM1,234.50',
  '12 Jalan 2026',
  '7 of 2026',
])('%s may break as any word does', async (text) =>
  expect(await markup(<p>{unbroken(text)}</p>)).toContain(`<p>${text}</p>`),
)
