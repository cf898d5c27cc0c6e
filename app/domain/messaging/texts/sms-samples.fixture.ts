import type { RefusedRule, WarnedRule } from './sms-rules.ts'

/** A text as schools write it, and how it is judged. */
interface Sample {
  text: string
  refused?: RefusedRule
  warned?: WarnedRule
}

export const englishSamples: readonly Sample[] = [
  { text: 'School reopens on Monday 5 January 2026 at 7.30 am. Please bring the new timetable.' },
  { text: 'December fees of RM1,250.00 are due on 2026-12-31. Invoice INV-26-001006. Thank you.' },
  { text: 'No class on Friday 1/5/2026 (Labour Day). Lessons resume on 2/5/2026, 8:00 am to 10:30 am.' },
  { text: 'Level 1, 2, 3 and 4 swimming is moved to hall B2. Ages 4-6, 7-9, 10-12 meet at 9.15am.' },
  { text: 'Sports day: wear house colours, bring a hat and 2 bottles of water. Ends at 12.30 pm.' },
  { text: 'Registration for session 2026/2027 opens soon. Ask at the office.' },
  { text: 'Exam week is 3, 10, 17 and 24 March. Results of 2 branches come out in 14 days.' },
  { text: 'Teacher Aina is on leave. Mr. Tan takes her classes from 4 to 15 May, 3.00-4.30 pm.' },
  { text: "Please bring a copy of your child's IC to the office by 30 June.", warned: 'data_mention' },
  { text: 'We will never ask for your password or OTP by SMS.', warned: 'data_mention' },
  { text: 'Friday prayers: classes begin at 2.45 pm this week.', warned: 'religion' },
  { text: 'Pay your fees at lunas.my/pay today.', refused: 'link' },
  { text: 'Join our group: https://chat.whatsapp.com/AbC123', refused: 'link' },
  { text: 'Fill in the form at bit.ly/sinar2026', refused: 'link' },
  { text: 'Questions? Call 012-345 6789.', refused: 'number' },
  { text: 'Ring the office at zero three, two one four five, six seven eight nine.', refused: 'number' },
  { text: 'Write to office@sinar-school.edu.my for a refund.', refused: 'email' },
  { text: 'Reply with your IC number to confirm the place.', refused: 'data' },
  { text: 'Send us the TAC you received to complete the payment.', refused: 'data' },
  { text: 'Please share your bank account number for the refund.', refused: 'data' },
]

export const malaySamples: readonly Sample[] = [
  { text: 'Sekolah dibuka semula pada Isnin 5 Januari 2026, pukul 7.30 pagi. Sila bawa jadual baharu.' },
  { text: 'Yuran Disember RM1,250.00 perlu dibayar selewat-lewatnya 31/12/2026. Invois INV-26-001006.' },
  {
    text: 'Kelas Jumaat dibatalkan kerana cuti umum. Kelas ganti: Sabtu 2.5.2026, 8.00 pagi hingga 10.30 pagi.',
  },
  { text: 'Murid Tahun 1, 2, 3 dan 4 berkumpul di dewan. Tahun 5 dan 6 terus ke kelas masing-masing.' },
  { text: 'Hari sukan: pakai baju rumah sukan, bawa topi dan 2 botol air. Tamat pukul 12.30 tengah hari.' },
  { text: 'Pendaftaran sesi 2026/2027 bermula minggu depan. Info lanjut di pejabat sekolah.' },
  {
    text: 'Cikgu Aina bercuti. Cikgu Noraini @ Nor menggantikan kelas dari 4 hingga 15 Mei, 3.00-4.30 petang.',
  },
  { text: 'Mesyuarat ibu bapa pada 14 Mac, 10 pagi. Seorang wakil bagi setiap keluarga, 3 org guru hadir.' },
  { text: 'Sila bawa salinan kad pengenalan anak ke pejabat sebelum 30 Jun.', warned: 'data_mention' },
  { text: 'Jangan kongsi OTP atau kata laluan anda dengan sesiapa.', warned: 'data_mention' },
  { text: 'Kutipan infaq surau akan dibuat pada hari Jumaat.', warned: 'religion' },
  { text: 'Bayar yuran di www.sinar.my hari ini.', refused: 'link' },
  { text: 'Sila layari sinar titik com untuk mendaftar.', refused: 'link' },
  { text: 'Lihat gambar di instagram.com/sinar', refused: 'link' },
  { text: 'Hubungi kami di 03-2145 6789.', refused: 'number' },
  { text: 'Telefon cikgu: kosong satu dua, tiga empat lima, enam tujuh lapan sembilan.', refused: 'number' },
  { text: 'E-melkan borang kepada pejabat[at]sinar[dot]my', refused: 'email' },
  { text: 'Balas dengan nombor kad pengenalan anda untuk pengesahan.', refused: 'data' },
  { text: 'Hantar kod TAC yang anda terima kepada cikgu.', refused: 'data' },
  { text: 'Sila berikan no akaun bank dan PIN untuk bayaran balik.', refused: 'data' },
]
