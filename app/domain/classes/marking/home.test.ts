import { expect, test } from 'vitest'
import { nextOf } from './home.ts'

const at = (time: string) => new Date(`2026-03-02T${time}:00+08:00`)
const day = [
  { id: 'first', ends: '10:00', status: 'confirmed' as const },
  { id: 'second', ends: '12:00', status: 'planned' as const },
  { id: 'third', ends: '16:00', status: 'open' as const },
]

test('the next session is the one held now or next, else the last one to confirm', () => {
  expect(nextOf(day, at('09:00'))).toBe('second')
  expect(nextOf(day, at('11:59'))).toBe('second')
  expect(nextOf(day, at('12:00'))).toBe('third')
  expect(nextOf(day, at('20:00'))).toBe('third')
  expect(nextOf(day.slice(0, 1), at('09:00'))).toBeNull()
})
