import { type ClassPlan, type Plan, yearName } from './plan.ts'

const monthly = (amount_sen: number, earlier_sen?: number) => ({
  fee_type: 'TUITION',
  frequency: 'monthly' as const,
  amount_sen,
  ...(earlier_sen === undefined ? {} : { earlier_sen }),
})
const books = (amount_sen: number) => ({ fee_type: 'MATERIAL', frequency: 'yearly' as const, amount_sen })

/** What one line of classes is called and costs in a school year; RM5 more each two years. */
const lines = [
  { line: 'MAT', name: 'Matematik', base: 65_00 },
  { line: 'BI', name: 'English', base: 60_00 },
  { line: 'SC', name: 'Sains', base: 65_00 },
] as const

const afternoons = ['15:00', '16:45', '18:30', '20:15']
/** Of a branch; a lesson a week for every four in a month. */
const weekAt = (branch: number, sessions: number) => ({
  lessons: sessions / 4,
  days: [6, 1, 2, 3, 4, 5],
  starts: afternoons,
  rooms: branch === 0 ? ['Bilik 1', 'Bilik 2', 'Bilik 3', 'Makmal'] : ['Bilik A', 'Bilik B'],
})

function yearly(branch: number, letter: string, taught: readonly string[]): ClassPlan[] {
  return [4, 5, 6, 7, 8, 9].flatMap((year) =>
    lines
      .filter(({ line }) => taught.includes(line))
      .map(({ line, name, base }) => ({
        code: `${line}-${year <= 6 ? 'T' : 'F'}${year <= 6 ? year : year - 6}-${letter}`,
        name: `${name} ${yearName(year)}`,
        program: year <= 6 ? 'RENDAH' : 'MR',
        category: year <= 6 ? 'PRIMARY' : 'LOWER-SEC',
        module: year <= 6 ? 'RENDAH-1' : 'MR-1',
        branch,
        years: [year, year] as const,
        line,
        week: weekAt(branch, 4),
        capacity: 18,
        minutes: 90,
        sessions: 4,
        fees: [
          monthly(base + Math.floor((year - 4) / 2) * 5_00 + (branch === 0 ? 5_00 : 0), base),
          ...(line === 'SC' ? [books(38_00)] : []),
        ],
      })),
  )
}

function upper(branch: number, letter: string, taught: readonly string[]): ClassPlan[] {
  const all = [
    { line: 'MAT', code: 'MAT', name: 'SPM Matematik', fee: 95_00 },
    { line: 'ADD', code: 'ADD', name: 'SPM Add Maths', fee: 110_00 },
    { line: 'SC', code: 'FIZ', name: 'SPM Fizik', fee: 110_00 },
    { line: 'BI', code: 'BI', name: 'SPM English 1119', fee: 90_00 },
    { line: 'SEJ', code: 'SEJ', name: 'SPM Sejarah', fee: 75_00 },
  ]
  return all
    .filter(({ line }) => taught.includes(line))
    .map(({ line, code, name, fee }) => ({
      code: `${code}-SPM-${letter}`,
      name,
      program: 'SPM',
      category: 'UPPER-SEC',
      module: 'SPM-1',
      branch,
      years: [10, 11] as const,
      line,
      week: weekAt(branch, 4),
      capacity: 20,
      minutes: 120,
      sessions: 4,
      fees: [monthly(fee, fee - 5_00), books(45_00)],
    }))
}

function languages(branch: number, letter: string, taught: readonly string[]): ClassPlan[] {
  const all = [
    { line: 'QUR', name: 'Mengaji Al-Quran', years: [4, 11], fee: 50_00, minutes: 60, sessions: 8 },
    { line: 'MAN', name: 'Mandarin untuk Pemula', years: [4, 9], fee: 70_00, minutes: 60, sessions: 4 },
    { line: 'TAM', name: 'Tamil Tahun 4–6', years: [4, 6], fee: 60_00, minutes: 60, sessions: 4 },
    { line: 'BM', name: 'Bahasa Melayu Karangan', years: [4, 9], fee: 60_00, minutes: 90, sessions: 4 },
  ] as const
  return all
    .filter(({ line }) => taught.includes(line))
    .map(({ line, name, years, fee, minutes, sessions }) => ({
      code: `${line}-${letter}`,
      name,
      program: 'BAHASA',
      category: 'ALL-AGES',
      module: null,
      branch,
      years,
      line,
      week: weekAt(branch, sessions),
      ...(branch === 1 ? { shares: 'SEJ-SPM-S' } : {}),
      capacity: 12,
      minutes,
      sessions,
      fees: [monthly(fee)],
    }))
}

/** A tuition centre in two towns: pays by the subject, the payer bears the FPX fee. */
export const demoPlan: Plan = {
  entity: {
    name: 'Pusat Tuisyen Bestari',
    subdomain: 'demo',
    organisation_type: 'tuition',
    company_name: 'Bestari Ilmu Contoh Sdn Bhd',
    registration_number: '202101000000',
    licence_no: 'B9C000T',
    nametag: 'BESTARI',
    bank_name: 'Bank Contoh',
    bank_code: 'TEST0021',
    bank_status: 'verified',
    contact_name: 'Norhayati binti Osman',
    contact_phone: '+60380000100',
    contact_email: 'pejabat@demo.test',
    opening_hours: 'Monday to Friday 2 pm to 9 pm, Saturday 9 am to 5 pm',
    opening_hours_my: 'Isnin hingga Jumaat, 2 petang hingga 9 malam; Sabtu, 9 pagi hingga 5 petang',
    address_line1: '12-1, Jalan Cendekia 1/3',
    address_line2: 'Pusat Perniagaan Taman Seri Contoh',
    city: 'Kajang',
    state: 'Selangor',
    postcode: '43000',
    logo_file: '/demo/bestari.svg',
    theme_colour: '#0f5f4c',
    default_locale: 'en',
    fpx_seller_id: 'SE00000001',
    smtp_status: 'not_setup',
  },
  account_number: '000000123456',
  branches: [
    {
      code: 'HQ',
      name: 'Kajang',
      phone: '+60380000100',
      address_line1: '12-1, Jalan Cendekia 1/3',
      address_line2: 'Pusat Perniagaan Taman Seri Contoh',
      city: 'Kajang',
      state: 'Selangor',
      postcode: '43000',
    },
    {
      code: 'SMY',
      name: 'Semenyih',
      phone: '+60380000200',
      address_line1: '5A, Jalan Pelita 2',
      address_line2: 'Taman Pelita Contoh',
      city: 'Semenyih',
      state: 'Selangor',
      postcode: '43500',
    },
  ],
  areas: [
    { place: 'Taman Seri Contoh', city: 'Kajang', state: 'Selangor', postcode: '43000' },
    { place: 'Taman Kenanga Contoh', city: 'Kajang', state: 'Selangor', postcode: '43000' },
    { place: 'Desa Pelita Contoh', city: 'Semenyih', state: 'Selangor', postcode: '43500' },
    { place: 'Bandar Contoh Perdana', city: 'Bangi', state: 'Selangor', postcode: '43650' },
  ],
  departments: [
    { code: 'AKAD', name: 'Akademik' },
    { code: 'BHS', name: 'Bahasa dan Al-Quran' },
  ],
  programs: [
    {
      code: 'RENDAH',
      name: 'Tuisyen Sekolah Rendah',
      level: 'Tahun 4–6',
      department: 'AKAD',
      description: 'Small groups of at most 18 pupils, once a week for each subject.',
      description_my: 'Kumpulan kecil paling ramai 18 pelajar, seminggu sekali bagi setiap subjek.',
    },
    {
      code: 'MR',
      name: 'Tuisyen Menengah Rendah',
      level: 'Tingkatan 1–3',
      department: 'AKAD',
      description: 'Keeps up with the school week by week and closes gaps before upper secondary.',
      description_my: 'Mengikut pelajaran sekolah setiap minggu dan memantapkan asas sebelum menengah atas.',
    },
    {
      code: 'SPM',
      name: 'Intensif SPM',
      level: 'Tingkatan 4–5',
      department: 'AKAD',
      description: 'Two hours a week for each subject with past-year papers from the first month.',
      description_my: 'Dua jam seminggu bagi setiap subjek, dengan soalan tahun lepas sejak bulan pertama.',
    },
    {
      code: 'BAHASA',
      name: 'Bahasa dan Mengaji',
      level: 'Semua peringkat',
      department: 'BHS',
      description: 'Mandarin, Tamil, Malay composition and Quran reading, by ability and not by age.',
      description_my: 'Mandarin, Tamil, karangan Bahasa Melayu dan mengaji, mengikut tahap dan bukan umur.',
    },
  ],
  categories: [
    { code: 'PRIMARY', name: 'Primary (Year 4–6)', min_age: 10, max_age: 12 },
    { code: 'LOWER-SEC', name: 'Lower secondary (Form 1–3)', min_age: 13, max_age: 15 },
    { code: 'UPPER-SEC', name: 'Upper secondary (Form 4–5)', min_age: 16, max_age: 18 },
    { code: 'ALL-AGES', name: 'All ages', min_age: 7, max_age: 18 },
  ],
  modules: [
    { code: 'RENDAH-1', name: 'Asas dan pengukuhan', program: 'RENDAH', sequence: 1 },
    { code: 'RENDAH-2', name: 'Ulang kaji akhir tahun', program: 'RENDAH', sequence: 2 },
    { code: 'MR-1', name: 'Modul sepanjang tahun', program: 'MR', sequence: 1 },
    { code: 'MR-2', name: 'Latih tubi ujian akhir', program: 'MR', sequence: 2 },
    { code: 'SPM-1', name: 'Silibus penuh', program: 'SPM', sequence: 1 },
    { code: 'SPM-2', name: 'Bengkel jawab SPM', program: 'SPM', sequence: 2 },
  ],
  extra_fees: [],
  line_templates: [
    {
      ...{
        code: 'PEK-SPM',
        name: 'Pek ulang kaji SPM',
        description: 'Diberi pada kelas pertama setiap penggal.',
      },
      lines: [
        { text: 'Modul ulang kaji SPM', fee_type: 'MATERIAL', sen: 38_00, discount: [3_00, 'Harga pukal'] },
        { text: 'Kertas percubaan (set)', fee_type: 'MATERIAL', sen: 6_50, quantity: 3 },
      ],
    },
    {
      ...{ code: 'PEPERIKSAAN', name: 'Yuran peperiksaan dalaman' },
      lines: [{ text: 'Yuran peperiksaan', fee_type: 'EXAM' }],
    },
    {
      ...{ code: 'KEM-CUTI', name: 'Kem cuti sekolah', status: 'inactive' },
      lines: [{ text: 'Kem cuti sekolah, 3 hari', fee_type: 'OTHER', sen: 150_00 }],
    },
  ],
  discounts: [
    { code: 'AWAL', name: 'Bayar awal', type: 'early', method: 'percent', percent_bp: 300, days_early: 7 },
    { code: 'ANAK-STAF', name: 'Anak staf', type: 'staff_child', method: 'percent', percent_bp: 5_000 },
    {
      ...{ code: 'CEMERLANG', name: 'Biasiswa cemerlang', type: 'scholarship' },
      ...{ method: 'percent', percent_bp: 10_000, needs_approval: true, needs_document: true },
    },
  ],
  taxable: [],
  classes: [
    ...yearly(0, 'K', ['MAT', 'BI', 'SC']),
    ...upper(0, 'K', ['MAT', 'ADD', 'SC', 'BI', 'SEJ']),
    ...languages(0, 'K', ['QUR', 'MAN', 'TAM', 'BM']),
    ...yearly(1, 'S', ['MAT', 'BI']),
    ...upper(1, 'S', ['MAT', 'SEJ']),
    ...languages(1, 'S', ['QUR']),
  ],
  pictures: {
    programs: { RENDAH: 'reading', MR: 'school', SPM: 'goal', BAHASA: 'words' },
    lines: {
      ...{ MAT: 'sums', ADD: 'sums', SC: 'science', SEJ: 'reading' },
      ...{ BI: 'words', BM: 'words', MAN: 'words', TAM: 'words', QUR: 'quran' },
    },
  },
  closed_class: { code: 'KEM-CUTI', name: 'Kem Cuti Sekolah', like: 'MAT-T5-K' },
  settings: { part_payment: { rule: 'any', min_sen: 10_00 } },
  chip: true,
  fpx_fee: { b2c_sen: 100, b2b1_sen: 200, subsidy: 'none', part_sen: 0 },
  families: [
    { children: 1, count: 56 },
    { children: 2, count: 23 },
    { children: 3, count: 6 },
  ],
  foreign_families: 1,
  years: { from: 4, to: 11 },
  branch_of_year: null,
  choose: (random, year) => {
    const core = random.shuffled(year >= 10 ? ['MAT', 'ADD', 'SC', 'BI', 'SEJ'] : ['MAT', 'BI', 'SC'])
    const more = random.shuffled(['QUR', 'MAN', 'TAM', 'BM'])
    return [...core.slice(0, random.int(1, 3)), ...more.slice(0, random.chance(0.4) ? 1 : 0)]
  },
  registration_sen: 30_00,
  sibling_bp: 1_000,
  teachers: 10,
  words: {
    sibling: 'Sibling 10%',
    registration: 'Registration fee',
    material: 'Holiday workshop: materials',
    uniform: 'Centre T-shirt',
  },
}
