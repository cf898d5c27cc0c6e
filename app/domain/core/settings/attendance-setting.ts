import { z } from 'zod'

/** As what students are marked when a session is opened: all as present, or nobody as anything. */
export const openMarks = ['present', 'none'] as const

/** As it is stored, with defaults for what an organisation has not set. */
export const attendanceSetting = z.object({
  open_with: z.enum(openMarks).default('present'),
  /** Whether who pays hears of an absence half an hour after the session was confirmed, and by WhatsApp, too, which costs credits. */
  absence_alert: z
    .object({ on: z.boolean().default(false), whatsapp: z.boolean().default(false) })
    .default({ on: false, whatsapp: false }),
})

export type AttendanceSetting = z.output<typeof attendanceSetting>
