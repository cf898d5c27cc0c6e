import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  correctedInstant,
  entriesOfForm,
  entriesOfPhone,
  isLater,
  type Marked,
  markForm,
  phoneBatch,
  proposedMark,
} from './mark.ts'

const minute = 60_000
const noon = Date.UTC(2026, 2, 2, 4)

describe('which mark counts', () => {
  const dated = fc.record({
    id: fc.uuid(),
    // Few instants, so that two people often tap at the same one.
    marked_at: fc.integer({ min: 0, max: 3 }).map((n) => new Date(noon + n * minute)),
  })

  it('is the same one whatever order they arrive in', () => {
    fc.assert(
      fc.property(fc.array(dated, { minLength: 1, maxLength: 8 }), fc.func(fc.integer()), (all, by) => {
        const last = (some: typeof all) => some.reduce((one, other) => (isLater(other, one) ? other : one))
        const shuffled = [...all].sort((a, b) => by(a.id) - by(b.id))
        expect(last(shuffled).id).toBe(last(all).id)
      }),
    )
  })

  it('is the later one, also by a minute', () => {
    const at = (ms: number, id = randomUUID()) => ({ id, marked_at: new Date(ms) })
    expect(isLater(at(noon + minute), at(noon))).toBe(true)
    expect(isLater(at(noon), at(noon + minute))).toBe(false)
    const same = at(noon)
    expect(isLater(same, same)).toBe(false)
  })
})

describe('the clock of a phone', () => {
  it('may be wrong by any amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -400, max: 400 }),
        fc.integer({ min: 0, max: 600 }),
        (daysWrong, minutesAgo) => {
          const phoneNow = noon + daysWrong * 86_400_000
          const tapped = phoneNow - minutesAgo * minute
          expect(correctedInstant(tapped, phoneNow, noon)).toBe(noon - minutesAgo * minute)
        },
      ),
    )
  })

  it('never makes a mark of the future, nor of long ago, nor of no time at all', () => {
    expect(correctedInstant(noon + 90 * minute, noon, noon)).toBe(noon)
    expect(correctedInstant(0, noon, noon)).toBe(noon - 60 * 86_400_000)
    expect(correctedInstant(Number.NaN, noon, noon)).toBe(noon)
    expect(correctedInstant(Number.POSITIVE_INFINITY, noon, noon)).toBe(noon)
  })

  it('is put right for each mark of a batch, and what no mark may have is left out', () => {
    const [id, student_id] = [randomUUID(), randomUUID()]
    const sent = phoneBatch.parse({
      now: noon + 3 * minute,
      marks: [
        { id, student_id, mark: 'late', late_minutes: 900, remark: `  ${'x'.repeat(300)}`, at: noon },
        { id: randomUUID(), student_id, mark: 'present', late_minutes: 10, remark: null, at: noon + minute },
      ],
    })
    const [late, present] = entriesOfPhone(sent, noon)
    expect(late).toMatchObject({ id, late_minutes: null, marked_at: new Date(noon - 3 * minute) })
    expect(late!.remark).toHaveLength(200)
    expect(present).toMatchObject({ late_minutes: null, remark: null })
  })
})

describe('what a page says', () => {
  const [student_id, opened] = [randomUUID(), noon - 10 * minute]
  const none = { counted: null, proposed: 'present' as const }
  const said = (line: object, shown: { counted: Marked | null; proposed: 'present' | 'excused' | null }) =>
    entriesOfForm(
      { marks: [{ student_id, ...line }], shown_at: opened },
      () => shown,
      noon,
      () => 'id',
    )

  it('is dated when it was opened, where a proposal was left', () => {
    expect(said({ mark: 'present' }, none)[0]).toMatchObject({ marked_at: new Date(opened) })
    expect(said({ mark: 'absent' }, none)[0]).toMatchObject({ marked_at: new Date(noon) })
    expect(said({ mark: 'present', remark: 'No book' }, none)[0]!.marked_at).toEqual(new Date(noon))
  })

  it('says nothing of what was marked so already, or not at all', () => {
    const counted = { mark: 'late' as const, late_minutes: 5, remark: null, makeup_for_id: null }
    expect(said({ mark: 'late', late_minutes: 5 }, { counted, proposed: null })).toEqual([])
    expect(said({ mark: 'late', late_minutes: 6 }, { counted, proposed: null })).toHaveLength(1)
    expect(said({}, none)).toEqual([])
  })

  it('keeps minutes only of who came late, and a make-up only of who came', () => {
    const absent = { mark: 'absent' as const, late_minutes: 5, makeup_for_id: randomUUID() }
    expect(said(absent, none)[0]).toMatchObject({ late_minutes: null, makeup_for_id: null })
  })

  it('cannot claim to have been opened later than now', () => {
    const [entry] = entriesOfForm(
      { marks: [{ student_id, mark: 'present' }], shown_at: noon + minute },
      () => none,
      noon,
      () => 'id',
    )
    expect(entry!.marked_at).toEqual(new Date(noon))
  })
})

test('leave is proposed as excused, and the organisation says what else is', () => {
  expect(proposedMark('present', false)).toBe('present')
  expect(proposedMark('none', false)).toBeNull()
  expect(proposedMark('none', true)).toBe('excused')
})

test.each([
  ['0', false],
  ['1', true],
  ['480', true],
  ['481', false],
  ['five', false],
])('%s minutes late are taken: %s', (late_minutes, taken) => {
  const marks = [{ student_id: randomUUID(), mark: 'late', late_minutes }]
  expect(markForm.safeParse({ marks, shown_at: 1, version: 1 }).success).toBe(taken)
})
