import { closureForm } from '#app/domain/classes/closures/closure.ts'
import { addForm, cancelForm, moveForm } from '#app/domain/classes/sessions/session.ts'
import { versionForm } from '#app/domain/core/fields.ts'
import { newId } from '#db/id.ts'
import type { Noun } from '#tests/support/access/noun.ts'
import { inDays, type Row, today, verb, version } from '#tests/support/access/row.ts'
import { insert } from '#tests/support/database/factories.ts'

let minute = 0

/** Sessions of the corner's class, each at times of its own, and closures of its branch. */
export const classSessionNouns = {
  class_session: {
    make: (trx, { subject_id, branch_id, mark }) =>
      insert(trx, 'class_session', {
        ...{ id: newId(), subject_id, branch_id, kind: 'extra', held_on: today },
        ...{ starts: '10:00', ends: '11:00', topic: mark, note: mark },
      }),
  },
  cancelledSession: {
    make: (trx, { subject_id, branch_id, mark }) =>
      insert(trx, 'class_session', {
        ...{
          id: newId(),
          subject_id,
          branch_id,
          kind: 'extra',
          held_on: today,
          starts: '12:00',
          ends: '13:00',
        },
        ...{
          status: 'cancelled',
          cancelled_at: new Date(),
          cancel_reason: `${mark} tidak diadakan`,
          topic: mark,
        },
      }),
  },
  closure: {
    make: (trx, { branch_id, mark }) =>
      insert(trx, 'closure', {
        ...{
          id: newId(),
          name: mark,
          starts_on: inDays(200),
          ends_on: inDays(201 + (minute++ % 5)),
          branch_id,
        },
      }),
  },
} as const satisfies Record<string, Noun>

const place = { held_on: today, starts: '15:00', ends: '16:00' }

/** The id of nothing. */
const nobody = '0198f000-0000-7000-8000-00000000dead'
const closure = { name: 'Cuti penggal', starts_on: inDays(210), ends_on: inDays(211), sessions: '0' }

export const classSessionRows: Record<string, Row> = {
  'tenant/class-session/new': {
    form: () => ({ ...place, subject_id: nobody, kind: 'extra' }),
    schema: addForm,
  },
  'tenant/closure/new': { form: () => ({ ...closure, branch_id: nobody }), schema: closureForm },
  'tenant/class-session/edit': {
    of: 'class_session',
    form: (thing) => ({ ...place, ...version(thing), confirmed: 'on' }),
    schema: moveForm,
  },
  'tenant/class-session/cancel': {
    of: 'class_session',
    form: (thing) => ({ reason: 'Trainer tidak sihat hari ini', ...version(thing) }),
    schema: cancelForm,
  },
  'tenant/class-session/restore': verb('cancelledSession', version, versionForm),
  'tenant/closure/edit': {
    of: 'closure',
    form: (thing) => ({
      ...closure,
      ...{ branch_id: String(thing.branch_id ?? ''), ...version(thing) },
    }),
    schema: closureForm,
  },
  'tenant/closure/remove': verb('closure', version, versionForm),
}
