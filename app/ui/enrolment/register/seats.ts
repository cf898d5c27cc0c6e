import type { TFunction } from 'i18next'
import type { SeatState } from '#app/domain/enrolment/online-registration/offered.ts'
import type { Tone } from '#app/ui/core/feedback/tones.ts'

const tones: Record<SeatState, Tone> = { open: 'good', waiting: 'wait', full: 'bad', closed: 'off' }

/** How a class stands for who would like to come, for a StatusBadge. */
export const seatWord = (seats: SeatState, t: TFunction) => ({
  status: seats,
  tone: tones[seats],
  label: t(`register.seats.${seats}`),
})

/** The same beside the name of a class, where a narrow screen has little room. */
export const shortSeatWord = (seats: SeatState, t: TFunction) =>
  seats === 'waiting' ? { ...seatWord(seats, t), label: t('register.waiting_list') } : seatWord(seats, t)
