import type { TFunction } from 'i18next'
import type { Ages } from '#app/domain/catalogue/subjects/ages.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Price, SeatState } from '#app/domain/enrolment/online-registration/offered.ts'
import type { Tone } from '#app/ui/core/feedback/tones.ts'

/** `RM50.00 once + RM120.00 a month`, or that it is free. */
export function priceWords({ once, monthly, later }: Price, t: TFunction): string {
  const priceWord = (key: string, sen: number) => t(`register.price.${key}`, { amount: formatRinggit(sen) })
  const parts = [
    ...(once > 0 ? [priceWord('once', once)] : []),
    ...(monthly > 0 ? [priceWord('monthly', monthly)] : []),
    ...later.map(({ frequency, sen }) => priceWord(frequency, sen)),
  ]
  return parts.length > 0 ? parts.join(' + ') : t('register.price.none')
}

const tones: Record<SeatState, Tone> = { open: 'good', waiting: 'wait', full: 'bad', closed: 'off' }

/** Label and tone of a class's availability, for a StatusBadge. */
export const seatWord = (seats: SeatState, t: TFunction) => ({
  status: seats,
  tone: tones[seats],
  label: t(`register.seats.${seats}`),
})

/** A short label of the availability, for narrow screens. */
export const shortSeatWord = (seats: SeatState, t: TFunction) =>
  seats === 'waiting' ? { ...seatWord(seats, t), label: t('register.waiting_list') } : seatWord(seats, t)

/** `16–18 years`, `from 7 years`, `up to 6 years`; undefined for all ages. */
export function agesWords({ min_age, max_age }: Ages, t: TFunction): string | undefined {
  if (min_age !== null && max_age !== null) {
    if (min_age === max_age) return t('register.ages.exact', { age: min_age })
    return t('register.ages.between', { min: min_age, max: max_age })
  }
  if (min_age !== null) return t('register.ages.from', { min: min_age })
  return max_age === null ? undefined : t('register.ages.to', { max: max_age })
}
