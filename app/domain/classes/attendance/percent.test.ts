import { describe, expect, it } from 'vitest'
import { addCounts, attendanceRate, countOutcomes, noAttendance, outcomeOf } from './percent.ts'

describe('the percentage of attendance', () => {
  it('is what was attended of what was held and not excused', () => {
    const counts = countOutcomes(['present', 'present', 'late', 'absent', 'excused'])
    expect(counts).toEqual({ held: 5, present: 2, late: 1, made_up: 0, absent: 1, excused: 1 })
    expect(attendanceRate(counts)).toBe(7_500)
  })

  it('counts a missed session that was made up as attended, whatever it was missed for', () => {
    expect(outcomeOf('absent', true)).toBe('made_up')
    expect(outcomeOf('excused', true)).toBe('made_up')
    expect(outcomeOf('present', true)).toBe('present')
    expect(attendanceRate(countOutcomes(['present', 'made_up', 'absent']))).toBe(6_667)
  })

  it('is nothing where nothing counts', () => {
    expect(attendanceRate(noAttendance)).toBeNull()
    expect(attendanceRate(countOutcomes(['excused']))).toBeNull()
  })

  it('never exceeds 100 %', () => {
    expect(attendanceRate(countOutcomes(['present', 'made_up', 'excused']))).toBe(10_000)
  })

  it('adds up months', () => {
    const months = [countOutcomes(['present']), countOutcomes(['late', 'absent'])]
    expect(months.reduce(addCounts)).toEqual(countOutcomes(['present', 'late', 'absent']))
  })
})
