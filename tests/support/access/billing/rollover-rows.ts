import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { versionForm } from '#app/domain/core/fields.ts'
import {
  classForm,
  endingDiscountsForm,
  rolloverForm,
  seatForm,
  undoForm,
} from '#app/domain/enrolment/rollovers/rollover.ts'
import { type Row, today, verb, version, view } from '../row.ts'

const first = addMonths(startOfMonth(today), 1)
const days = {
  ...{ name: 'Sesi baharu', ends_on: addDays(first, -1), starts_on: first },
  ...{ bills_from: first.slice(0, 7), step_sen: '100' },
}

/** From one year to the next. */
export const rolloverRows: Record<string, Row> = {
  'tenant/rollover/new': { form: () => days, schema: rolloverForm },
  'tenant/rollover/edit': {
    of: 'rollover',
    form: (thing) => ({ ...days, ...version(thing) }),
    schema: rolloverForm,
  },
  'tenant/rollover/preview': verb('rollover', version, versionForm),
  'tenant/rollover/run': verb('rollover', version, versionForm),
  'tenant/rollover/remove': verb('rollover', version, versionForm),
  'tenant/rollover/undo': {
    of: 'rollover',
    form: (thing) => ({ reason: 'Tarikh sesi tersilap', ...version(thing) }),
    schema: undoForm,
  },
  'tenant/rollover/discounts': { of: 'rollover', form: version, schema: endingDiscountsForm },
  'tenant/rollover/class': {
    of: 'rolloverClass',
    form: (thing) => ({ act: 'end', ...version(thing) }),
    schema: classForm,
  },
  'tenant/rollover/seat': {
    of: 'rolloverSeat',
    form: (thing) => ({ act: 'end', ...version(thing) }),
    schema: seatForm,
  },
  'tenant/rollover/family': view('rolloverFamily'),
}
