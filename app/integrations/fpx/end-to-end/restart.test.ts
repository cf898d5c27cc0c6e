import { expect, test } from 'vitest'
import { openWorld } from '../sandbox/test-support.ts'
import { asked, heard, order, orderBySen, payAt } from './journey.ts'

test('a restart forgets neither payments nor what is still to be sent', async () => {
  const before = await openWorld()
  const [paid, late] = [order(before), orderBySen(before, 6)]
  await payAt(before, paid)
  await payAt(before, late)
  expect(heard(before, late)).toEqual([])
  await before.close({ keep: true })

  const after = await openWorld({ directory: before.directory })
  expect(await asked(after, paid)).toBe('00')
  await after.control('clock', { advance_ms: '3600000' })
  expect(heard(after, late)).toEqual(['direct 00'])
  await after.close()
})
