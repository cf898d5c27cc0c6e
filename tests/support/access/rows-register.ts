import { z } from 'zod'
import {
  type AskedField,
  parentFields,
  studentFields,
} from '#app/domain/enrolment/online-registration/asked-fields.ts'
import {
  fieldsForm,
  formSettingForm,
  oneQuestion,
  questionForm,
  registrationFormSetting,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { Row } from './row.ts'

const asked = {
  ...registrationFormSetting.parse({}),
  ...{ organisation_type: 'school', default_locale: 'en' },
}
/** The names that a page of these fields takes. */
const named = (fields: readonly AskedField[]) =>
  z.object(
    Object.fromEntries(
      ['version', 'subject', 'go', ...fields.map(({ name }) => name)].map((name) => [name, z.string()]),
    ),
  )
const [parentForm, studentForm] = [named(parentFields(asked)), named(studentFields(asked))]

const parent = { name: 'Siti Aminah', relationship: 'mother', phone: '012-345 6789', version: '0' }
const child = { name: 'Aqil', born_on: '2018-02-03', gender: 'male', birth_cert_no: 'AB 12345', version: '0' }
const question = {
  kind: 'text',
  of: 'child',
  'label.en': 'Which school?',
  'label.my': 'Sekolah mana?',
  version: '0',
}
/** A draft that none of them has: whoever comes without one is led to the first page. */
const ofDraft: Row = { form: () => ({}) }
const nowhere: Row = { params: [{ code: 'abcdefghjkmnpqrstuvwxyz234' }], absent: true }

/** Routes of families that register by themselves, and of what an organisation decides about it. */
export const registerRows: Record<string, Row> = {
  'tenant/register/picture': { of: 'program', params: [{ noun: 'program' }], absent: true },
  'tenant/register/subject': {
    params: [{ subjectId: '0198f000-0000-7000-8000-000000000000' }],
    absent: true,
  },
  'tenant/register/parent': {
    params: [{ place: '1' }, { place: '2' }],
    form: () => parent,
    schema: parentForm,
  },
  'tenant/register/parent-remove': ofDraft,
  'tenant/register/student': { params: [{ place: '1' }], form: () => child, schema: studentForm },
  'tenant/register/student-add': {},
  'tenant/register/student-remove': ofDraft,
  'tenant/register/choose': { params: [{ place: '1' }], form: () => ({}) },
  'tenant/register/documents/upload': ofDraft,
  'tenant/register/documents/file': { of: 'document', absent: true },
  'tenant/register/review': ofDraft,
  'tenant/register/phone': ofDraft,
  'tenant/register/phone-code': ofDraft,
  'tenant/register/later': ofDraft,
  'tenant/register/resume': nowhere,
  'tenant/register/forget': ofDraft,
  'tenant/register/status': nowhere,
  'tenant/setting/registration/edit': {
    form: () => ({ open: 'on', form: 'default', version: '0' }),
    schema: formSettingForm,
  },
  'tenant/setting/registration/fields': { form: () => ({ version: '0' }), schema: fieldsForm },
  'tenant/setting/registration/question-new': { form: () => question, schema: questionForm },
  'tenant/setting/registration/question': { params: [{ id: 'none' }], absent: true },
  'tenant/setting/registration/question-move': {
    leadsOn: true,
    form: () => ({ id: 'none', version: '0' }),
    schema: oneQuestion,
  },
  'tenant/setting/registration/question-remove': {
    leadsOn: true,
    form: () => ({ id: 'none', version: '0' }),
    schema: oneQuestion,
  },
}
