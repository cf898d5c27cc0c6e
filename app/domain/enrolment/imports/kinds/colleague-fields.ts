import { roles } from '#app/domain/core/access/access.ts'
import {
  asDate,
  asIdentity,
  asNumber,
  asPhone,
  asText,
  plainWords,
} from '#app/domain/core/spreadsheets/cells.ts'
import type { NewStaffInput } from '#app/domain/people/staff/staff-form.ts'
import type { About, ImportField, Values } from '../kind.ts'
import { fieldsNamed, needed } from './fields.ts'
import { genderOf } from './words.ts'

const field = fieldsNamed((key) => ({ label: `staff.${key}` }))

/** What is asked of everybody who works here. */
export const colleagueFields: readonly ImportField[] = [
  field(
    'name',
    asText,
    'name,nama,full name,nama penuh,nama staf,nama kakitangan,nama guru,staff name',
    'Aminah binti Yusof',
    needed,
  ),
  field('gender', genderOf, 'gender,sex,jantina', ['Female', 'Perempuan'], needed),
  field(
    'phone',
    asPhone,
    'phone,phone no,phone number,mobile,hp,tel,no tel,telefon,no telefon,no hp,contact no,handphone',
    '012-345 6789',
    needed,
  ),
  field('email', asText, 'email,e mail,emel,e mel,email address', 'aminah@example.com'),
  field(
    'identity_no',
    asIdentity,
    'ic,nric,mykad,no kp,no ic,ic no,no kad pengenalan,kad pengenalan,identity number,nombor pengenalan,passport,pasport',
  ),
  field(
    'staff_no',
    asNumber,
    'staff no,staff id,employee no,employee id,no staf,id staf,no pekerja,no kakitangan',
  ),
  field('born_on', asDate, 'dob,birth date,date of birth,tarikh lahir'),
  field('branch_ids', asText, 'branch,branches,cawangan,kampus,branch code,kod cawangan'),
  field('department_id', asText, 'department,jabatan,department code,kod jabatan'),
  field('position', asText, 'position,jawatan,job title,title'),
  field(
    'joined_on',
    asDate,
    'joined,join date,date joined,start date,first day,tarikh masuk,tarikh mula,tarikh lantikan',
  ),
  field('ended_on', asDate, 'last day,end date,tarikh tamat,tarikh berhenti'),
]

const roleWords: Record<string, string> = {
  superadmin: 'owner,pemilik',
  admin: 'administrator,pentadbir,pengurus,manager,principal,pengetua',
  supervisor: 'penyelia',
  clerk: 'kerani,front office',
  'class-admin': 'academic office,pentadbir kelas,pejabat akademik',
  'class-assistant': 'assistant,pembantu kelas,pembantu',
  trainer: 'teacher,guru,cikgu,tutor,pengajar,jurulatih',
}
const byWord = new Map<string, string>(
  roles.flatMap((role) =>
    role === 'parent'
      ? []
      : [role, ...(roleWords[role] ?? '').split(',')].map((word) => [plainWords(word), role] as const),
  ),
)

/** Roles by their names in either language, with commas between; undefined where one is not known. */
export function rolesIn(typed: string): NewStaffInput['roles'] | undefined {
  const found = listed(typed).map((word) => byWord.get(plainWords(word)))
  return found.every(Boolean) ? (found as NewStaffInput['roles']) : undefined
}

/** What stands between commas, semicolons or bars. */
export const listed = (typed: string): string[] =>
  typed
    .split(/[,;|/]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** What a form of somebody who works here is given: its branch and department are put in when they are found. */
export function typedColleague({ branch_ids: _, department_id: __, ...given }: Values, about: About) {
  const isCard = /^[\d\s-]*$/.test(String(given.identity_no ?? ''))
  return {
    ...given,
    identity_type: isCard ? 'nric' : 'passport',
    branch_ids: [about.branch_id],
    locale: about.locale,
  }
}
