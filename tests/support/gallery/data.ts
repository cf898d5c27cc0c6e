const levels = ['Prasekolah', 'Tahun 1', 'Tahun 2', 'Tahun 3', 'Tahun 4', 'Tahun 5', 'Tahun 6', 'Tingkatan 1']
const kinds = ['Level', 'Level', 'Age group', 'Stream']

export const categoryPage = {
  rows: Array.from({ length: 25 }, (_, index) => ({
    id: String(index),
    code: `K${String(index + 1).padStart(2, '0')}`,
    name: `${levels[index % levels.length]}${index >= levels.length ? ` (${['pagi', 'petang', 'malam'][index % 3]})` : ''}`,
    kind: kinds[index % kinds.length]!,
    subjects: (index * 7) % 19,
    status: index % 9 === 5 ? 'inactive' : 'active',
  })),
  total: 112,
  page: 2,
  limit: 25,
  pages: 5,
  search: { sort: 'code', page: 2 },
}

const students = [
  'Nur Aisyah binti Rahman',
  'Muhammad Irfan bin Azman',
  'Tan Wei Ling',
  'Kavitha a/p Subramaniam',
  'Lim Jun Hao',
  'Siti Mariam binti Yusof',
  'Daniel Anak Jugah',
  'Arjun a/l Ramesh',
  'Wong Mei Yee',
  'Adam Haris bin Zulkifli',
]
const statuses = [
  'overdue',
  'unpaid',
  'paid',
  'pending',
  'paid',
  'draft',
  'cancelled',
  'part_paid',
  'paid',
  'failed',
]

export const invoices = students.map((student, index) => {
  const total_sen = 18_000 + index * 2_550
  const paid = statuses[index] === 'paid'
  return {
    id: String(index),
    number: `INV26-${String(118 + index).padStart(5, '0')}`,
    student,
    issued_on: '2026-01-02',
    due_on: '2026-01-09',
    total_sen,
    balance_sen: paid ? 0 : total_sen,
    status: statuses[index]!,
  }
})

export const invoicePage = {
  rows: invoices,
  total: 10,
  totals: {
    total_sen: invoices.reduce((sum, { total_sen }) => sum + total_sen, 0),
    balance_sen: invoices.reduce((sum, { balance_sen }) => sum + balance_sen, 0),
  },
  page: 1,
  limit: 25,
  pages: 1,
  search: { q: '', status: 'overdue', from: '2026-01-01', sort: '-total_sen' },
}

export const tenantPage = {
  rows: [
    ['Tadika Sinar Harapan', 'sinar', 412, 48_210_00, 100, '2026-02-14', 'active'],
    ['Pusat Tuisyen Cemerlang', 'cemerlang', 1_280, 212_940_50, 80, '2026-11-30', 'active'],
    ['Maahad Tahfiz An-Nur', 'annur', 230, 30_120_00, 0, '2026-01-12', 'grace'],
    ['Kelab Renang Lumba-Lumba', 'lumba', 96, 8_640_00, 125, '2025-11-02', 'limited'],
    ['Akademi Muzik Harmoni', 'harmoni', 64, 0, 100, '2025-06-30', 'ended'],
  ].map(([organisation, subdomain, students, collected_sen, fee, expires_on, status]) => ({
    organisation: organisation as string,
    subdomain: subdomain as string,
    students: students as number,
    collected_sen: collected_sen as number,
    fee: fee as number,
    expires_on: expires_on as string,
    status: status as string,
  })),
  total: 5,
  totals: { students: 2_082, collected_sen: 299_910_50 },
  page: 1,
  limit: 25,
  pages: 1,
  search: {},
}
