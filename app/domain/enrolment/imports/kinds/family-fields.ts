import { states } from '#app/domain/core/contact/address.ts'
import {
  asChoice,
  asCount,
  asDate,
  asIdentity,
  asNumber,
  asPhone,
  asPostcode,
  asText,
  asYes,
  type Reader,
} from '#app/domain/core/spreadsheets/cells.ts'
import { fieldsNamed, genderOf, needed, ownWords } from '#app/domain/enrolment/imports/kind.ts'
import { relationships } from '#app/domain/people/parents/parent.ts'
import { daycares, educations, nationalities, transports } from '#app/domain/people/students/student.ts'
import type { ImportField } from '../kind.ts'

const relationship = asChoice({
  father: 'bapa,ayah,abah,papa,dad,bapa kandung',
  mother: 'ibu,emak,mak,mama,mum,mom',
  guardian: 'penjaga,waris,datuk,nenek,atuk',
})

const state = ownWords(states, {
  'W.P. Kuala Lumpur': 'kuala lumpur,kl,wilayah persekutuan kuala lumpur,wilayah persekutuan',
  'W.P. Labuan': 'labuan,wilayah persekutuan labuan',
  'W.P. Putrajaya': 'putrajaya,wilayah persekutuan putrajaya',
  'Pulau Pinang': 'penang,p pinang',
  'Negeri Sembilan': 'n sembilan,n9',
  Melaka: 'malacca',
})

/** What a heading may call each of the two, in front of what it is about or behind it. */
const slots = {
  parent_1:
    'parent,parent 1,father,father s,bapa,ayah,ibu bapa,ibu bapa 1,penjaga,penjaga 1,guardian,guardian 1,waris,ibu bapa penjaga',
  parent_2: 'parent 2,mother,mother s,ibu,emak,ibu bapa 2,penjaga 2,guardian 2',
} as const
type Slot = keyof typeof slots

const phones =
  'phone,phone no,phone number,mobile,mobile no,hp,h p,tel,tel no,no tel,telefon,no telefon,no hp,contact,contact no,nombor telefon,handphone,whatsapp'
const identities =
  'ic,nric,mykad,no kp,no ic,ic no,ic number,no kad pengenalan,kad pengenalan,identity number,nombor pengenalan,passport,pasport'

interface About {
  key: string
  read: Reader
  words: string
  /** Headings that name nobody and can only be of a parent, since a child has none. */
  alone?: string
  /** Of the first and of the second. */
  samples?: readonly [ImportField['sample'], ImportField['sample']]
}

const about: readonly About[] = [
  {
    ...{ key: 'name', read: asText, words: 'name,nama' },
    alone: 'nama bapa penjaga,nama ibu bapa penjaga,parent,ibu bapa,guardian,penjaga,waris,father,bapa',
    samples: ['Razak bin Osman', 'Salmah binti Hamid'],
  },
  {
    ...{ key: 'relationship', read: relationship, words: 'relationship,hubungan,relation,pertalian' },
    alone: 'relationship,hubungan,pertalian',
    samples: [
      ['Father', 'Bapa'],
      ['Mother', 'Ibu'],
    ],
  },
  {
    ...{ key: 'phone', read: asPhone, words: phones, alone: phones },
    samples: ['012-345 6789', '013-456 7890'],
  },
  { key: 'identity_no', read: asIdentity, words: identities },
  {
    ...{ key: 'email', read: asText, words: 'email,e mail,emel,e mel,email address,alamat emel' },
    ...{ alone: 'email,e mail,emel,e mel,email address', samples: ['razak@example.com', ''] },
  },
  { key: 'home_phone', read: asPhone, words: 'home phone,telefon rumah', alone: 'home phone,telefon rumah' },
  { key: 'occupation', read: asText, words: 'occupation,job,pekerjaan', alone: 'occupation,pekerjaan' },
  {
    ...{ key: 'income_above_2500', read: asYes, words: 'income above 2500,pendapatan melebihi 2500' },
    alone: 'household income above rm2 500,pendapatan melebihi rm2 500',
  },
  {
    key: 'tin',
    read: asNumber,
    words: 'tin,tax number,tax identification number,nombor cukai,nombor pengenalan cukai',
  },
  {
    ...{ key: 'address_line1', read: asText, words: 'address,alamat,address line 1,alamat 1' },
    alone: 'address,alamat,alamat rumah,home address,alamat 1',
  },
  { key: 'address_line2', read: asText, words: 'address line 2,alamat 2', alone: 'alamat 2' },
  { key: 'postcode', read: asPostcode, words: 'postcode,poskod', alone: 'postcode,poskod' },
  { key: 'city', read: asText, words: 'city,town,bandar', alone: 'city,town,bandar' },
  { key: 'state', read: state, words: 'state,negeri', alone: 'state,negeri' },
  { key: 'consent', read: asYes, words: 'consent,pdpa,persetujuan', alone: 'consent,pdpa,persetujuan' },
]
export const parentKeys = about.map(({ key }) => key)

const requiredOfFirst = new Set(['name', 'relationship', 'phone'])

export const parentFields = (slot: Slot): ImportField[] =>
  about.map(({ key, read, words, alone = '', samples = ['', ''] }) => {
    const own = slots[slot]
      .split(',')
      .flatMap((who) =>
        words.split(',').flatMap((word) => [`${who} ${word}`, `${word} ${who}`, `${word} of the ${who}`]),
      )
    const isFirst = slot === 'parent_1'
    const others = isFirst ? alone : key === 'name' ? 'mother,ibu' : ''
    return {
      ...{ key: `${slot}_${key}`, label: `parent.${key}`, of: `import.${slot}`, read },
      ...{ words: [...own, others].join(','), sample: samples[isFirst ? 0 : 1] },
      ...(isFirst && requiredOfFirst.has(key) ? { required: true as const } : {}),
      ...(key === 'relationship' ? { fixed: { values: relationships, words: 'parent.relationships' } } : {}),
    }
  })

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
  field('daycare', daycare, 'daycare,day care,transit,taska,jagaan harian'),
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
