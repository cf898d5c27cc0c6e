import { type ClassPlan, type Plan, type WeekPlan, yearName } from './plan.ts'

const tuition = [480_00, 480_00, 500_00, 520_00, 540_00, 560_00, 640_00, 640_00, 680_00, 740_00, 740_00]

/** Four campuses: of the lower years, the lower forms, the upper years and the upper forms. */
const campuses = [
  { suffix: 'R', name: 'Tahun 1–3', years: [1, 3] },
  { suffix: 'M', name: 'Tingkatan 1–3', years: [7, 9] },
  { suffix: 'T', name: 'Tahun 4–6', years: [4, 6] },
  { suffix: 'I', name: 'Tingkatan 4–5', years: [10, 11] },
] as const

const campusOf = (year: number) =>
  Math.max(
    0,
    campuses.findIndex(({ years: [from, to] }) => from <= year && year <= to),
  )

const pupils: ClassPlan[] = tuition.flatMap((fee, index) => {
  const year = index + 1
  const [program, category] = year <= 6 ? (['SR', 'RENDAH'] as const) : (['SM', 'MENENGAH'] as const)
  return (['Amanah', 'Bestari'] as const).map((name) => ({
    code: `${year <= 6 ? year : `T${year - 6}`}${name[0]}`,
    name: `${yearName(year)} ${name}`,
    program,
    category,
    module: year <= 3 ? 'SR-1' : year <= 6 ? 'SR-2' : year <= 9 ? 'SM-1' : 'SM-2',
    branch: campusOf(year),
    years: [year, year] as const,
    line: name,
    week: {
      ...{ lessons: 5, days: [1, 2, 3, 4, 5], starts: ['07:30'] },
      rooms: [`Kelas ${yearName(year)} ${name}`],
    },
    capacity: 40,
    minutes: 330,
    sessions: 20,
    fees: [
      { fee_type: 'TUITION', frequency: 'monthly' as const, amount_sen: fee, earlier_sen: fee - 20_00 },
      { fee_type: 'ANNUAL', frequency: 'yearly' as const, amount_sen: year <= 6 ? 450_00 : 550_00 },
    ],
  }))
})

/** A bus has no times of its own. */
const weeks: Record<string, WeekPlan> = {
  MAKAN: { lessons: 5, days: [1, 2, 3, 4, 5], starts: ['13:00'], rooms: ['Kantin'] },
  ROBOTIK: { lessons: 1, days: [3], starts: ['14:30'], rooms: ['Makmal robotik'] },
}

const service = ({ suffix, name: whom, years }: (typeof campuses)[number], branch: number): ClassPlan[] => {
  const all = [
    { line: 'BAS', name: 'Bas sekolah', fee_type: 'TRANSPORT', fee: 120_00 },
    { line: 'MAKAN', name: 'Makan tengah hari', fee_type: 'MEAL', fee: 110_00 },
    { line: 'ROBOTIK', name: 'Kelab robotik', fee_type: 'ACTIVITY', fee: 60_00 },
  ]
  return all.map(({ line, name, fee_type, fee }) => ({
    code: `${line}-${suffix}`,
    name: `${name} (${whom})`,
    program: 'KHIDMAT',
    category: 'SEMUA',
    module: null,
    branch,
    years,
    line,
    week: weeks[line] ?? { lessons: 0, days: [], starts: [], rooms: [] },
    capacity: line === 'ROBOTIK' ? 60 : 250,
    minutes: 60,
    sessions: line === 'ROBOTIK' ? 4 : 20,
    fees: [{ fee_type, frequency: 'monthly' as const, amount_sen: fee }],
  }))
}

/** A private school on four campuses: registered for service tax, bears the FPX fee itself. */
export const cahayaPlan: Plan = {
  entity: {
    name: 'Sekolah Cahaya Murni',
    subdomain: 'cahaya',
    organisation_type: 'school',
    company_name: 'Yayasan Cahaya Murni Contoh Berhad',
    registration_number: '201901000000',
    licence_no: 'ZZZ0001',
    nametag: 'CAHAYA',
    bank_name: 'Bank Contoh',
    bank_code: 'TEST0021',
    bank_status: 'verified',
    contact_name: 'Zamri bin Salleh',
    contact_phone: '+60370000100',
    contact_email: 'pejabat@cahaya.test',
    opening_hours: 'Isnin hingga Jumaat, 7.30 pagi hingga 3.30 petang',
    address_line1: 'Lot 8, Persiaran Mentari',
    address_line2: 'Seksyen Contoh 9',
    city: 'Shah Alam',
    state: 'Selangor',
    postcode: '40000',
    logo_file: '/demo/cahaya.svg',
    theme_colour: '#8a4b08',
    default_locale: 'my',
    tax_registered: true,
    sst_number: 'W10-0000-00000000',
    fpx_seller_id: 'SE00000002',
    smtp_status: 'not_setup',
  },
  account_number: '00000000654321',
  branches: [
    {
      code: 'HQ',
      name: 'Kampus Rendah',
      phone: '+60370000100',
      address_line1: 'Lot 8, Persiaran Mentari',
      address_line2: 'Seksyen Contoh 9',
      city: 'Shah Alam',
      state: 'Selangor',
      postcode: '40000',
    },
    {
      code: 'KM',
      name: 'Kampus Menengah',
      phone: '+60370000200',
      address_line1: 'Lot 21, Persiaran Mentari',
      address_line2: 'Seksyen Contoh 9',
      city: 'Shah Alam',
      state: 'Selangor',
      postcode: '40000',
    },
    {
      code: 'KT',
      name: 'Kampus Tasik',
      phone: '+60370000300',
      address_line1: 'Lot 3, Jalan Tasik Contoh',
      address_line2: 'Taman Mentari Contoh',
      city: 'Shah Alam',
      state: 'Selangor',
      postcode: '40150',
    },
    {
      code: 'KI',
      name: 'Kampus Ilmu',
      phone: '+60370000400',
      address_line1: 'Lot 17, Jalan Ilmu Contoh',
      address_line2: 'Kota Contoh',
      city: 'Subang Jaya',
      state: 'Selangor',
      postcode: '47500',
    },
  ],
  areas: [
    { place: 'Seksyen Contoh 9', city: 'Shah Alam', state: 'Selangor', postcode: '40000' },
    { place: 'Taman Mentari Contoh', city: 'Shah Alam', state: 'Selangor', postcode: '40150' },
    { place: 'Bandar Contoh Indah', city: 'Klang', state: 'Selangor', postcode: '41200' },
    { place: 'Kota Contoh', city: 'Subang Jaya', state: 'Selangor', postcode: '47500' },
    { place: 'Damai Contoh', city: 'Petaling Jaya', state: 'Selangor', postcode: '47800' },
  ],
  departments: [
    { code: 'REN', name: 'Sekolah rendah' },
    { code: 'MEN', name: 'Sekolah menengah' },
    { code: 'HEM', name: 'Hal ehwal murid' },
  ],
  programs: [
    {
      code: 'SR',
      name: 'Sekolah Rendah',
      level: 'Tahun 1–6',
      department: 'REN',
      description: 'Kurikulum kebangsaan dalam dua bahasa, dari Tahun 1 hingga Tahun 6.',
    },
    {
      code: 'SM',
      name: 'Sekolah Menengah',
      level: 'Tingkatan 1–5',
      department: 'MEN',
      description: 'Dari Tingkatan 1 hingga SPM, aliran sains dan kemanusiaan.',
    },
    {
      code: 'KHIDMAT',
      name: 'Khidmat dan kelab',
      level: 'Semua',
      department: 'HEM',
      description: 'Bas, makan tengah hari dan kelab petang; boleh disertai bila-bila masa.',
    },
  ],
  categories: [
    { code: 'RENDAH', name: 'Rendah', min_age: 7, max_age: 12 },
    { code: 'MENENGAH', name: 'Menengah', min_age: 13, max_age: 17 },
    { code: 'SEMUA', name: 'Semua murid', min_age: 7, max_age: 17 },
  ],
  modules: [
    { code: 'SR-1', name: 'Tahap 1', program: 'SR', sequence: 1 },
    { code: 'SR-2', name: 'Tahap 2', program: 'SR', sequence: 2 },
    { code: 'SM-1', name: 'Menengah rendah', program: 'SM', sequence: 1 },
    { code: 'SM-2', name: 'Menengah atas', program: 'SM', sequence: 2 },
  ],
  discounts: [
    { code: 'ANAK-GURU', name: 'Anak guru', type: 'staff_child', method: 'percent', percent_bp: 4_000 },
    {
      ...{
        code: 'SUBSIDI',
        name: 'Subsidi penjawat awam',
        type: 'subsidy',
        method: 'fixed',
        amount_sen: 18_000,
      },
      ...{ needs_approval: true, needs_document: true, sponsor: 'Yayasan Contoh' },
    },
  ],
  extra_fees: [
    { code: 'TRANSPORT', kind: 'transport', category: 'Pengangkutan', name: 'Yuran bas', taxable: false },
    { code: 'MEAL', kind: 'meal', category: 'Makanan', name: 'Yuran makan', taxable: false },
    { code: 'ACTIVITY', kind: 'activity', category: 'Aktiviti', name: 'Yuran kelab', taxable: false },
  ],
  line_templates: [
    {
      ...{ code: 'LAWATAN', name: 'Lawatan sambil belajar', description: 'Tambang ikut tempat.' },
      lines: [
        { text: 'Tiket masuk', fee_type: 'ACTIVITY', sen: 25_00 },
        { text: 'Tambang bas lawatan', fee_type: 'TRANSPORT' },
      ],
    },
    {
      ...{ code: 'BUKU-KERJA', name: 'Buku kerja penggal' },
      lines: [{ text: 'Buku kerja', fee_type: 'MATERIAL', sen: 12_50, quantity: 4 }],
    },
  ],
  taxable: ['TUITION', 'ANNUAL', 'REGISTRATION'],
  classes: [...pupils, ...campuses.flatMap(service)],
  pictures: {
    programs: { SR: 'reading', SM: 'school', KHIDMAT: 'words' },
    lines: { BAS: 'bus', ROBOTIK: 'robot' },
  },
  closed_class: { code: 'CATUR', name: 'Kelab catur', like: 'ROBOTIK-R' },
  settings: { fpx_fee: { subsidy: 'full' } },
  chip: false,
  fpx_fee: { b2c_sen: 80, b2b1_sen: 160, subsidy: 'full', part_sen: 0 },
  families: [
    { children: 1, count: 190 },
    { children: 2, count: 140 },
    { children: 3, count: 38 },
    { children: 4, count: 4 },
  ],
  foreign_families: 8,
  years: { from: 1, to: 11 },
  branch_of_year: campusOf,
  choose: (random) => [
    random.pick(['Amanah', 'Bestari']),
    ...(random.chance(0.3) ? ['BAS'] : []),
    ...(random.chance(0.35) ? ['MAKAN'] : []),
    ...(random.chance(0.14) ? ['ROBOTIK'] : []),
  ],
  registration_sen: 300_00,
  sibling_bp: 500,
  teachers: 26,
  words: {
    sibling: 'Adik-beradik 5%',
    registration: 'Yuran pendaftaran',
    material: 'Rombongan sekolah: muzium',
    uniform: 'Baju sukan',
  },
}
