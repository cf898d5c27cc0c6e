import {
  asChoice,
  asCount,
  asDate,
  asIdentity,
  asNumber,
  asPhone,
  asText,
} from '#app/domain/core/spreadsheets/cells.ts'
import { daycares, educations, nationalities, transports } from '#app/domain/people/students/student.ts'
import type { ImportField } from '../kind.ts'
import { fieldsNamed, needed } from './fields.ts'
import { genderOf, ownWords } from './words.ts'

/** Countries by their code or by their name in either language. */
const nationality = asChoice(
  Object.fromEntries(
    nationalities.map((code) => {
      if (code === 'ZZ') return [code, 'lain,lain lain,other,tiada,none']
      const citizens = code === 'MY' ? ',warganegara,malaysian,wn,mys' : ''
      return [code, namesOf(code) + citizens]
    }),
  ),
)

function namesOf(code: string): string {
  const names = ['en', 'ms'].map((tag) => new Intl.DisplayNames([tag], { type: 'region' }).of(code) ?? '')
  return names.map((name) => name.replaceAll(',', ' ')).join(',')
}

const education = ownWords(educations, {
  none: 'tiada,belum ada',
  preschool: 'prasekolah,tadika',
  primary: 'rendah,sekolah rendah',
  lower_secondary: 'menengah rendah,pt3,pmr',
  stpm_diploma: 'stpm,diploma',
  degree: 'ijazah',
  other: 'lain,lain lain',
})

const transport = ownWords(transports, {
  parent: 'keluarga,ibu bapa,hantar sendiri,brought by family',
  school_van: 'van,van sekolah',
  bus: 'bas',
  walk: 'jalan kaki,walking,on foot',
  own: 'sendiri,kenderaan sendiri,own vehicle',
  other: 'lain,lain lain',
})

const daycare = ownWords(daycares, {
  none: 'tiada,tidak,no',
  half_day: 'separuh hari',
  full_day: 'sepenuh hari,penuh',
})

const field = fieldsNamed((key) => ({ label: `student.${key}`, of: 'student.one' }))

export const childFields: readonly ImportField[] = [
  field(
    'name',
    asText,
    'name,nama,nama pelajar,nama murid,student name,name of student,nama penuh,full name,pupil name,nama anak,child name',
    'Nur Aisyah binti Razak',
    needed,
  ),
  field(
    'born_on',
    asDate,
    'dob,birth date,date of birth,birthday,tarikh lahir,tkh lahir,tarikh lahir pelajar,tarikh lahir murid',
    '2016-05-04',
    needed,
  ),
  field('gender', genderOf, 'gender,sex,jantina,jantina pelajar', ['Female', 'Perempuan'], needed),
  field(
    'identity_no',
    asIdentity,
    'ic,nric,mykid,no mykid,no kp,no ic,ic no,ic number,no kad pengenalan,kad pengenalan,no kp pelajar,student ic,ic pelajar,nombor pengenalan,identity number,passport,pasport,no pasport',
  ),
  field(
    'birth_cert_no',
    asNumber,
    'birth cert,birth certificate,birth certificate no,birth cert no,sijil lahir,no sijil lahir,surat beranak,no surat beranak,sijil kelahiran,no sijil kelahiran',
    'BB12345',
  ),
  field(
    'nationality',
    nationality,
    'nationality,citizenship,warganegara,kewarganegaraan,country,negara',
    'Malaysia',
  ),
  field(
    'student_no',
    asNumber,
    'student no,student id,student number,no pelajar,nombor pelajar,id pelajar,no murid,no pendaftaran,matric,no matrik',
  ),
  field('branch_id', asText, 'branch,cawangan,campus,kampus,branch code,kod cawangan'),
  field(
    'registered_on',
    asDate,
    'registered,registration date,date registered,tarikh daftar,tarikh pendaftaran,join date,date joined,tarikh masuk',
  ),
  field('phone', asPhone, 'student phone,telefon pelajar,no tel pelajar'),
  field('email', asText, 'student email,emel pelajar,e mel pelajar'),
  field(
    'highest_education',
    education,
    'education,highest education,pendidikan,pendidikan tertinggi,tahap pendidikan',
  ),
  field(
    'previous_school',
    asText,
    'school,previous school,sekolah,sekolah terdahulu,sekolah lama,nama sekolah',
  ),
  field('transport_type', transport, 'transport,pengangkutan,transport type'),
  field('daycare', daycare, 'daycare,day care,transit,taska'),
  field(
    'number_of_siblings',
    asCount,
    'siblings,number of siblings,bilangan adik beradik,bil adik beradik,adik beradik',
  ),
  field('position_in_family', asCount, 'position in family,anak ke,birth order,kedudukan dalam keluarga'),
  field(
    'health_conditions',
    asText,
    'health,health conditions,medical,medical conditions,medical history,penyakit,kesihatan,masalah kesihatan,keadaan kesihatan',
  ),
  field('allergies', asText, 'allergy,allergies,alahan,alergi'),
  field('tags', asText, 'tag,tags,label'),
  field('twin_reason', asText, 'twin reason,sebab nama sama', '', { label: 'import.twin_reason' }),
]
