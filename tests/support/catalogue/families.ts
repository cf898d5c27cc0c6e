import { randomUUID } from 'node:crypto'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { enrolment, parent, student } from '#tests/support/database/factories.ts'
import { ledTo, type Scene, signedIn, type Visit } from './scene.ts'

const pupilOf = ({ tenant }: Scene) => tenant.write((trx) => student(trx, { branch_id: tenant.branch.id }))

/** How the messages about families are met. */
export const onFamilies: Partial<Record<RefusalCode, Visit>> = {
  'duplicate.student': async (scene, locale) => {
    const { birth_cert_no } = await pupilOf(scene)
    const { id } = await scene.tenant.write((trx) => parent(trx))
    const browser = await signedIn(scene, locale, 'admin')
    return browser.post(`/student/new?parent=${id}`, {
      ...{ name: 'Anak Kedua', born_on: '2017-02-03', gender: 'female', nationality: 'MY' },
      ...{ identity_type: 'birth_cert', birth_cert_no: birth_cert_no!, branch_id: scene.tenant.branch.id },
      ...{ registered_on: '2026-01-05', daycare: 'none', relationship: 'mother' },
    })
  },
  'not_found.application': async (scene, locale) =>
    (await signedIn(scene, locale, 'clerk')).get(`/application/view/${randomUUID()}`),
  'duplicate.enrolment': async (scene, locale) => {
    const { id } = await pupilOf(scene)
    const { subject_id } = await scene.tenant.write((trx) =>
      enrolment(trx, { student_id: id, starts_on: '2026-01-05' }),
    )
    const browser = await signedIn(scene, locale, 'admin')
    const starts_on = new Date().toISOString().slice(0, 10)
    return browser.post(`/student/enrol/${id}`, { subject_id, starts_on })
  },
  'student.has_active_classes': async (scene, locale) => {
    const { id } = await pupilOf(scene)
    await scene.tenant.write((trx) => enrolment(trx, { student_id: id }))
    const browser = await signedIn(scene, locale, 'admin')
    return ledTo(browser, await browser.post(`/student/remove/${id}`, { version: '1' }))
  },
}
