import type { Handler } from '#jobs/handler.ts'

/** Tells the families of those who did not come. */
export const alertAbsences: Handler<'absence.alert'> = async () => {
  throw new Error('not written yet')
}
