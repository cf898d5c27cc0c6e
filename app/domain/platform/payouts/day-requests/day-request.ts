import { scheduleForm } from '../schedule.ts'

export type DayRequestStatus = 'pending' | 'confirmed' | 'refused' | 'withdrawn'

/** The day that an owner asks for. */
export const dayRequestForm = scheduleForm.omit({ version: true })
