import { expect, test } from 'vitest'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { deviceInWords, deviceOf } from './device.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Chrome · Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari · iOS',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'Samsung Internet for Android · Android',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    'Safari · iOS',
    'tablet',
  ],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    'Firefox · Linux',
    'computer',
  ],
  ['curl/8.5.0', 'curl', 'program'],
  ['LunasClient/2.1 (school bus)', 'LunasClient', 'program'],
])('%s', (user_agent, words, kind) => {
  expect(deviceInWords(deviceOf(user_agent), '?')).toBe(words)
  expect(deviceOf(user_agent)?.kind).toBe(kind)
})

test.each([null, '', '   ', 'x', '<script>alert(1)</script>/1.0', '../../etc/1.0', '\0\n', '=cmd|x/1'])(
  'what says nothing of use is an unknown device: %j',
  (user_agent) => {
    expect(deviceInWords(deviceOf(user_agent), 'Unknown device')).toBe('Unknown device')
  },
)

test('a header of any length is read in no time', () => {
  const watch = stopwatch()
  for (const piece of ['a', '(', 'Android ', 'Chrome/1 ', 'Version/9 Mobile/', ';;'])
    deviceOf(piece.repeat(50_000))
  watch.within(500)
})
