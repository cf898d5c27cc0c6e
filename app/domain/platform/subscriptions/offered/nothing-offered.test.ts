import { expect, test } from 'vitest'
import { nothingToRenew, nothingToUpgrade } from './nothing-offered.ts'

const held = { status: 'active', yearly_fee_sen: 480_00, next_package_id: null }
const offer = (yearly_fee_sen: number) => ({ id: String(yearly_fee_sen), yearly_fee_sen, over: [] })
const small = { ...offer(960_00), over: [{ noun: 'student' as const, has: 2, limit: 1 }] }

test('a next year is not offered where nothing is sold, nothing fits, or what follows is sold no more', () => {
  expect(nothingToRenew(held, [small, offer(480_00)])).toBe(null)
  expect(nothingToRenew({ ...held, status: 'ended' }, [offer(480_00)])).toBe(null)
  expect(nothingToRenew(held, [small])).toBe('too_small')
  expect(nothingToRenew(held, [])).toBe('none_sold')
  expect(nothingToRenew({ ...held, next_package_id: 'x' }, [])).toBe('follower_unsold')
  expect(nothingToRenew(undefined, [offer(480_00)])).toBe('none_held')
})

test('a change is not offered beside one that follows, while not active, nor where none is dearer, fits or has days', () => {
  const dearer = [offer(960_00)]
  expect(nothingToUpgrade(held, dearer, dearer)).toBe(null)
  expect(nothingToUpgrade({ ...held, next_package_id: 'x' }, dearer, [])).toBe('follower_waits')
  expect(nothingToUpgrade({ ...held, status: 'grace' }, dearer, [])).toBe('not_active')
  expect(nothingToUpgrade(held, [small], [small])).toBe('too_small')
  expect(nothingToUpgrade(held, dearer, [])).toBe('no_days_left')
  expect(nothingToUpgrade(held, [], [])).toBe('none_sold')
  expect(nothingToUpgrade(held, [offer(480_00)], [])).toBe('none_dearer')
  expect(nothingToUpgrade(undefined, dearer, dearer)).toBe('none_held')
})
