import type { Cell } from '#app/integrations/spreadsheets/cell.ts'
import { asDate, type DateOrder, dateOrders, needsOrder } from './cells.ts'

interface DatesInDigits {
  /** The first few as they are written. */
  samples: string[]
  /** The orders that a sample can be read in, with the day that it would be. */
  readings: { order: DateOrder; day: string }[]
  /** The order that was chosen before, unless another is the only one in which every date is a day. */
  order: DateOrder
  /**
   * Whether somebody must say it: the dates are days in several orders, not the same days, or in none, or only in another
   * than the usual one, where a single slip would turn all the others.
   */
  isAmbiguous: boolean
}

/** Which order dates have that only digits tell; undefined where no cell needs it. */
export function datesIn(cells: readonly Cell[], chosen: DateOrder): DatesInDigits | undefined {
  const dates = [...new Set(cells.filter(needsOrder).map((cell) => cell.trim()))]
  if (dates.length === 0) return undefined
  const dayOf = (date: string, order: DateOrder) => {
    const read = asDate(date, order)
    return 'value' in read ? String(read.value) : undefined
  }
  const wrong = (order: DateOrder) => dates.filter((date) => dayOf(date, order) === undefined).length
  const best = dateOrders.toSorted((a, b) => wrong(a) - wrong(b))[0]!
  const order = wrong(chosen) > wrong(best) ? best : chosen
  const fitting = dateOrders.filter((one) => wrong(one) === 0)
  const meanings = new Set(fitting.map((one) => dates.map((date) => dayOf(date, one)).join()))
  const readings = dateOrders.flatMap((one) => {
    const day = dayOf(dates[0]!, one)
    return day ? [{ order: one, day }] : []
  })
  return { samples: dates.slice(0, 3), readings, order, isAmbiguous: meanings.size !== 1 || order !== chosen }
}
