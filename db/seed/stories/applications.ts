import { addDays } from '#app/domain/core/dates.ts'
import { documentNumber } from '#app/domain/core/numbering.ts'
import { fingerprint, sealedAnswers } from '#app/domain/enrolment/applications/answers.ts'
import type { ParentAnswers, StudentAnswers } from '#app/domain/enrolment/applications/application.ts'
import { newPublicCode } from '#db/id.ts'
import type { Seat } from '../enrolments.ts'
import type { Event } from '../history.ts'
import { randomOf } from '../plan/random.ts'
import type { Team } from '../staff.ts'
import { add, at, type Stage } from '../stage.ts'
import { type Story, storiesOf } from './applied.ts'

/**
 * What families have handed in: some wait, two of them for children who are like pupils on file, one for longer than a
 * month; some were decided, one by halves, and one was taken back. Tells the audit log.
 */
export function addApplications(stage: Stage, { office }: Team, seats: readonly Seat[]): Event[] {
  const random = randomOf(`lunas ${stage.plan.entity.subdomain} applications`)
  const admin = office.find(({ role }) => role === 'admin')!
  const by = { id: admin.user_id, name: admin.name }
  const last = new Map<string, number>()
  const events: Event[] = []
  for (const story of storiesOf(stage, seats)) {
    const submitted_on = addDays(stage.today, -story.days)
    const submitted_at = at(stage, submitted_on, 20.3)
    const decided_at = at(stage, addDays(submitted_on, Math.min(2, story.days)), 11.2)
    const id = random.id(submitted_at)
    const year = submitted_on.slice(0, 4)
    last.set(year, (last.get(year) ?? 0) + 1)
    const number = documentNumber('APP', year, last.get(year)!)
    const statuses = story.children.map(({ status }) => status)
    const isOpen = statuses.includes('pending')
    const status = isOpen ? 'pending' : statuses.includes('approved') ? 'approved' : 'rejected'
    const reason = story.children[0]!.reason ?? null
    add(stage, 'application', {
      ...{ id, number, public_code: newPublicCode(), channel: story.channel, form: 'default', status },
      ...{ locale: stage.locale, parent_id: story.parent_id, user_id: story.user_id },
      ...{ phone_verified: true, consent_version: '2026-01', submitted_at, created_at: submitted_at },
      decided_at: isOpen ? null : decided_at,
      decided_by: isOpen || story.withdrawn ? null : by.id,
      reason: status === 'rejected' ? reason : null,
      withdrawn_at: story.withdrawn ? decided_at : null,
      version: isOpen ? 1 : 2,
    })
    addPeople(stage, random.id, id, story, { submitted_at, decided_at, by: by.id })
    const object = { type: 'application', id }
    events.push({ at: submitted_at, by: null, object, action: 'application.submitted', after: { number } })
    if (story.withdrawn)
      events.push({
        at: decided_at,
        by: null,
        object,
        action: 'application.withdrawn',
        after: { number, status },
      })
    else
      for (const decided of ['approved', 'rejected'] as const)
        if (statuses.includes(decided)) {
          const after = { number, status, ...(decided === 'rejected' ? { reason } : {}) }
          events.push({ at: decided_at, by, object, action: `application.${decided}`, after })
        }
  }
  for (const [period, last_no] of last) add(stage, 'number_series', { kind: 'application', period, last_no })
  return events
}

function addPeople(
  stage: Stage,
  makeId: (at: Date) => string,
  application_id: string,
  story: Story,
  { submitted_at, decided_at, by }: { submitted_at: Date; decided_at: Date; by: string },
) {
  const keys = { ring: stage.ring, place: stage.entity.schema }
  for (const [index, { known_id, ...answers }] of story.parents.entries()) {
    const id = makeId(submitted_at)
    const { name, relationship, phone, email } = answers
    add(stage, 'application_parent', {
      ...{ id, application_id, place: index + 1, name, relationship, phone, email: email ?? null },
      identity_no_index: fingerprint(keys, 'parent', answers.identity_no),
      answers_sealed: sealedAnswers(keys, 'application_parent', id, answers satisfies ParentAnswers),
      parent_id: story.children.some(({ status }) => status === 'approved') ? known_id : null,
    })
  }
  for (const [index, child] of story.children.entries()) {
    const id = makeId(submitted_at)
    const { answers, status, reason, student_id, is_existing, branch_id, wishes } = child
    const { name, born_on, gender, birth_cert_no, identity_no } = answers
    add(stage, 'application_student', {
      ...{ id, application_id, place: index + 1, name, born_on, gender, branch_id, status },
      ...{ birth_cert_no: birth_cert_no ?? null, student_id, is_existing, reason: reason ?? null },
      identity_no_index: fingerprint(keys, 'student', identity_no),
      answers_sealed: is_existing
        ? null
        : sealedAnswers(keys, 'application_student', id, answers satisfies StudentAnswers),
      decided_at: status === 'pending' ? null : decided_at,
      decided_by: status === 'pending' || story.withdrawn ? null : by,
    })
    for (const { subject_id, is_waiting, enrolment_id } of wishes)
      add(stage, 'application_subject', { application_student_id: id, subject_id, is_waiting, enrolment_id })
  }
}
